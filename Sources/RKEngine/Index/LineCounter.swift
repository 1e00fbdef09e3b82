/// Counts the lines of an input from one requested offset to the next.
///
/// Increasing offsets, as those of records are, cost the bytes between them once; one before the
/// last costs the way back.
struct LineCounter: BitwiseCopyable {
  /// Where the window begins in its input.
  private var origin = 0
  /// An offset in the input, and its line.
  private var offset = 0
  private var line = 1
  /// Everything is on that line, whatever line feeds the bytes contain.
  private var isFixed = false

  /// Continues with a window that begins at `origin`, on line `firstLine`.
  mutating func enter(origin: Int, firstLine: Int) {
    isFixed = false
    self.origin = origin
    if offset >= origin { return }
    offset = origin
    line = firstLine
  }

  /// Continues with a window whose text is on one line of its input.
  mutating func stay(on line: Int) {
    self.line = line
    isFixed = true
  }

  /// The line, from 1, of an offset in the window.
  mutating func line(at place: Int, in bytes: Span<UInt8>) -> Int {
    if isFixed { return line }
    let last = offset - origin
    for number in min(last, place)..<max(last, place) where bytes[number] == .lineFeed {
      line += place > last ? 1 : -1
    }
    offset = origin + place
    return line
  }
}
