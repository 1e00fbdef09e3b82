/// Counts the lines of an input from one requested offset to the next.
///
/// For ascending offsets, like those of records, the bytes between are counted once; an offset
/// before the last one costs the bytes back to it.
struct LineCounter {
  /// Where the window begins in its input.
  private var origin = 0
  /// An offset in the input, and its line.
  private var offset = 0
  private var line = 1
  /// The whole text is on that line, whatever line feeds it contains.
  private var isFixed = false
  /// Knows the lines of transcoded text; nil for other text.
  private var text: (any TranscodedText)?

  /// Continues with a window that begins at `origin`, on line `firstLine`.
  mutating func enter(origin: Int, firstLine: Int) {
    isFixed = false
    text = nil
    self.origin = origin
    if offset >= origin { return }
    offset = origin
    line = firstLine
  }

  /// Continues with a window whose text is on one line of its input.
  mutating func stay(on line: Int) {
    self.line = line
    isFixed = true
    text = nil
  }

  /// Continues with a window of transcoded text, which begins at `origin`.
  mutating func follow(_ text: any TranscodedText, from origin: Int) {
    self.text = text
    self.origin = origin
  }

  /// The line, from 1, of an offset in the window.
  mutating func line(at place: Int, in bytes: Span<UInt8>) -> Int {
    if let text { return text.line(of: origin + place) }
    if isFixed { return line }
    let last = offset - origin
    for number in min(last, place)..<max(last, place) where bytes[number] == .lineFeed {
      line += place > last ? 1 : -1
    }
    offset = origin + place
    return line
  }
}
