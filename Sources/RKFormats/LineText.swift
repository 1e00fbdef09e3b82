package import RKEngine

/// The part of a line before its document.
package struct LinePrefix {
  /// The length of that part in bytes.
  package var count: Int
  /// The replacement, which is padded with spaces; it must not be longer.
  package var text: [UInt8] = []
}

/// Reads lines with a prefix before each document as lines of JSON.
///
/// The prefix is replaced with spaces, so that every byte keeps its offset.
package class LineText: TranscodedText {
  /// A line that cannot be read, or is not a document.
  package struct Stop: Sendable {
    package var place: InputPlace
    package var line: [UInt8]
  }

  private var original: OriginalText
  /// The offset where the next line begins; the text before it has been made.
  private var next: Int
  package var madeCount: Int { next }
  private var made = UniqueArray<UInt8>()
  /// The line that reading has stopped at.
  private var stop: Stop?
  package private(set) var isAtEnd = false
  /// Whether nothing has been read.
  package var isEmpty: Bool { next == byteOffset }
  package let byteOffset: Int

  private static var longestLine: Int { Int(UInt32.max) }

  /// `byteOffset` is where the source begins in its file.
  package init(
    _ source: consuming InputSource,
    name: String,
    byteOffset: Int,
    countsCharacters: Bool = false
  ) {
    original = OriginalText(
      source,
      name: name,
      byteOffset: byteOffset,
      countsCharacters: countsCharacters
    )
    self.byteOffset = byteOffset
    next = byteOffset
  }

  /// The prefix of a line that begins at an offset of the input; nil to stop before the line.
  ///
  /// A prefix that is the whole line means that there is no document.
  package func prefix(of line: Span<UInt8>, at offset: Int) -> LinePrefix? {
    LinePrefix(count: 0)
  }

  /// The line that reading has stopped at; the next read continues after it.
  package func takeStop() -> Stop? {
    defer { stop = nil }
    return stop
  }

  // MARK: - Reading

  package func read(into buffer: inout InputBuffer, upTo room: Int) throws(SystemError) -> Int {
    made.removeAll()
    while stop == nil && !isAtEnd && made.count < room {
      guard let end = Self.lineEnd(original, from: next) else {
        if original.isAtEnd {
          if next < original.end { take(line: next..<original.end) }
          isAtEnd = stop == nil
          break
        }
        // What is ready is returned before waiting for more.
        if made.count > 0 { break }
        if original.end - next > Self.longestLine {
          stop(at: next..<next + 1)
        } else {
          try original.fill()
        }
        continue
      }
      take(line: next..<end)
    }
    buffer.append(made.span)
    return made.count
  }

  private static func lineEnd(_ original: borrowing OriginalText, from start: Int) -> Int? {
    let base = original.start
    let end = original.padded.first(.lineFeed, in: (start - base)..<(original.end - base))
    return end.map { $0 + base }
  }

  /// Makes the text of a line and its line end.
  ///
  /// Reading continues after the line even if it stops there.
  private func take(line range: Range<Int>) {
    let isComplete = range.upperBound < original.end
    if let prefix = Self.prefix(original, range, { prefix(of: $0, at: range.lowerBound) }) {
      made.append(contentsOf: prefix.text)
      made.append(repeating: .space, count: prefix.count - prefix.text.count)
      Self.append(original, range.lowerBound + prefix.count..<range.upperBound, to: &made)
      if isComplete { made.append(.lineFeed) }
    } else {
      stop(at: range)
    }
    next = range.upperBound + (isComplete ? 1 : 0)
  }

  /// Not inlined: the optimiser of Swift 6.3 fails on a borrowed span that is used beside `made`.
  @inline(never)
  private static func append(
    _ original: borrowing OriginalText,
    _ range: Range<Int>,
    to made: inout UniqueArray<UInt8>
  ) {
    let start = original.start
    made.append(contentsOf: original.padded, range.lowerBound - start..<range.upperBound - start)
  }

  private static func prefix(
    _ original: borrowing OriginalText,
    _ range: Range<Int>,
    _ read: (Span<UInt8>) -> LinePrefix?
  ) -> LinePrefix? {
    let bytes = original.padded
    let (start, end) = (range.lowerBound - original.start, range.upperBound - original.start)
    return read(bytes.extracting(start..<end))
  }

  private func stop(at range: Range<Int>) {
    let count = min(range.count, FailedRecord.longestBadLine)
    let line = Self.bytes(original, range.lowerBound..<range.lowerBound + count)
    stop = Stop(place: original.place(range), line: line)
  }

  private static func bytes(_ original: borrowing OriginalText, _ range: Range<Int>) -> [UInt8] {
    let bytes = original.padded
    return range.map { bytes[$0 - original.start] }
  }

  // MARK: - Places

  package var keepsOffsets: Bool { true }
  package var line: Int { 1 }
  package var readOffset: Int? { next }
  package var isBroken: Bool { false }

  package var wouldWait: Bool {
    stop == nil && !isAtEnd && Self.lineEnd(original, from: next) == nil && original.wouldWait
  }

  package func release(before offset: Int) {
    original.release(before: min(offset, next))
  }

  package func line(of offset: Int) -> Int { original.line(of: offset) }

  package func locate(_ place: InputPlace) -> InputPlace {
    let range = place.byteOffset..<place.byteOffset + max(place.markedCount, 1)
    var found = original.place(range, isShown: !place.excerpt.isEmpty)
    found.pointer = place.pointer
    found.value = place.value
    found.recordNumber = place.recordNumber
    found.waysToMembers = place.waysToMembers
    return found
  }
}

/// Lines that consist of a position, a tab and a document.
package final class PositionedLines: LineText {
  private let positions: LinePositions

  private static var longestPosition: Int { 200 }

  /// `positions` receives the positions; see `LineText` for the rest.
  package init(
    _ source: consuming InputSource,
    name: String,
    byteOffset: Int,
    countsCharacters: Bool = false,
    to positions: LinePositions
  ) {
    self.positions = positions
    super.init(
      source,
      name: name,
      byteOffset: byteOffset,
      countsCharacters: countsCharacters
    )
  }

  package override func prefix(of line: Span<UInt8>, at offset: Int) -> LinePrefix? {
    guard let tab = line.first(.tab, in: 0..<line.count), (1...Self.longestPosition).contains(tab)
    else { return nil }
    positions.add((0..<tab).map { line[$0] }[...], ofLineAt: offset)
    return LinePrefix(count: tab + 1)
  }
}
