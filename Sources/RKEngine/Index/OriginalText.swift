/// The bytes of an input of which a text is made: those that were not made yet, and those in which places may
/// still be asked for.
///
/// All offsets are those of the input.
package struct OriginalText: ~Copyable {
  /// The input as it was named.
  package let name: String
  private var source: InputSource
  private var buffer: InputBuffer
  private let countsCharacters: Bool
  /// Where the first byte stands that is held.
  package private(set) var start: Int
  /// The lines that end before it, where its own begins, and how many code units of UTF-16 that has before it.
  private var lineCount = 0
  private var lineStart: Int
  private var unitCount = 0
  /// The last place whose line was asked for, counted from the first byte that is held.
  private var anchor = LineAnchor()
  /// Nothing follows what is held.
  package private(set) var isAtEnd = false

  /// How many bytes are read at a time.
  private static var blockSize: Int { 128 * 1024 }
  /// How much is held of a row that is long.
  private static var longRow: Int { 1024 * 1024 }

  /// `byteOffset` is where the source begins in its file: after a byte order mark.
  package init(
    _ source: consuming InputSource,
    name: String,
    byteOffset: Int,
    countsCharacters: Bool
  ) {
    self.name = name
    self.source = source
    self.countsCharacters = countsCharacters
    start = byteOffset
    lineStart = byteOffset
    buffer = InputBuffer(capacity: 2 * Self.blockSize)
  }

  /// Where what is held ends.
  package var end: Int { start + buffer.count }

  /// What is held, and bytes after it that can be read.
  package var padded: Span<UInt8> {
    @_lifetime(borrow self)
    borrowing get { buffer.padded }
  }

  /// Reads what comes next: a block, or as much as is held.
  ///
  /// What is held may be a part of one row, which is gone through again when there is more of it: a
  /// long one has to grow by a share of its length, however little comes at a time.
  package mutating func fill() throws(SystemError) {
    let before = buffer.count
    let wanted = max(Self.blockSize, before)
    repeat {
      let count = buffer.count
      if try source.read(into: &buffer, upTo: before + wanted - count) == 0 { isAtEnd = true }
      if source.mayWait && buffer.hasLineEnd(from: count) && source.wouldWait { return }
    } while !isAtEnd && before > Self.longRow && buffer.count < before + before / 2
  }

  /// Whether no byte is at hand, but more may come.
  package var wouldWait: Bool { !isAtEnd && source.wouldWait }

  /// Nothing before an offset is asked for any more, but to be shown around what is.
  package mutating func release(before offset: Int) {
    let dropped = min(offset, end) - start - InputWindow.keptByteCount
    guard dropped >= Self.blockSize / 4 else { return }
    let lineStart = buffer.lineStart(before: dropped)
    if countsCharacters {
      unitCount = (lineStart == 0 ? unitCount : 0) + units(lineStart..<dropped)
    }
    lineCount += buffer.lineCount(0..<dropped)
    if lineStart > 0 { self.lineStart = start + lineStart }
    buffer.dropFirst(dropped)
    start += dropped
    anchor = LineAnchor()
  }

  // MARK: - Places

  /// The line of an offset, from 1.
  package mutating func line(of offset: Int) -> Int {
    moveAnchor(to: offset)
    return lineCount + anchor.lineCount + 1
  }

  /// The place of some bytes that are held; `isShown` says whether an excerpt of the line is wanted.
  package mutating func place(_ range: Range<Int>, isShown: Bool = true) -> InputPlace {
    moveAnchor(to: range.lowerBound)
    let at = anchor.offset
    let isHeld = anchor.lineStart > 0
    let lineStart = isHeld ? start + anchor.lineStart : lineStart
    let (excerpt, excerptStart) = line(around: at, reach: isShown ? InputPlace.reach : 0)
    let units = (isHeld ? 0 : unitCount) + (countsCharacters ? units(anchor.lineStart..<at) : 0)
    return InputPlace(
      input: name,
      byteOffset: range.lowerBound,
      line: lineCount + anchor.lineCount + 1,
      column: range.lowerBound - lineStart + 1,
      characterColumn: isShown && countsCharacters ? units + 1 : nil,
      pointer: nil,
      excerpt: excerpt,
      excerptOffset: at - excerptStart,
      markedCount: max(1, min(range.count, excerpt.count - (at - excerptStart))),
      value: []
    )
  }

  /// Counts lines from the last place that was asked for.
  private mutating func moveAnchor(to offset: Int) {
    let at = min(max(offset - start, 0), buffer.count)
    anchor = buffer.anchor(at: at, from: at < anchor.offset ? LineAnchor() : anchor)
  }

  /// The bytes of the line around a byte, and where the first of them stands among those that are held.
  private func line(around middle: Int, reach: Int) -> (bytes: [UInt8], start: Int) {
    let bytes = buffer.padded
    var (first, end) = (middle, middle)
    while first > 0 && middle - first < reach && bytes[first - 1] != .lineFeed { first -= 1 }
    while end < buffer.count && end - middle < reach && !bytes[end].isLineEnd { end += 1 }
    return ((first..<end).map { bytes[$0] }, first)
  }

  private func units(_ range: Range<Int>) -> Int {
    let bytes = buffer.padded
    return range.reduce(0) { count, at in
      count + (bytes[at] & 0xC0 != 0x80 ? 1 : 0) + (bytes[at] >= 0xF0 ? 1 : 0)
    }
  }
}

extension InputBuffer {
  /// What there is to know of a place, counted from one at or before it.
  fileprivate func anchor(at offset: Int, from known: LineAnchor) -> LineAnchor {
    let bytes = padded
    var anchor = known
    for place in known.offset..<offset where bytes[place] == .lineFeed {
      anchor.lineCount += 1
      anchor.lineStart = place + 1
    }
    anchor.offset = offset
    return anchor
  }
}
