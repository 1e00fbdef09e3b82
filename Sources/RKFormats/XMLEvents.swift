internal import CFormats
internal import RKEngine

/// What expat is asked for.
package enum XMLLibrary {
  package static var name: String { "expat" }

  /// Its version; nil in a program that was built without.
  package static var version: String? {
    // SAFETY: a version is a constant C string.
    unsafe rk_xml_version().map { unsafe String(cString: $0) }
  }
}

/// Parses XML, as much at a time as there is, and tells a transcoder what is in it.
@safe
final class XMLEvents {
  enum Ending {
    case more
    /// The bytes are not well-formed, for a reason.
    case syntax(String, at: Int)
    /// An entity is declared.
    case declaration(at: Int)
    /// An entity is referred to that is none of the five.
    case reference(at: Int)
  }

  /// The most bytes that are parsed at a time.
  static var largestStep: Int { 1 << 30 }

  private let parser: OpaquePointer
  /// How far something was made of the bytes.
  private(set) var eventCount = 0

  init(isASCII: Bool) throws(SystemError) {
    // SAFETY: the parser is this owner's from now on.
    guard let made = unsafe rk_xml_parser_make(isASCII) else { throw .noMemory(.read) }
    unsafe parser = made
  }

  deinit {
    // SAFETY: nobody else has the parser.
    unsafe rk_xml_parser_free(parser)
  }

  /// Tells what comes of the next bytes of a text that begins at `origin`; places are those of the text.
  func parse(
    _ bytes: Span<UInt8>,
    isLast: Bool,
    from origin: Int,
    into transcoder: inout XMLTranscoder
  ) throws(SystemError) -> Ending {
    // SAFETY: the call reads the bytes of the span. What it gives is valid until the next one, which is
    // not before these spans are gone, and 64 bytes can be read after the text.
    let step = unsafe bytes.withUnsafeBufferPointer { source in
      unsafe rk_xml_parse(parser, source.baseAddress, source.count, isLast)
    }
    eventCount = unsafe step.event_count
    let events = unsafe Span(_unsafeStart: step.events, count: step.event_count)
    let text = unsafe Span(_unsafeStart: step.text, count: step.text_count + 64)
    Self.tell(events, text, from: origin, &transcoder)
    let place = unsafe origin + Int(step.place)
    switch unsafe step.result {
    case RK_XML_SYNTAX:
      // SAFETY: a reason is a constant C string.
      return unsafe .syntax(step.reason.map { unsafe String(cString: $0) } ?? "", at: place)
    case RK_XML_DECLARATION: return .declaration(at: place)
    case RK_XML_REFERENCE: return .reference(at: place)
    case RK_XML_NO_MEMORY: throw .noMemory(.read)
    default: return .more
    }
  }

  private static func tell(
    _ events: Span<rk_xml_event>,
    _ text: Span<UInt8>,
    from origin: Int,
    _ transcoder: inout XMLTranscoder
  ) {
    var at = 0
    while at < events.count && transcoder.fault == nil {
      let event = events[at]
      let (start, end) = (Int(event.text), Int(event.text &+ event.length))
      at &+= 1
      switch event.kind {
      case RK_XML_NAME: transcoder.define(Int(event.name), text.extracting(start..<end))
      case RK_XML_START: transcoder.start(Int(event.name), at: origin &+ Int(event.source))
      case RK_XML_ATTRIBUTE:
        let source = origin &+ Int(event.source)
        transcoder.attribute(Int(event.name), text, start, end, at: source)
      case RK_XML_TEXT:
        let source = event.source == UInt64.max ? nil : origin &+ Int(event.source)
        if at < events.count && events[at].kind == RK_XML_END {
          at &+= 1
          transcoder.end(after: text, start, end, at: source)
        } else {
          transcoder.append(text.extracting(start..<end), at: source)
        }
      default: transcoder.end()
      }
    }
  }
}
