extension TokenView {
  /// The token that begins at an offset.
  func token(at offset: Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if position(middle) < offset { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The value of a member of the object at `token`: the last one with that name, or the first if
  /// `keepsFirst`.
  ///
  /// The key is a range of `text`. Also returns where the key occurs again.
  func member(_ key: ByteRange, of token: Int, in text: Span<UInt8>, keepsFirst: Bool)
    -> (value: Int?, repeatedKey: Int?)
  {
    var found: Int?
    var repeated: Int?
    var at = token + 1
    while self.token(at) == .quote {
      if isString(at, key, in: text) {
        if found != nil { repeated = at }
        if found == nil || !keepsFirst { found = at + 2 }
      }
      at = afterComma(next(after: at + 2))
    }
    return (found, repeated)
  }

  /// The bytes of the value that begins with a token.
  package func range(ofValue token: Int) -> Range<Int> {
    let start = position(token)
    switch self.token(token) {
    case .quote: return start..<(closingQuote(of: token) + 1)
    case .openObject, .openArray: return start..<(position(next(after: token) - 1) + 1)
    default: return start..<end(ofScalar: token)
    }
  }

  /// The key of the member whose value is at `token`; missing if it is not a member.
  func key(ofMember token: Int) -> ValueLocation {
    token > 1 && self.token(token - 1) == .colon ? ValueLocation(token: token - 2) : .missing
  }

  /// The element at `index` of the array at `token`; negative from the end.
  func element(_ index: Int, of token: Int) -> Int? {
    var wanted = index
    if wanted < 0 {
      wanted += elementCount(of: token)
      if wanted < 0 { return nil }
    }
    var at = token + 1
    while self.token(at) != .closeArray {
      if wanted == 0 { return at }
      wanted -= 1
      at = afterComma(next(after: at))
    }
    return nil
  }

  /// The number of elements of the array at `token`.
  func elementCount(of token: Int) -> Int {
    var count = 0
    var at = token + 1
    while self.token(at) != .closeArray {
      count += 1
      at = afterComma(next(after: at))
    }
    return count
  }

  /// Whether the string at `token` decodes to this range of `text`.
  func isString(_ token: Int, _ key: ByteRange, in text: Span<UInt8>) -> Bool {
    let content = content(ofString: token)
    if mayHaveEscapes(content.lowerBound - 1..<content.upperBound)
      && StringText.hasBackslash(padded, content)
    {
      return StringText.equals(padded, content, text, key.range)
    }
    guard content.count == Int(key.count) else { return false }
    for index in 0..<content.count
    where byte(content.lowerBound + index) != text[key.lowerBound + index] {
      return false
    }
    return true
  }

  /// The decoded string at `token`; its raw bytes if it contains a lone surrogate.
  package func text(ofString token: Int) -> [UInt8] {
    let content = content(ofString: token)
    var text = UniqueArray<UInt8>()
    if !StringText.append(padded, content, to: &text) {
      text.removeAll()
      text.append(contentsOf: padded, content)
    }
    return (0..<text.count).map { text[$0] }
  }

  /// The keys of the object at `token`, as far as they are available; none for any other value.
  func keys(of token: Int) -> [[UInt8]] {
    guard self.token(token) == .openObject else { return [] }
    var keys: [[UInt8]] = []
    var key = token + 1
    while self.token(key) == .quote {
      keys.append(text(ofString: key))
      key = afterComma(next(after: key + 2))
    }
    return keys
  }
}
