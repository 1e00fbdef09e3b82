/// Texts that are numbers, in documents that have only texts (docs/spec-format.md, Predicates and
/// expressions).
extension CellBytes {
  /// The number that a string is, less white space around it; missing for white space alone, nil
  /// for any other text.
  func number(ofText cell: Cell) -> Cell? {
    let bytes = around(cell)
    var (start, end) = (cell.contentRange.lowerBound, cell.contentRange.upperBound)
    while start < end {
      if bytes[start] == .backslash, start + 1 < end, Self.isSpace(escaped: bytes[start + 1]) {
        start += 2
      } else if bytes[start].isWhitespace {
        start += 1
      } else {
        break
      }
    }
    while start < end {
      if start + 1 < end, bytes[end - 2] == .backslash, Self.isSpace(escaped: bytes[end - 1]) {
        end -= 2
      } else if bytes[end - 1].isWhitespace {
        end -= 1
      } else {
        break
      }
    }
    if start == end { return .missing }
    guard ScalarCheck.isNumber(bytes, start..<end) else { return nil }
    var number = Cell(.number, start..<end, space: cell.space)
    number.token = cell.token
    return number
  }

  private static func isSpace(escaped byte: UInt8) -> Bool {
    byte == .ascii("n") || byte == .ascii("t") || byte == .ascii("r")
  }
}
