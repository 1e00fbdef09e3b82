/// Counts columns in UTF-16 code units, for reports that use them; only on request.
extension InputWindow {
  /// Updates the code units of the window's first line before its bytes are dropped.
  mutating func countCharacters(dropping byteCount: Int) {
    guard options.countsCharacters else { return }
    let start = buffer.lineStart(before: byteCount)
    lineUnitCount = (start == 0 ? lineUnitCount : 0) + unitCount(start..<byteCount)
  }

  /// The column, from 1, of an offset in the window; nil if they are not counted.
  func characterColumn(of offset: Int) -> Int? {
    guard options.countsCharacters else { return nil }
    let start = lineAnchor(at: offset).lineStart
    return (start == 0 ? lineUnitCount : 0) + unitCount(start..<max(start, offset)) + 1
  }

  private func unitCount(_ range: Range<Int>) -> Int {
    let bytes = buffer.padded
    var count = 0
    for offset in range {
      let byte = bytes[offset]
      // A character's first byte, and a second unit for those outside the basic plane.
      count += (byte & 0xC0 != 0x80 ? 1 : 0) + (byte >= 0xF0 ? 1 : 0)
    }
    return count
  }
}
