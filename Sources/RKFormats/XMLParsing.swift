internal import CFormats
internal import RKEngine

/// The XML library, expat.
package enum XMLLibrary {
  package static var name: String { "expat" }

  /// Its version; nil if the program was built without it.
  package static var version: String? {
    // SAFETY: a version is a constant C string.
    unsafe rk_xml_version().map { unsafe String(cString: $0) }
  }
}

/// Parses XML, and makes a block for each part: its bytes, expat's events, and the texts of these events.
///
/// A block begins with a head of eight words: the lengths of the four parts after it (bytes, events, texts, and
/// the reason for an error); where the bytes begin; how the step ended, and where; and whether the block is the
/// last.
@safe
final class XMLParsing: BlockMaker {
  enum Ending: UInt64 {
    case more
    case syntax
    case declaration
    case reference
  }

  /// The head of a block.
  struct Head {
    var bytes: Range<Int>
    var events: Range<Int>
    var text: Range<Int>
    var reason: Range<Int>
    var start: Int
    var ending: Ending
    var place: Int
    var isLast: Bool

    init(_ words: [UInt64]) {
      var end = XMLParsing.headSize
      let range = { (count: UInt64) in
        defer { end += Int(count) }
        return end..<(end + Int(count))
      }
      (bytes, events, text, reason) = (
        range(words[0]), range(words[1]), range(words[2]), range(words[3])
      )
      start = Int(words[4])
      ending = Ending(rawValue: words[5]) ?? .syntax
      place = Int(words[6])
      isLast = words[7] == 1
    }
  }

  static var headSize: Int { 64 }
  /// The size of an event, which has two words: kind and name, the place relative to the start of the bytes, and
  /// the length of the text.
  static var eventSize: Int { MemoryLayout<rk_xml_event>.stride }

  private let parser: OpaquePointer
  private var source: InputSource
  /// The number of bytes parsed so far, and how many of the last ones had no event.
  private var parsedCount = 0
  private var untoldCount = 0
  private var isDone = false

  /// After this many bytes without an event, the parser gets larger steps.
  private static var patience: Int { 16 * 1024 }
  /// The most bytes that expat accepts at once.
  private static var largestStep: Int { 1 << 30 }

  init(_ source: consuming InputSource, isASCII: Bool) throws(SystemError) {
    // SAFETY: the parser is this owner's from now on.
    guard let made = unsafe rk_xml_parser_make(isASCII) else { throw .noMemory(.read) }
    unsafe parser = made
    self.source = source
  }

  deinit {
    // SAFETY: nobody else has the parser.
    unsafe rk_xml_parser_free(parser)
  }

  func make(_ block: inout UniqueArray<UInt8>, size: Int) throws(SystemError) {
    if isDone { return }
    var bytes = InputBuffer(capacity: size)
    // expat parses an incomplete tag or comment again from its beginning in each step. Doubling the steps keeps
    // that linear.
    let least = untoldCount < Self.patience ? 1 : min(untoldCount, Self.largestStep / 2)
    var isLast = false
    while bytes.count < least && !isLast {
      isLast = try source.read(into: &bytes, upTo: max(size, least - bytes.count)) == 0
    }
    let count = bytes.count
    // SAFETY: the call reads the bytes of the span. What it gives is valid until the next one, which is
    // not before these spans are gone.
    let step = unsafe bytes.padded.withUnsafeBufferPointer { source in
      unsafe rk_xml_parse(parser, source.baseAddress, count, isLast)
    }
    let eventBytes = unsafe step.event_count * Self.eventSize
    let events = unsafe Span(
      _unsafeStart: UnsafeRawPointer(step.events).assumingMemoryBound(to: UInt8.self),
      count: eventBytes
    )
    let text = unsafe Span(_unsafeStart: step.text, count: step.text_count)
    // SAFETY: a reason is a constant C string.
    let reason = unsafe step.reason.map { unsafe Array(String(cString: $0).utf8) } ?? []
    let ending: Ending
    // SAFETY: these are plain numbers.
    switch unsafe step.result {
    case RK_XML_SYNTAX: ending = .syntax
    case RK_XML_DECLARATION: ending = .declaration
    case RK_XML_REFERENCE: ending = .reference
    case RK_XML_NO_MEMORY: throw .noMemory(.read)
    default: ending = .more
    }
    isDone = isLast || ending != .more
    // SAFETY: as above.
    let head = unsafe [
      UInt64(count), UInt64(eventBytes), UInt64(step.text_count), UInt64(reason.count),
      UInt64(parsedCount), ending.rawValue, step.place, isLast ? 1 : 0,
    ]
    for word in head { block.append(word: word) }
    block.append(contentsOf: bytes.padded, 0..<count)
    block.append(contentsOf: events, 0..<eventBytes)
    block.append(contentsOf: text, 0..<text.count)
    block.append(contentsOf: reason)
    untoldCount = eventBytes > 0 ? 0 : untoldCount + count
    parsedCount += count
  }
}

extension UniqueArray where Element == UInt8 {
  fileprivate mutating func append(word: UInt64) {
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      append(UInt8(truncatingIfNeeded: word >> shift))
    }
  }
}

extension XMLTranscoder {
  /// Processes the events of some bytes, which begin at `origin`.
  mutating func take(
    _ bytes: Span<UInt8>,
    events: Range<Int>,
    text first: Int,
    from origin: Int
  ) {
    var (at, start) = (events.lowerBound, first)
    while at < events.upperBound && fault == nil {
      let (head, end) = (bytes.word(at: at), start &+ Int(bytes.word(at: at &+ 8)))
      let name = Int(head &>> 4 & 0xFFF_FFFF)
      let source = origin &+ Int(Int32(truncatingIfNeeded: head &>> 32))
      at &+= XMLParsing.eventSize
      switch rk_xml_kind(UInt32(head & 0xF)) {
      case RK_XML_NAME: define(name, bytes.extracting(start..<end))
      case RK_XML_START: self.start(name, at: source)
      case RK_XML_ATTRIBUTE: attribute(name, bytes, start, end, at: source)
      case RK_XML_TEXT, RK_XML_BLANK:
        let isBlank = rk_xml_kind(UInt32(head & 0xF)) == RK_XML_BLANK
        if at < events.upperBound && rk_xml_kind(UInt32(bytes.word(at: at) & 0xF)) == RK_XML_END {
          at &+= XMLParsing.eventSize
          self.end(after: bytes, start, end, at: isBlank ? nil : source)
        } else {
          append(bytes.extracting(start..<end), at: isBlank ? nil : source)
        }
      default: self.end()
      }
      start = end
    }
  }
}
