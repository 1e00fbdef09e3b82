extension DecimalText {
  /// Whether the text is a number of RFC 8259, of any size.
  static func isJSON(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    let end = range.upperBound
    var at = range.lowerBound
    if at < end && bytes[at] == .minus { at += 1 }
    guard at < end else { return false }
    if bytes[at] == .zero {
      at += 1
    } else if !skipDigits(bytes, &at, end) {
      return false
    }
    if at < end && bytes[at] == .period {
      at += 1
      guard skipDigits(bytes, &at, end) else { return false }
    }
    if at < end && bytes[at] | 0x20 == .ascii("e") {
      at += 1
      if at < end && (bytes[at] == .plus || bytes[at] == .minus) { at += 1 }
      guard skipDigits(bytes, &at, end) else { return false }
    }
    return at == end
  }

  /// False if there is no digit.
  private static func skipDigits(_ bytes: Span<UInt8>, _ at: inout Int, _ end: Int) -> Bool {
    let start = at
    while at < end && bytes[at].isDigit { at += 1 }
    return at > start
  }

  /// Appends a number that `parts` can parse in the form of RFC 8259: without plus sign and leading
  /// zeros, with a digit before its point.
  static func appendJSON(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    to output: inout UniqueArray<UInt8>
  ) {
    var at = range.lowerBound
    if bytes[at] == .minus { output.append(.minus) }
    if bytes[at] == .minus || bytes[at] == .plus { at += 1 }
    while at + 1 < range.upperBound && bytes[at] == .zero && bytes[at + 1].isDigit { at += 1 }
    if bytes[at] == .period { output.append(.zero) }
    output.append(contentsOf: bytes, at..<range.upperBound)
  }
}
