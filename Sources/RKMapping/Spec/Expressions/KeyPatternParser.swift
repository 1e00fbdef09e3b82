/// Parses patterns for keys, such as `_links`, `_*`, `meta.debug`, `["a.b"]`, `a\.b` and `2\*`.
struct KeyPatternParser {
  private let text: String
  private let bytes: [UInt8]
  private var at = 0

  private init(_ text: String) {
    self.text = text
    bytes = Array(text.utf8)
  }

  /// Parses a pattern.
  static func parse(_ text: String) throws(TextError) -> KeyPattern {
    var parser = KeyPatternParser(text)
    var components: [KeyPattern.Component] = []
    repeat {
      // A bracket needs no dot before it.
      if !components.isEmpty && parser.next == UInt8(ascii: ".") { parser.at += 1 }
      components.append(try parser.parseComponent())
      if components.count > mostComponents {
        throw TextError("'\(text)' has more than \(mostComponents) keys", at: 0)
      }
    } while parser.next != nil
    return KeyPattern(components)
  }

  private static let mostComponents = 100

  private var next: UInt8? { at < bytes.count ? bytes[at] : nil }

  /// Parses a key, up to the next dot or the end.
  private mutating func parseComponent() throws(TextError) -> KeyPattern.Component {
    let start = at
    if next == UInt8(ascii: "[") { return try parseQuoted() }
    var pieces: [[UInt8]] = [[]]
    while var byte = next, byte != UInt8(ascii: "."), byte != UInt8(ascii: "[") {
      if byte == UInt8(ascii: "*") {
        pieces.append([])
        at += 1
        continue
      }
      if byte == UInt8(ascii: "\\") {
        at += 1
        guard at < bytes.count else {
          throw TextError("'\(text)' ends with a backslash", at: start)
        }
        byte = bytes[at]
      }
      pieces[pieces.count - 1].append(byte)
      at += 1
    }
    guard at > start else {
      throw TextError(
        "a key is missing in '\(text)'",
        at: start,
        help: "the empty key is written [\"\"]"
      )
    }
    return KeyPattern.Component(pieces: pieces.map { String(decoding: $0, as: UTF8.self) })
  }

  /// A key in brackets is a JSON string, in which stars are literal.
  private mutating func parseQuoted() throws(TextError) -> KeyPattern.Component {
    let start = at
    at += 1
    var end = at + 1
    while end < bytes.count && bytes[end] != UInt8(ascii: "\"") {
      end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard at < bytes.count, bytes[at] == UInt8(ascii: "\""), end + 1 < bytes.count,
      bytes[end + 1] == UInt8(ascii: "]"),
      let key = SpecScanner.plainText(ofString: Array(bytes[at...end])),
      end + 2 == bytes.count || bytes[end + 2] == UInt8(ascii: ".")
        || bytes[end + 2] == UInt8(ascii: "[")
    else {
      throw TextError(
        "'\(text)' has a bracket that holds no key",
        at: start,
        help: "a key in brackets is written [\"\u{2026}\"]"
      )
    }
    at = end + 2
    return KeyPattern.Component(pieces: [key])
  }
}
