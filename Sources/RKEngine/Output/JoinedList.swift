/// Joins the elements of a list of scalars with a separator.
enum JoinedList {
  /// Appends the joined elements of compact JSON that is an array of scalars.
  ///
  /// Returns false for anything else, possibly after appending something.
  ///
  /// Strings lose quotes and escapes, other values are unchanged; null is written as in other
  /// cells. As many bytes as an output's slack must be readable after the range.
  static func append(
    _ buffer: borrowing OutputBuffer,
    _ range: Range<Int>,
    separator: [UInt8],
    null: [UInt8],
    to output: inout OutputBuffer
  ) -> Bool {
    let bytes = buffer.span
    guard bytes[range.lowerBound] == .openArray else { return false }
    let end = range.upperBound - 1
    var at = range.lowerBound + 1
    while at < end {
      if bytes[at] == .comma {
        output.append(separator.span)
        at += 1
      }
      let start = at
      switch bytes[at] {
      case .openArray, .openObject: return false
      case .quote:
        at += 1
        while bytes[at] != .quote { at += bytes[at] == .backslash ? 2 : 1 }
        _ = StringText.append(bytes, (start + 1)..<at, to: &output)
        at += 1
      default:
        while bytes[at] != .comma && at < end { at += 1 }
        output.append(bytes[start] == .ascii("n") ? null.span : bytes.extracting(start..<at))
      }
    }
    return true
  }
}
