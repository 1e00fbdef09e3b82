/// Reads an input line by line: all available lines before it waits for more.
package struct LineReader: ~Copyable {
  private var source: InputSource
  private var buffer = InputBuffer(capacity: 2 * blockSize)
  /// The offset of the next line, and the offset up to which its end was searched for.
  private var start = 0
  private var searched = 0
  private let longestLine: Int
  /// The beginning of the next line was dropped, because the line is too long.
  private var isCut = false
  /// Nothing more can be read.
  package private(set) var isAtEnd = false

  private static var blockSize: Int { 128 * 1024 }

  /// Lines of more than `longestLine` bytes are not kept.
  package init(_ source: consuming InputSource, longestLine: Int) {
    self.source = source
    self.longestLine = longestLine
  }

  /// A line without its end.
  package struct Line {
    package var text: [UInt8]
    /// The length of the line including its end.
    package var byteCount: Int
    package var isTooLong = false
  }

  /// The next available line, at the end also one without a line feed; nil if there is none.
  package mutating func next() -> Line? {
    let found = buffer.padded.first(.lineFeed, in: searched..<buffer.count)
    searched = found ?? buffer.count
    guard found != nil || isAtEnd && (searched > start || isCut) else { return nil }
    let range = start..<searched
    let line = Line(
      text: isCut ? [] : text(range),
      byteCount: range.count + (found == nil ? 0 : 1),
      isTooLong: isCut
    )
    start = found.map { $0 + 1 } ?? searched
    (searched, isCut) = (start, false)
    return line
  }

  private func text(_ range: Range<Int>) -> [UInt8] {
    let bytes = buffer.padded
    return range.map { bytes[$0] }
  }

  /// Reads more bytes, waiting for them.
  package mutating func read() throws(SystemError) {
    if searched - start > longestLine {
      isCut = true
      start = searched
    }
    buffer.dropFirst(start)
    searched -= start
    start = 0
    let room = max(Self.blockSize, buffer.count)
    if try source.read(into: &buffer, upTo: room) == 0 { isAtEnd = true }
  }
}
