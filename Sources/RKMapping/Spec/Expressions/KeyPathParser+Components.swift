internal import RKDiagnostics
internal import RKEngine

extension KeyPathParser {
  /// Parses the components after a root.
  mutating func parseRest() throws(TextError) -> [SourceKeyPath.Component] {
    guard at < bytes.count else { return [] }
    if bytes[at] == UInt8(ascii: ".") {
      at += 1
      return try parseComponents()
    }
    return try parseComponents(isAfterKey: true)
  }

  mutating func parseComponents(isAfterKey: Bool = false) throws(TextError)
    -> [SourceKeyPath.Component]
  {
    var components: [SourceKeyPath.Component] = []
    components.reserveCapacity(2)
    try parseComponents(isAfterKey: isAfterKey) { component, _ in components.append(component) }
    return components
  }

  private static var mostComponents: Int { 100 }

  /// Parses the components to the end of the text, and passes on each with its offset.
  mutating func parseComponents(
    isAfterKey: Bool = false,
    _ take: (SourceKeyPath.Component, Int) throws(TextError) -> Void
  ) throws(TextError) {
    var wantsKey = !isAfterKey
    var count = 0
    var last: SourceKeyPath.Component?
    while true {
      let start = at
      if count > Self.mostComponents {
        throw TextError("a key path has at most \(Self.mostComponents) components", at: 0)
      }
      let component: SourceKeyPath.Component
      if at < bytes.count && bytes[at] == UInt8(ascii: "[") {
        component = try parseBracket()
      } else if wantsKey && last?.looksIntoElements == true, let end = takeWord("self") {
        // Key-value coding's notation for the elements themselves.
        at = end
        wantsKey = false
        continue
      } else if wantsKey {
        component = try parseComponent()
      } else if at == bytes.count {
        return
      } else if bytes[at] == UInt8(ascii: ".") {
        at += 1
        wantsKey = true
        continue
      } else {
        throw TextError("a dot is missing in the key path '\(text)'", at: at)
      }
      if case .collection(.count) = last {
        throw TextError("nothing can follow '@count' in a key path", at: start)
      }
      try take(component, start)
      last = component
      count += 1
      wantsKey = false
    }
  }

  /// Parses a component that is not in brackets; it must not be empty.
  private mutating func parseComponent() throws(TextError) -> SourceKeyPath.Component {
    let start = at
    if at < bytes.count && bytes[at] == UInt8(ascii: "@") {
      guard let collection = collectionOperator() else { throw unknownOperator() }
      at += collection.rawValue.utf8.count
      return .collection(collection)
    }
    if at < bytes.count && bytes[at] == UInt8(ascii: ".") { return try parseDescendants() }
    if let key = takePlainKey() { return .key(key) }
    let pieces = try parsePieces()
    guard pieces.count == 1 else {
      return pieces.allSatisfy(\.isEmpty)
        ? .all(isList: false) : .glob(KeyPattern.Component(pieces: pieces))
    }
    return .key(try finish(pieces[0], from: start))
  }

  /// Parses a plain key: one without stars, escapes, and spaces at its ends.
  private mutating func takePlainKey() -> String? {
    var end = at
    scan: while end < bytes.count {
      switch bytes[end] {
      case UInt8(ascii: "."), UInt8(ascii: "["): break scan
      case UInt8(ascii: "*"), UInt8(ascii: "\\"): return nil
      default: end += 1
      }
    }
    guard end > at, bytes[at] != UInt8(ascii: " "), bytes[end - 1] != UInt8(ascii: " ") else {
      return nil
    }
    let start = at
    at = end
    return end - start == bytes.count ? text : String(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// Parses a component into the texts between its stars.
  private mutating func parsePieces() throws(TextError) -> [String] {
    let start = at
    var pieces: [String] = []
    var piece: [UInt8] = []
    scan: while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "."), UInt8(ascii: "["): break scan
      case UInt8(ascii: "*"):
        pieces.append(String(decoding: piece, as: UTF8.self))
        piece = []
      case UInt8(ascii: "\\"):
        guard at + 1 < bytes.count else {
          throw TextError("the key path '\(text)' ends with a backslash", at: at)
        }
        at += 1
        piece.append(bytes[at])
      default: piece.append(bytes[at])
      }
      at += 1
    }
    pieces.append(String(decoding: piece, as: UTF8.self))
    let (first, last) = (pieces[0], pieces[pieces.count - 1])
    // Characters are compared only if their first byte matches, because that is faster.
    if first.utf8.first == UInt8(ascii: " ") && first.first == " "
      || last.utf8.last == UInt8(ascii: " ") && last.last == " "
    {
      throw TextError(
        "a key of '\(text)' begins or ends with a space",
        at: start,
        help: "where that is meant, it is written [\"\(pieces.joined(separator: "*"))\"]"
      )
    }
    return pieces
  }

  private func finish(_ key: String, from start: Int) throws(TextError) -> String {
    if at > start { return key }
    throw TextError(
      "a key is missing in the key path '\(text)'",
      at: start,
      help: "the empty key is written [\"\"]"
    )
  }

  // MARK: - At any depth

  /// Parses `..name`.
  ///
  /// If something precedes it, its first dot was already consumed.
  private mutating func parseDescendants() throws(TextError) -> SourceKeyPath.Component {
    let start = at
    at += start > 0 ? 1 : 2
    guard start > 0 || bytes.starts(with: "..".utf8), at < bytes.count,
      bytes[at] != UInt8(ascii: ".")
    else {
      at = start
      return .key(try finish("", from: start))
    }
    let isBracket = bytes[at] == UInt8(ascii: "[")
    let component = isBracket ? try parseBracket() : try parseComponent()
    guard case .key(let key) = component else {
      throw TextError(
        "after '..' stands the name of a key",
        at: start,
        help: "'..name' finds the values under that key at any depth"
      )
    }
    return .descendants(key)
  }

  // MARK: - Operators

  /// The text of the next component, up to the dot or the bracket that follows.
  var word: String {
    String(
      decoding: bytes[at...].prefix { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "[") },
      as: UTF8.self
    )
  }

  /// Returns the operator at this position.
  func collectionOperator() -> CollectionOperator? {
    CollectionOperator(rawValue: word)
  }

  private func unknownOperator() -> TextError {
    let word = word
    let roots = ["@root", "@parent", "@document", "@key", "@metadata"]
    if roots.contains(word) {
      return TextError(
        "'\(word)' cannot stand inside the key path '\(text)'",
        at: at,
        help: "a key that begins with @ is written [\"\(word)\"]"
      )
    }
    let suggestion = NearestName.suggestion(
      for: word,
      among: CollectionOperator.allCases.map(\.rawValue)
    )
    return TextError(
      "'\(word)' in the key path '\(text)' is no operator\(suggestion)",
      at: at,
      help: "a key that begins with @ is written [\"\(word)\"]"
    )
  }

  // MARK: - Brackets

  private mutating func parseBracket() throws(TextError) -> SourceKeyPath.Component {
    let start = at
    at += 1
    guard at < bytes.count else { throw TextError("'\(text)' ends inside a bracket", at: start) }
    if bytes[at] == UInt8(ascii: "\"") { return .key(try parseQuotedKey(start)) }
    guard let end = bytes[at...].firstIndex(of: UInt8(ascii: "]")) else {
      throw TextError("'\(text)' has no closing bracket", at: start)
    }
    let content = String(decoding: bytes[at..<end], as: UTF8.self)
    at = end + 1
    if content == "*" { return .all(isList: true) }
    guard let index = Int(content), Int32(exactly: index) != nil else {
      throw TextError(
        "'[\(content)]' is no index",
        at: start,
        help: "an index is a whole number; a key is written [\"\(content)\"]"
      )
    }
    return .index(index)
  }

  /// A key in brackets is a JSON string.
  private mutating func parseQuotedKey(_ start: Int) throws(TextError) -> String {
    var end = at + 1
    while end < bytes.count && bytes[end] != UInt8(ascii: "\"") {
      end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard end + 1 < bytes.count, bytes[end + 1] == UInt8(ascii: "]") else {
      throw TextError("'\(text)' has no closing bracket", at: start)
    }
    guard let key = SpecScanner.plainText(ofString: Array(bytes[at...end])) else {
      throw TextError("the key in the brackets of '\(text)' is no JSON string", at: start)
    }
    at = end + 2
    return key
  }
}

extension SourceKeyPath.Component {
  /// Whether what follows the component is looked up in each element.
  fileprivate var looksIntoElements: Bool {
    if case .collection(let collection) = self, case .combination = collection.form { return true }
    return false
  }

  /// Explains why the component is not allowed in a destination.
  func destinationError(at offset: Int) -> TextError {
    let (name, help) =
      switch self {
      case .key, .index:
        ("index", "a number as the name of a member is written without brackets")
      case .all, .glob: ("star", #"a star in the name of a member is written \*"#)
      case .descendants: ("'..'", "a destination is the names of members with dots between them")
      case .collection(let collection):
        ("operator", "a name that begins with @ is written [\"\(collection.rawValue)\"]")
      }
    return TextError(
      "a destination has no \(name)",
      at: offset,
      help: help
    )
  }
}
