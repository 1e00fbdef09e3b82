internal import RKEngine

/// A text encoding that XML can have.
enum XMLEncoding: Equatable {
  case utf8
  case ascii
  case latin1
  case utf16(isBigEndian: Bool)

  /// What is known about the encoding of a text.
  enum Finding: Equatable {
    case known(XMLEncoding)
    /// An encoding that is not supported; its name was given, or is in the text at this range.
    case unknown(String, at: Range<Int>)
  }

  /// How many bytes of a text are examined.
  static var headSize: Int { 1024 }

  /// The encoding of a text: the one that is given by name, or else that of a byte order mark, or else the declared
  /// one.
  static func find(_ head: [UInt8], named name: String?) -> Finding {
    let order = byteOrder(head)
    if let name {
      if name.hasPrefix("utf-16") {
        return order.map { .known(.utf16(isBigEndian: $0)) } ?? .unknown(name, at: 0..<0)
      }
      return encoding(name).map { .known($0) } ?? .unknown(name, at: 0..<0)
    }
    if head.starts(with: [0xFF, 0xFE, 0, 0]) || head.starts(with: [0, 0, 0xFE, 0xFF]) {
      return .unknown("UTF-32", at: 0..<4)
    }
    if let order { return .known(.utf16(isBigEndian: order)) }
    if head.markCount > 0 { return .known(.utf8) }
    guard let declared = declaredName(head) else { return .known(.utf8) }
    let text = String(decoding: head[declared], as: UTF8.self)
    return encoding(text.lowercased()).map { .known($0) } ?? .unknown(text, at: declared)
  }

  /// Whether a UTF-16 byte order mark says that the high byte comes first; nil if there is none.
  private static func byteOrder(_ head: [UInt8]) -> Bool? {
    head.starts(with: [0xFE, 0xFF]) ? true : head.starts(with: [0xFF, 0xFE]) ? false : nil
  }

  private static func encoding(_ name: String) -> XMLEncoding? {
    switch name {
    case "utf-8", "utf8": .utf8
    case "us-ascii", "ascii": .ascii
    case "iso-8859-1", "iso_8859-1", "latin1": .latin1
    default: nil
    }
  }

  /// The range of the encoding's name in the declaration at the beginning of a text.
  private static func declaredName(_ head: [UInt8]) -> Range<Int>? {
    guard head.starts(with: Array("<?xml".utf8)), head.count > 5, head[5].isWhitespace else {
      return nil
    }
    let end = head.firstIndex(of: .ascii(">")) ?? head.count
    let word = Array("encoding".utf8)
    guard let start = (6..<max(end, 6)).first(where: { head[$0..<end].starts(with: word) }) else {
      return nil
    }
    var at = start + word.count
    while at < end && (head[at].isWhitespace || head[at] == .ascii("=")) { at += 1 }
    guard at < end, head[at] == .quote || head[at] == .ascii("'"),
      let close = head[(at + 1)..<end].firstIndex(of: head[at])
    else { return nil }
    return (at + 1)..<close
  }
}

/// Decodes a source to UTF-8, beginning with bytes that were read from it beforehand.
final class XMLSource: ByteStream {
  private var source: InputSource
  private let encoding: XMLEncoding
  /// The bytes that were read beforehand and not returned yet.
  private var head: [UInt8]
  /// The first bytes of an incomplete character.
  private var rest: [UInt8] = []

  init(_ head: [UInt8], _ source: consuming InputSource, _ encoding: XMLEncoding) {
    self.head = head
    self.source = source
    self.encoding = encoding
  }

  func read(into buffer: inout InputBuffer, upTo room: Int) throws(SystemError) -> Int {
    switch encoding {
    case .utf8, .ascii:
      if head.isEmpty { return try source.read(into: &buffer, upTo: room) }
      let given = head
      head = []
      buffer.append(given.span)
      return given.count
    case .latin1, .utf16:
      let before = buffer.count
      while buffer.count == before {
        // One byte may become two.
        let bytes = try rest + nextBytes(upTo: max(room / 2, 2))
        if bytes.isEmpty { break }
        append(bytes, to: &buffer)
      }
      return buffer.count - before
    }
  }

  private func nextBytes(upTo room: Int) throws(SystemError) -> [UInt8] {
    if !head.isEmpty {
      defer { head = [] }
      return head
    }
    var raw = InputBuffer(capacity: room)
    let count = try source.read(into: &raw, upTo: room)
    // An incomplete character at the end is an error, so bytes are returned that are not valid.
    if count == 0 && !rest.isEmpty { return [0xD8, 0xD8, 0xD8] }
    return (0..<count).map { raw.padded[$0] }
  }

  private func append(_ bytes: [UInt8], to buffer: inout InputBuffer) {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 2)
    rest = []
    if case .utf16(let isBigEndian) = encoding {
      let high = isBigEndian ? 0 : 1
      let unit = { (at: Int) in UInt32(bytes[at + high]) << 8 | UInt32(bytes[at + 1 - high]) }
      var at = 0
      while at + 1 < bytes.count {
        let first = unit(at)
        if first & 0xFC00 == 0xD800 {
          if at + 3 >= bytes.count { break }
          if unit(at + 2) & 0xFC00 == 0xDC00 {
            text.append(codePoint: 0x10000 + (first - 0xD800) << 10 + (unit(at + 2) - 0xDC00))
            at += 4
            continue
          }
        }
        text.append(codePoint: first)
        at += 2
      }
      rest = Array(bytes[at...])
    } else {
      for byte in bytes { text.append(codePoint: UInt32(byte)) }
    }
    buffer.append(text.span)
  }
}
