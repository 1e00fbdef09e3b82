extension DecimalText {
  /// Appends a number that `parts` can parse, in the form of RFC 8259: without plus sign and
  /// leading zeros, with a digit before its point.
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
