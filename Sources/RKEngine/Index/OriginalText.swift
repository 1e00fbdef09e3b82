/// The input of a transcoded text: the bytes that were not transcoded yet, and those whose places
/// may still be requested.
///
/// All offsets are those of the input.
package struct OriginalText: ~Copyable {
  /// The input's name, as the user gave it.
  package let name: String
  private var source: InputSource
  private var buffer: InputBuffer
  private let countsCharacters: Bool
  /// The offset of the first buffered byte.
  package private(set) var start: Int
  /// The lines that end before `start`, the beginning of its own line, and the UTF-16 code units of
  /// that line before it.
  private var lineCount = 0
  private var lineStart: Int
  private var unitCount = 0
  /// The last place whose line was requested, relative to `start`.
  private var anchor = LineAnchor()
  /// The buffer contains the rest of the input.
  package private(set) var isAtEnd = false

  /// How many bytes are read at a time.
  private static var blockSize: Int { 128 * 1024 }
  /// Buffered bytes above which a row counts as long.
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

  /// The offset after the last buffered byte.
  package var end: Int { start + buffer.count }

  /// The buffered bytes, with padding that may be read.
  package var padded: Span<UInt8> {
    @_lifetime(borrow self)
    borrowing get { buffer.padded }
  }

  /// Reads the next block, or as many bytes as are buffered.
  ///
  /// The buffer may be a part of one row, which is scanned again when there is more of it. So a
  /// long row grows by a share of its length, even if few bytes arrive at a time.
  package mutating func fill() throws(SystemError) {
    let before = buffer.count
    let wanted = max(Self.blockSize, before)
    repeat {
      let count = buffer.count
      if try source.read(into: &buffer, upTo: before + wanted - count) == 0 { isAtEnd = true }
      if source.mayWait && buffer.hasLineEnd(from: count) && source.wouldWait { return }
    } while !isAtEnd && before > Self.longRow && buffer.count < before + before / 2
  }

  /// Whether a read would wait for bytes.
  package var wouldWait: Bool { !isAtEnd && source.wouldWait }

  /// Releases the bytes before an offset, except those shown around later places.
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

  /// The place of buffered bytes; `isShown` says whether an excerpt of the line is wanted.
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

  /// Counts lines from the last requested place.
  private mutating func moveAnchor(to offset: Int) {
    let at = min(max(offset - start, 0), buffer.count)
    anchor = buffer.anchor(at: at, from: at < anchor.offset ? LineAnchor() : anchor)
  }

  /// The bytes of the line around a byte, and the offset in the buffer at which they begin.
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
  /// The anchor of an offset, counted from one at or before it.
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
