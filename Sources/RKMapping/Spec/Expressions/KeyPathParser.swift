internal import RKDiagnostics
internal import RKEngine

/// Parses key paths: `a.b`, `a\.b`, `["a.b"].c`, `list[0]`, `list[*].c`, `x-*`, `..name`,
/// `list.@sum.n`, `@parent.name`, `(username).email`.
package struct KeyPathParser {
  let text: String
  let bytes: [UInt8]
  var at = 0

  private init(_ text: String) {
    self.text = text
    bytes = Array(text.utf8)
  }

  /// Parses a source.
  package static func source(_ text: String) throws(TextError) -> SourceKeyPath {
    var parser = KeyPathParser(text)
    return try parser.parseSource()
  }

  /// Parses a destination, which consists of keys only.
  package static func destination(_ text: String) throws(TextError) -> DestinationKeyPath {
    var parser = KeyPathParser(text)
    var keys: [String] = []
    try parser.parseComponents { component, offset throws(TextError) in
      guard case .key(let key) = component else {
        throw component.destinationError(at: offset)
      }
      keys.append(key)
    }
    return DestinationKeyPath(keys: keys, text: text)
  }

  // MARK: - Roots

  private mutating func parseSource() throws(TextError) -> SourceKeyPath {
    if bytes.isEmpty { return .none }
    var root = SourceKeyPath.Root.representation
    switch bytes[0] {
    case UInt8(ascii: "@"):
      if collectionOperator() != nil { break }
      root = try parseRoot()
    case UInt8(ascii: "("): root = .nestingAttribute(try parseNesting(UInt8(ascii: ")")))
    case UInt8(ascii: "{"): root = .nestingAttribute(try parseNesting(UInt8(ascii: "}")))
    default:
      guard let rest = takeWord("self") else {
        return SourceKeyPath(components: try parseComponents(), text: text)
      }
      at = rest
    }
    let end = at
    let components = end == 0 ? try parseComponents() : try parseRest()
    if !components.isEmpty && !Self.mayContinue(root) {
      let start = String(decoding: bytes[..<end], as: UTF8.self)
      throw TextError("nothing can follow '\(start)' in a key path", at: end)
    }
    return SourceKeyPath(root: root, components: components, text: text)
  }

  private static func mayContinue(_ root: SourceKeyPath.Root) -> Bool {
    switch root {
    case .key, .collectionIndex, .rootKeyPath, .parentObject, .metadata: false
    default: true
    }
  }

  /// Returns the offset after a word, if the word is the whole component here.
  func takeWord(_ word: String) -> Int? {
    let end = at + word.utf8.count
    guard bytes[at...].starts(with: word.utf8) else { return nil }
    let isWhole =
      end == bytes.count || bytes[end] == UInt8(ascii: ".") || bytes[end] == UInt8(ascii: "[")
    return isWhole ? end : nil
  }

  private mutating func parseRoot() throws(TextError) -> SourceKeyPath.Root {
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

  private func unknownRoot() -> TextError {
    let word = self.word
    let known =
      ["@root", "@parent", "@document", "@key", "@metadata"]
      + CollectionOperator.allCases.map(\.rawValue)
    let suggestion = NearestName.suggestion(for: word, among: known)
    return TextError(
      "the key path '\(text)' begins with '\(word)', which means nothing\(suggestion)",
      at: at,
      help: "a key that begins with @ is written [\"\(word)\"]"
    )
  }

  private mutating func parseMetadata() throws(TextError) -> SourceKeyPath.Root {
    let start = at
    var names: [String] = []
    for component in try parseRest() {
      guard case .key(let name) = component else {
        throw TextError("@metadata has nothing but names, so '\(text)' leads nowhere", at: start)
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
    guard !names.isEmpty else {
      throw TextError(
        "@metadata alone is no value",
        at: 0,
        help: "there are @metadata.mapping, .routing, .HTTP, .file, and what --meta adds"
      )
    }
    return .metadata(names)
  }

  private mutating func parseNesting(_ closer: UInt8) throws(TextError) -> String {
    guard let end = bytes.firstIndex(of: closer) else {
      throw TextError("'\(text)' has no closing bracket", at: 0)
    }
    let name = String(decoding: bytes[1..<end], as: UTF8.self)
    at = end + 1
    guard at == bytes.count || bytes[at] == UInt8(ascii: ".") || bytes[at] == UInt8(ascii: "[")
    else {
      throw TextError(
        "a dot is missing in the key path '\(text)'",
        at: at,
        help: "a key that begins with a bracket is written [\"\(text)\"]"
      )
    }
    return name
  }
}
