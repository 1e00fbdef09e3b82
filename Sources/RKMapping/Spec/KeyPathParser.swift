internal import RKDiagnostics

/// What is wrong with a key path.
package struct KeyPathError: Error, Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case malformed
    /// Part of the language that this version does not do yet.
    case unsupported
  }

  package var kind: Kind
  package var message: String
  /// The offset in the text, in bytes of UTF-8.
  package var offset: Int
  package var help: String?
}

/// Takes key paths apart: `a.b`, `a\.b`, `["a.b"].c`, `list[0]`, `@parent.name`, `(username).email`.
package struct KeyPathParser {
  private let text: String
  private let bytes: [UInt8]
  private var at = 0

  private init(_ text: String) {
    self.text = text
    bytes = Array(text.utf8)
  }

  /// The source that a text names.
  package static func source(_ text: String) throws(KeyPathError) -> SourceKeyPath {
    var parser = KeyPathParser(text)
    return try parser.parseSource()
  }

  /// The destination that a text names: keys alone.
  package static func destination(_ text: String) throws(KeyPathError) -> DestinationKeyPath {
    var parser = KeyPathParser(text)
    var keys: [String] = []
    for component in try parser.parseComponents() {
      guard case .key(let key) = component else {
        throw KeyPathError(
          kind: .malformed,
          message: "a destination has no index",
          offset: 0,
          help: "a number as the name of a member is written without brackets"
        )
      }
      keys.append(key)
    }
    return DestinationKeyPath(keys: keys, text: text)
  }

  // MARK: - Roots

  private mutating func parseSource() throws(KeyPathError) -> SourceKeyPath {
    if bytes.isEmpty { return .none }
    var root = SourceKeyPath.Root.representation
    switch bytes[0] {
    case UInt8(ascii: "@"): root = try parseRoot()
    case UInt8(ascii: "("): root = .nestingAttribute(try parseNesting(UInt8(ascii: ")")))
    case UInt8(ascii: "{"): root = .nestingAttribute(try parseNesting(UInt8(ascii: "}")))
    default:
      guard let rest = takeWord("self") else {
        return SourceKeyPath(components: try parseComponents(), text: text)
      }
      at = rest
    }
    let end = at
    let components = try parseRest()
    if !components.isEmpty && !Self.mayContinue(root) {
      let start = String(decoding: bytes[..<end], as: UTF8.self)
      throw malformed("nothing can follow '\(start)' in a key path", at: end)
    }
    return SourceKeyPath(root: root, components: components, text: text)
  }

  private static func mayContinue(_ root: SourceKeyPath.Root) -> Bool {
    switch root {
    case .key, .collectionIndex, .rootKeyPath, .parentObject: false
    default: true
    }
  }

  /// The place behind a word, if it is the whole component here.
  private func takeWord(_ word: String) -> Int? {
    let end = at + word.utf8.count
    guard bytes[at...].starts(with: word.utf8) else { return nil }
    let isWhole =
      end == bytes.count || bytes[end] == UInt8(ascii: ".") || bytes[end] == UInt8(ascii: "[")
    return isWhole ? end : nil
  }

  private mutating func parseRoot() throws(KeyPathError) -> SourceKeyPath.Root {
    if let end = takeWord("@root") { return advance(to: end, .root) }
    if let end = takeWord("@document") { return advance(to: end, .document) }
    if let end = takeWord("@key") { return advance(to: end, .key) }
    if let end = takeWord("@metadata") {
      at = end
      return try parseMetadata()
    }
    var levels = 0
    while at < bytes.count, let end = takeWord("@parent") {
      levels += 1
      at = end
      let isRepeated = bytes[at...].starts(with: ".@parent".utf8)
      guard isRepeated else { break }
      at += 1
    }
    guard levels > 0 else { throw unknownRoot() }
    return .parent(levels: levels)
  }

  private mutating func advance(to end: Int, _ root: SourceKeyPath.Root) -> SourceKeyPath.Root {
    at = end
    return root
  }

  private func unknownRoot() -> KeyPathError {
    let word = String(decoding: bytes[at...].prefix { $0 != UInt8(ascii: ".") }, as: UTF8.self)
    if Self.operators.contains(word) {
      return unsupported("this version does not do the operator \(word) yet", at: at)
    }
    let known = ["@root", "@parent", "@document", "@key", "@metadata"] + Self.operators
    let suggestion = NearestName.suggestion(for: word, among: known)
    return malformed(
      "the key path '\(text)' begins with '\(word)', which means nothing\(suggestion)",
      at: at,
      help: "a key that begins with @ is written [\"\(word)\"]"
    )
  }

  private static let operators = [
    "@count", "@sum", "@avg", "@min", "@max", "@first", "@last", "@unionOfObjects",
    "@distinctUnionOfObjects", "@unionOfArrays", "@distinctUnionOfArrays", "@keys", "@values",
  ]

  private mutating func parseMetadata() throws(KeyPathError) -> SourceKeyPath.Root {
    let start = at
    var names: [String] = []
    for component in try parseRest() {
      guard case .key(let name) = component else {
        throw malformed("nothing of @metadata is an array, so '\(text)' has no index", at: start)
      }
      names.append(name)
    }
    switch names.prefix(2) {
    case ["mapping", "rootKeyPath"] where names.count == 2: return .rootKeyPath
    case ["mapping", "collectionIndex"] where names.count == 2: return .collectionIndex
    case ["mapping", "parentObject"] where names.count > 2:
      return .parentObject(names.dropFirst(2).joined(separator: "."))
    default: break
    }
    switch names.first {
    case "routing", "HTTP", "file", nil:
      throw unsupported("this version does not do '\(text)' yet", at: start)
    case "mapping":
      throw malformed(
        "'\(text)' names nothing of @metadata.mapping",
        at: start,
        help: "there are rootKeyPath, collectionIndex and parentObject.<attribute>"
      )
    default: throw unsupported("this version does not do '\(text)' yet", at: start)
    }
  }

  private mutating func parseNesting(_ closer: UInt8) throws(KeyPathError) -> String {
    guard let end = bytes.firstIndex(of: closer) else {
      throw malformed("'\(text)' has no closing bracket", at: 0)
    }
    let name = String(decoding: bytes[1..<end], as: UTF8.self)
    at = end + 1
    guard at == bytes.count || bytes[at] == UInt8(ascii: ".") || bytes[at] == UInt8(ascii: "[")
    else {
      throw malformed(
        "a dot is missing in the key path '\(text)'",
        at: at,
        help: "a key that begins with a bracket is written [\"\(text)\"]"
      )
    }
    return name
  }

  // MARK: - Components

  /// The components behind a root.
  private mutating func parseRest() throws(KeyPathError) -> [SourceKeyPath.Component] {
    guard at < bytes.count else { return [] }
    if bytes[at] == UInt8(ascii: ".") {
      at += 1
      return try parseComponents()
    }
    return try parseComponents(isBehindKey: true)
  }

  private static let mostComponents = 100

  private mutating func parseComponents(isBehindKey: Bool = false) throws(KeyPathError)
    -> [SourceKeyPath.Component]
  {
    var components: [SourceKeyPath.Component] = []
    var wantsKey = !isBehindKey
    while true {
      if components.count > Self.mostComponents {
        throw malformed("a key path has at most \(Self.mostComponents) components", at: 0)
      }
      if at < bytes.count && bytes[at] == UInt8(ascii: "[") {
        components.append(try parseBracket())
        wantsKey = false
      } else if wantsKey {
        components.append(.key(try parseKey()))
        wantsKey = false
      } else if at == bytes.count {
        return components
      } else if bytes[at] == UInt8(ascii: ".") {
        at += 1
        wantsKey = true
      } else {
        throw malformed("a dot is missing in the key path '\(text)'", at: at)
      }
    }
  }

  private mutating func parseKey() throws(KeyPathError) -> String {
    let start = at
    var key: [UInt8] = []
    while at < bytes.count {
      let byte = bytes[at]
      switch byte {
      case UInt8(ascii: "."), UInt8(ascii: "["): return try finish(key, from: start)
      case UInt8(ascii: "\\"):
        guard at + 1 < bytes.count else {
          throw malformed("the key path '\(text)' ends with a backslash", at: at)
        }
        key.append(bytes[at + 1])
        at += 2
        continue
      case UInt8(ascii: "*"):
        throw unsupported(
          "this version does not do '*' in a key path yet",
          at: at,
          help: "a key with a star in it is written [\"\u{2026}*\u{2026}\"]"
        )
      case UInt8(ascii: "@") where at == start:
        let word = String(decoding: bytes[at...].prefix { $0 != UInt8(ascii: ".") }, as: UTF8.self)
        if Self.operators.contains(word) {
          throw unsupported("this version does not do the operator \(word) yet", at: at)
        }
        throw malformed(
          "'\(word)' cannot stand inside the key path '\(text)'",
          at: at,
          help: "a key that begins with @ is written [\"\(word)\"]"
        )
      default: break
      }
      key.append(byte)
      at += 1
    }
    return try finish(key, from: start)
  }

  private func finish(_ key: [UInt8], from start: Int) throws(KeyPathError) -> String {
    let name = String(decoding: key, as: UTF8.self)
    guard at == start else {
      if name.first == " " || name.last == " " {
        throw malformed(
          "a key of '\(text)' begins or ends with a space",
          at: start,
          help: "where that is meant, it is written [\"\(name)\"]"
        )
      }
      return name
    }
    if isRecursive(start) {
      throw unsupported("this version does not do '..' in a key path yet", at: start)
    }
    throw malformed(
      "a key is missing in the key path '\(text)'",
      at: start,
      help: "the empty key is written [\"\"]"
    )
  }

  /// Whether the key is missing between the two dots of `..name`.
  private func isRecursive(_ start: Int) -> Bool {
    let dots = bytes[start...].prefix { $0 == UInt8(ascii: ".") }.count + (start > 0 ? 1 : 0)
    return dots == 2 && start + 2 - (start > 0 ? 1 : 0) < bytes.count
  }

  // MARK: - Brackets

  private mutating func parseBracket() throws(KeyPathError) -> SourceKeyPath.Component {
    let start = at
    at += 1
    guard at < bytes.count else { throw malformed("'\(text)' ends inside a bracket", at: start) }
    if bytes[at] == UInt8(ascii: "\"") { return .key(try parseQuotedKey(start)) }
    guard let end = bytes[at...].firstIndex(of: UInt8(ascii: "]")) else {
      throw malformed("'\(text)' has no closing bracket", at: start)
    }
    let content = String(decoding: bytes[at..<end], as: UTF8.self)
    at = end + 1
    if content == "*" {
      throw unsupported("this version does not do '[*]' in a key path yet", at: start)
    }
    guard let index = Int(content), Int32(exactly: index) != nil else {
      throw malformed(
        "'[\(content)]' is no index",
        at: start,
        help: "an index is a whole number; a key is written [\"\(content)\"]"
      )
    }
    return .index(index)
  }

  /// A key in brackets is a JSON string.
  private mutating func parseQuotedKey(_ start: Int) throws(KeyPathError) -> String {
    var end = at + 1
    while end < bytes.count && bytes[end] != UInt8(ascii: "\"") {
      end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard end + 1 < bytes.count, bytes[end + 1] == UInt8(ascii: "]") else {
      throw malformed("'\(text)' has no closing bracket", at: start)
    }
    guard let key = SpecScanner.plainText(ofString: Array(bytes[at...end])) else {
      throw malformed("the key in the brackets of '\(text)' is no JSON string", at: start)
    }
    at = end + 2
    return key
  }

  // MARK: -

  private func malformed(_ message: String, at offset: Int, help: String? = nil) -> KeyPathError {
    KeyPathError(kind: .malformed, message: message, offset: offset, help: help)
  }

  private func unsupported(_ message: String, at offset: Int, help: String? = nil) -> KeyPathError {
    KeyPathError(kind: .unsupported, message: message, offset: offset, help: help)
  }
}
