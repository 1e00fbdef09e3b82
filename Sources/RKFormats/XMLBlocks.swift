internal import RKEngine

/// Reads a parser's blocks one after the other, and provides the bytes of the current one as a stream.
final class XMLBlocks: ByteStream {
  private let stream: any ByteStream
  private var block = InputBuffer(capacity: 64 * 1024)
  /// The range of the bytes that have not been read yet.
  private var bytes = 0..<0
  private var events = 0..<0
  private var text = 0..<0
  /// The offset of the block's bytes in everything that was parsed.
  private var start = 0
  private(set) var ending = XMLParsing.Ending.more
  /// The place where parsing has ended, and expat's reason.
  private(set) var place = 0
  private(set) var reason = ""
  private(set) var isLast = false

  private static var blockSize: Int { 64 * 1024 }

  /// `readsAhead` says that blocks are made on a thread of their own.
  init(_ parsing: XMLParsing, readsAhead: Bool) {
    stream = ReadAhead(parsing, blockSize: Self.blockSize, usesThread: readsAhead)
  }

  /// Moves to the next block.
  func next() throws(SystemError) {
    block.dropFirst(block.count)
    try fill(XMLParsing.headSize)
    let head = XMLParsing.Head(Self.words(block))
    try fill(head.reason.upperBound)
    bytes = head.bytes
    events = head.events
    text = head.text
    start = head.start
    ending = head.ending
    place = head.place
    isLast = head.isLast
    reason = Self.string(block, head.reason)
  }

  private func fill(_ count: Int) throws(SystemError) {
    while block.count < count {
      let added = try stream.read(into: &block, upTo: count - block.count)
      precondition(added > 0, "a block that is cut off")
    }
  }

  private static func words(_ block: borrowing InputBuffer) -> [UInt64] {
    let bytes = block.padded
    var words: [UInt64] = []
    for at in stride(from: 0, to: XMLParsing.headSize, by: 8) { words.append(bytes.word(at: at)) }
    return words
  }

  private static func string(_ block: borrowing InputBuffer, _ range: Range<Int>) -> String {
    let bytes = block.padded
    var text: [UInt8] = []
    for at in range { text.append(bytes[at]) }
    return String(decoding: text, as: UTF8.self)
  }

  func read(into buffer: inout InputBuffer, upTo room: Int) -> Int {
    let count = bytes.count
    Self.copy(block, bytes, to: &buffer)
    bytes = bytes.upperBound..<bytes.upperBound
    return count
  }

  private static func copy(
    _ block: borrowing InputBuffer,
    _ range: Range<Int>,
    to buffer: inout InputBuffer
  ) {
    buffer.append(block.padded.extracting(range))
  }

  /// Passes the block's events to a transcoder; the text begins at `origin`.
  func tell(_ transcoder: inout XMLTranscoder, from origin: Int) {
    Self.tell(block, events, text.lowerBound, from: origin + start, &transcoder)
  }

  private static func tell(
    _ block: borrowing InputBuffer,
    _ events: Range<Int>,
    _ text: Int,
    from origin: Int,
    _ transcoder: inout XMLTranscoder
  ) {
    transcoder.take(block.padded, events: events, text: text, from: origin)
  }
}
