extension TokenView {
  /// Whether the document that begins with a token may be a kept failed record, or a trailer.
  ///
  /// Reads one byte, since it runs for every line.
  @inline(__always)
  func mayHoldError(_ first: Int) -> Bool {
    token(first &+ 1) == .quote && byte(position(first &+ 1) &+ 1) == .ascii("$")
  }

  /// Whether the document is an object whose first member is `$error`, an object with a code of
  /// rkmap and a message: records may have such a member, too.
  func holdsError(_ first: Int) -> Bool {
    guard hasObject("$error", first) else { return false }
    var (hasCode, hasMessage) = (false, false)
    var key = first + 4
    while token(key) == .quote {
      let start = position(key + 2)
      if token(key + 2) == .quote {
        if isKey("message", at: key) { hasMessage = true }
        if isKey("code", at: key) {
          hasCode = byte(start + 1) == .ascii("R") && byte(start + 2) == .ascii("K")
        }
      }
      key = afterComma(next(after: key + 2))
    }
    return hasCode && hasMessage
  }

  /// Whether the document of these tokens is an object whose only member is `$trailer`, an object.
  func holdsTrailer(_ first: Int, _ last: Int) -> Bool {
    hasObject("$trailer", first) && next(after: first + 3) == last
  }

  /// Whether the document is an object whose first member has this key, and is an object.
  private func hasObject(_ key: StaticString, _ first: Int) -> Bool {
    token(first) == .openObject && token(first + 2) == .colon && token(first + 3) == .openObject
      && isKey(key, at: first + 1)
  }

  /// Whether the object has no member besides `$error`.
  func holdsOnlyError(_ first: Int) -> Bool { token(next(after: first + 3)) == .closeObject }

  /// Whether the string at a token is this word, without escapes.
  func isKey(_ word: StaticString, at token: Int) -> Bool {
    let content = content(ofString: token)
    let wanted = word.description.utf8
    guard content.count == wanted.count else { return false }
    return zip(content, wanted).allSatisfy { byte($0) == $1 }
  }

  /// The offset after the value whose last token is `last`.
  func end(ofValueEndingWith last: Int) -> Int {
    switch token(last) {
    case .quote: closingQuote(of: last) + 1
    case .closeObject, .closeArray: position(last) + 1
    default: end(ofScalar: last)
    }
  }

  /// The value kept in the member `raw` of an object's first member `$error`, and its last token.
  ///
  /// Nil for text that was not JSON: it was kept as a string, which cannot be mapped.
  func keptValue(_ first: Int) -> (first: Int, last: Int)? {
    var key = first + 4
    var found: (Int, Int)?
    while token(key) == .quote {
      let value = key + 2
      let after = next(after: value)
      if isKey("code", at: key), token(value) == .quote {
        let start = position(value)
        if byte(start + 1) == .ascii("R") && byte(start + 3) == .ascii("4") { return nil }
      }
      if isKey("raw", at: key) { found = (value, after - 1) }
      key = afterComma(after)
    }
    return found
  }
}

extension InputWindow {
  /// The tokens of the representation that failed, in a document whose first member `$error` gives
  /// the reason: the object without that member, or the value in its `raw`; otherwise the whole
  /// document.
  mutating func withoutError(_ first: Int, _ last: Int) -> (first: Int, last: Int) {
    let comma = view.next(after: first + 3)
    guard view.token(comma) == .comma else { return view.keptValue(first) ?? (first, last) }
    open(at: comma)
    return (comma, last)
  }

  /// Replaces a comma between two members by a brace, so that the object begins there.
  ///
  /// The depth change recorded for its block stays valid: a walk that skips the whole block comes
  /// from outside the object, which for that walk still opens at its old brace.
  private mutating func open(at comma: Int) {
    openedComma = byteOffset + view.position(comma)
    index.tokens[comma] = .openObject
    index.brackets[comma / 64].open |= 1 << UInt64(comma % 64)
    buffer.replace(at: Int(index.positions[comma]), with: [.openObject])
  }

  /// Whether a separator occurs at or after an offset.
  func holdsSeparator(after offset: Int) -> Bool {
    let bytes = buffer.padded
    for place in min(offset, buffer.count)..<buffer.count where bytes[place] == state.separator {
      return true
    }
    return false
  }
}
