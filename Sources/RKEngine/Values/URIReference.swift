/// The grammar of URI references, RFC 3986, sections 3 and 4.
///
/// Bytes outside ASCII are not allowed; URIs percent-escape them.
package enum URIReference {
  /// Whether the whole text is a reference: a URI, or a relative one.
  package static func isValid(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    let end = range.upperBound
    let scheme = endOfScheme(text, range)
    var at = scheme ?? range.lowerBound
    if at + 1 < end && text[at] == .solidus && text[at + 1] == .solidus {
      at += 2
      let start = at
      while at < end && !endsAuthority(text[at]) { at += 1 }
      guard isAuthority(text, start..<at) else { return false }
    } else if scheme == nil {
      // A colon before the first slash would end a scheme.
      var ahead = at
      while ahead < end && text[ahead] != .solidus && !endsPath(text[ahead]) {
        if text[ahead] == .colon { return false }
        ahead += 1
      }
    }
    guard skip(text, &at, end, { isPath($0) }) else { return false }
    if at < end && text[at] == .ascii("?") {
      at += 1
      guard skip(text, &at, end, { isPath($0) || $0 == .ascii("?") }) else { return false }
    }
    if at < end && text[at] == .ascii("#") {
      at += 1
      guard skip(text, &at, end, { isPath($0) || $0 == .ascii("?") }) else { return false }
    }
    return at == end
  }

  /// The offset after the scheme's colon; nil if there is no scheme.
  private static func endOfScheme(_ text: Span<UInt8>, _ range: Range<Int>) -> Int? {
    guard !range.isEmpty, text[range.lowerBound].isLetter else { return nil }
    for index in range {
      let byte = text[index]
      if byte == .colon { return index + 1 }
      guard byte.isLetter || byte.isDigit || byte == .plus || byte == .minus || byte == .period
      else { return nil }
    }
    return nil
  }

  // MARK: - Authority

  private static func isAuthority(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var at = range.lowerBound
    let end = range.upperBound
    for index in range where text[index] == .ascii("@") {
      guard skip(text, &at, index, { isName($0) || $0 == .colon }), at == index else {
        return false
      }
      at = index + 1
      break
    }
    if at < end && text[at] == .openArray {
      let start = at + 1
      while at < end && text[at] != .closeArray { at += 1 }
      guard at < end, isAddress(text, start..<at) else { return false }
      at += 1
    } else {
      guard skip(text, &at, end, { isName($0) }) else { return false }
    }
    if at < end && text[at] == .colon {
      at += 1
      while at < end && text[at].isDigit { at += 1 }
    }
    return at == end
  }

  /// Whether the text between the brackets of a host is an IPv6 address, or one of a later version.
  private static func isAddress(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard let first = range.first, text[first] | 0x20 == .ascii("v") else {
      return isIPv6(text, range)
    }
    var at = first + 1
    while at < range.upperBound && text[at].hexadecimalValue != nil { at += 1 }
    guard at > first + 1, at + 1 < range.upperBound, text[at] == .period else { return false }
    at += 1
    // Escapes are only allowed in names.
    while at < range.upperBound, isName(text[at]) || text[at] == .colon { at += 1 }
    return at == range.upperBound
  }

  private static func isIPv6(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var at = range.lowerBound
    let end = range.upperBound
    var groups = 0
    var isShortened = false
    if at + 1 < end && text[at] == .colon {
      guard text[at + 1] == .colon else { return false }
      isShortened = true
      at += 2
    }
    while at < end {
      let start = at
      while at < end && at - start < 5 && text[at].hexadecimalValue != nil { at += 1 }
      if at < end && text[at] == .period {
        guard isIPv4(text, start..<end) else { return false }
        groups += 2
        at = end
        break
      }
      guard (1...4).contains(at - start) else { return false }
      groups += 1
      if at == end { break }
      guard text[at] == .colon, at + 1 < end else { return false }
      at += 1
      if text[at] == .colon {
        if isShortened { return false }
        isShortened = true
        at += 1
      }
    }
    return isShortened ? groups < 8 : groups == 8
  }

  private static func isIPv4(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var at = range.lowerBound
    for part in 0..<4 {
      if part > 0 {
        guard at < range.upperBound, text[at] == .period else { return false }
        at += 1
      }
      let start = at
      var value = 0
      while at < range.upperBound && at - start < 3 && text[at].isDigit {
        value = value * 10 + Int(text[at] & 0x0F)
        at += 1
      }
      guard at > start, value <= 255, text[start] != .zero || at == start + 1 else { return false }
    }
    return at == range.upperBound
  }

  // MARK: - Characters

  /// Skips allowed bytes and escapes; false at a percent sign that begins no escape.
  private static func skip(
    _ text: Span<UInt8>,
    _ at: inout Int,
    _ end: Int,
    _ isAllowed: (UInt8) -> Bool
  ) -> Bool {
    while at < end {
      if text[at] == .ascii("%") {
        guard at + 2 < end, text[at + 1].hexadecimalValue != nil,
          text[at + 2].hexadecimalValue != nil
        else { return false }
        at += 3
      } else if isAllowed(text[at]) {
        at += 1
      } else {
        return true
      }
    }
    return true
  }

  /// Whether a byte is allowed in a registered name: letters, digits and `-._~!$&'()*+,;=`.
  private static func isName(_ byte: UInt8) -> Bool {
    if byte.isLetter || byte.isDigit { return true }
    switch byte {
    case .minus, .period, .plus, .comma, .ascii("_"), .ascii("~"), .ascii("!"), .ascii("$"),
      .ascii("&"), .ascii("'"), .ascii("("), .ascii(")"), .ascii("*"), .ascii(";"), .ascii("="):
      return true
    default: return false
    }
  }

  private static func isPath(_ byte: UInt8) -> Bool {
    isName(byte) || byte == .colon || byte == .ascii("@") || byte == .solidus
  }

  private static func endsPath(_ byte: UInt8) -> Bool {
    byte == .ascii("?") || byte == .ascii("#")
  }

  private static func endsAuthority(_ byte: UInt8) -> Bool { byte == .solidus || endsPath(byte) }
}
