internal import RKDiagnostics

/// Parses the names of types, such as `[string]` and `set<[integer]>`.
package struct TypeNameParser {
  private let bytes: [UInt8]
  private var at = 0

  /// The deepest nesting of lists.
  private static let deepest = 16

  /// Parses the name of a type.
  package static func parse(_ text: String) throws(TextError) -> TypeName {
    // A shortcut, because most types are a single built-in word.
    if let plain = PlainType(rawValue: text) { return .plain(plain) }
    var parser = TypeNameParser(bytes: Array(text.utf8))
    let type = try parser.type(depth: 0)
    guard parser.at == parser.bytes.count else {
      throw TextError("'\(parser.rest)' stands after the type", at: parser.at)
    }
    return type
  }

  private mutating func type(depth: Int) throws(TextError) -> TypeName {
    skipSpaces()
    guard depth <= Self.deepest else {
      throw TextError("lists lie more than \(Self.deepest) deep in each other", at: at)
    }
    if accept("[") {
      let element = try type(depth: depth + 1)
      try close("]", of: "[")
      return .list(element)
    }
    let start = at
    let word = self.word()
    guard !word.isEmpty else {
      throw TextError(
        at == bytes.count ? "a type is missing" : "'\(rest)' is no type",
        at: at
      )
    }
    skipSpaces()
    guard accept("<") else {
      return PlainType(rawValue: word).map { .plain($0) } ?? .target(word, offset: start)
    }
    let end = bytes.lastIndex(of: UInt8(ascii: ">"))
    if let end, ["list", "array"].contains(word.lowercased()) {
      let element = String(decoding: bytes[at..<max(end, at)], as: UTF8.self)
      throw TextError("there is no type '\(word)<>': a list is written [\(element)]", at: start)
    }
    let isOrdered = word == "orderedSet"
    guard isOrdered || word == "set" else {
      let suggestion = NearestName.suggestion(for: word, among: ["set", "orderedSet"])
      throw TextError("there is no type '\(word)<>'\(suggestion)", at: start)
    }
    let element = try type(depth: depth + 1)
    try close(">", of: "<")
    return isOrdered ? .orderedSet(element) : .set(element)
  }

  private mutating func close(_ bracket: Unicode.Scalar, of opening: String)
    throws(TextError)
  {
    guard accept(bracket) else {
      throw TextError("the '\(opening)' of the type is not closed by '\(bracket)'", at: at)
    }
    skipSpaces()
  }

  private mutating func accept(_ character: Unicode.Scalar) -> Bool {
    guard at < bytes.count, bytes[at] == UInt8(ascii: character) else { return false }
    at += 1
    return true
  }

  /// Reads everything up to a bracket or a space.
  private mutating func word() -> String {
    let start = at
    while at < bytes.count, !Self.endsWord(bytes[at]) { at += 1 }
    return String(decoding: bytes[start..<at], as: UTF8.self)
  }

  private static func endsWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "<"), UInt8(ascii: ">"),
      UInt8(ascii: " "), UInt8(ascii: "\t"):
      true
    default: false
    }
  }

  private mutating func skipSpaces() {
    while at < bytes.count, bytes[at] == UInt8(ascii: " ") || bytes[at] == UInt8(ascii: "\t") {
      at += 1
    }
  }

  private var rest: String { String(decoding: bytes[at...], as: UTF8.self) }
}
