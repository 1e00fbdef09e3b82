/// Removes white space outside strings from JSON text.
enum CompactText {
  /// Appends well-formed JSON text without its white space.
  static func append(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    to output: inout UniqueArray<UInt8>
  ) {
    var at = range.lowerBound
    while at < range.upperBound {
      let byte = bytes[at]
      if byte == .quote {
        let end = min(bytes.end(ofStringAt: at), range.upperBound)
        output.append(contentsOf: bytes, at..<end)
        at = end
      } else {
        if !byte.isWhitespace { output.append(byte) }
        at += 1
      }
    }
  }
}
