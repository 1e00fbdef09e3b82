/// An offset in a window with the number of lines before it.
///
/// Lines of the next offset are counted from here, not from the window's beginning.
struct LineAnchor: BitwiseCopyable {
  var offset = 0
  /// The lines of the window that end before the offset.
  var lineCount = 0
  /// Where the offset's line begins; 0 if that is not in the window.
  var lineStart = 0
}

extension InputWindow {
  /// The anchor of an offset, counted from the last anchor if that precedes it.
  func lineAnchor(at offset: Int) -> LineAnchor {
    let offset = min(offset, buffer.count)
    var anchor = offset >= lineAnchor.offset ? lineAnchor : LineAnchor()
    let count = buffer.lineCount(anchor.offset..<offset)
    if count > 0 {
      anchor.lineCount += count
      anchor.lineStart = buffer.lineStart(before: offset)
    }
    anchor.offset = offset
    return anchor
  }

  /// Counts lines from `offset` on from now on: offsets are requested in ascending order, and
  /// counting each from the window's beginning would be quadratic.
  mutating func moveLineAnchor(to offset: Int) { lineAnchor = lineAnchor(at: offset) }
}
