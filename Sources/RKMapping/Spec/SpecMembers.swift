internal import RKDiagnostics

/// The members of one object of a spec, by the words of the format.
///
/// Unknown members, two spellings of one member, and values of the wrong kind are reported when the
/// object is taken apart; what cannot be read counts as not given.
package struct SpecMembers {
  package let kind: SpecObjectKind
  package let place: SpecPlace
  private let findings: SpecFindings
  /// All of the object in the order of the text; they are few, as the members of a kind are.
  private let members: [SpecMember]
  /// For each member its key; nil where it is none of the format, or cannot be read.
  private var keys: [SpecKey?] = []

  /// nil when the node is no object.
  package init?(_ node: SpecNode, _ kind: SpecObjectKind, _ findings: SpecFindings) {
    self.kind = kind
    self.findings = findings
    place = node.place
    guard case .object(let all, _) = node.content else {
      findings.report(
        .wrongKind,
        "\(kind.name) is an object, not \(node.kindName)",
        at: node.place
      )
      return nil
    }
    members = all
    keys.reserveCapacity(all.count)
    for number in all.indices { addKey(ofMember: number) }
  }

  /// Looks up the key of the next member; what is wrong with its name is reported.
  private mutating func addKey(ofMember number: Int) {
    let name = members[number].name
    if Self.isOwn(name) { return keys.append(nil) }
    let key = kind.key(named: name)
    let other = key.flatMap { self.number(of: $0) }
    keys.append(other == nil ? key : nil)
    if key == nil { reportUnknown(members[number]) }
    if let other { reportRepeated(members[number], members[other]) }
  }

  private func reportUnknown(_ member: SpecMember) {
    let names = kind.keys.flatMap(\.spellings).sorted()
    let suggestion = NearestName.offer(for: member.name, among: names)
    findings.report(
      .unknownMember,
      "\(kind.name) has no member '\(member.name)'\(suggestion)",
      at: member.namePlace,
      help: "members of your own begin with \"$\" or \"x-\"",
      fixIts: suggestion.fixIts(replacing: member.namePlace.range)
    )
  }

  private func reportRepeated(_ member: SpecMember, _ other: SpecMember) {
    findings.report(
      .bothSpellings,
      "'\(other.name)' and '\(member.name)' are the same member; give one of them",
      at: member.namePlace,
      related: [(other.namePlace, "'\(other.name)'")]
    )
  }

  /// Members that begin so are not the format's.
  private static func isOwn(_ name: String) -> Bool {
    switch name.utf8.first {
    case UInt8(ascii: "$"): name.hasPrefix("$")
    case UInt8(ascii: "x"): name.hasPrefix("x-")
    default: false
    }
  }

  // MARK: - Members

  private func number(of key: SpecKey) -> Int? {
    for number in keys.indices where keys[number] == key { return number }
    return nil
  }

  private func member(_ key: SpecKey) -> SpecMember? { number(of: key).map { members[$0] } }

  package subscript(key: SpecKey) -> SpecNode? { number(of: key).map { members[$0].value } }

  package func has(_ key: SpecKey) -> Bool { number(of: key) != nil }

  /// The place of a member's name, or of the whole object where it is not given.
  package func place(of key: SpecKey) -> SpecPlace {
    number(of: key).map { members[$0].namePlace } ?? place
  }

  /// The first one in the order of the text.
  package var first: SpecMember? {
    for number in keys.indices where keys[number] != nil { return members[number] }
    return nil
  }

  /// The given ones among some members, in the order of the text.
  package func given(_ wanted: [SpecKey]) -> [SpecMember] {
    var given: [SpecMember] = []
    for number in keys.indices {
      if let key = keys[number], wanted.contains(key) { given.append(members[number]) }
    }
    return given
  }

  package func refuse(_ key: SpecKey, _ node: SpecNode, expected: String) {
    findings.report(
      .wrongKind,
      "'\(member(key)?.name ?? key.rawValue)' takes \(expected), not \(node.kindName)",
      at: node.place
    )
  }

  // MARK: - Values

  /// A text that is not empty.
  package func text(_ key: SpecKey) -> SpecText? {
    guard let node = self[key] else { return nil }
    return text(node, key)
  }

  /// A text, or nil where none is meant.
  package func optionalText(_ key: SpecKey) -> SpecText? {
    guard let node = self[key], !node.isNil else { return nil }
    return text(node, key)
  }

  private func text(_ node: SpecNode, _ key: SpecKey) -> SpecText? {
    guard let text = node.text, !text.isEmpty, !node.isNil else {
      refuse(key, node, expected: "a text")
      return nil
    }
    return SpecText(text, at: node.place)
  }

  /// A list of texts; a text is taken for a list of one.
  package func texts(_ key: SpecKey) -> [SpecText]? {
    guard let node = self[key], !node.isNil else { return nil }
    if node.text != nil { return text(node, key).map { [$0] } }
    guard case .list(let items) = node.content else {
      refuse(key, node, expected: "a text or a list of texts")
      return nil
    }
    return items.compactMap { text($0, key) }
  }

  /// As `texts`, but at least one.
  package func someTexts(_ key: SpecKey) -> [SpecText]? {
    if let node = self[key], case .list(let items) = node.content, items.isEmpty {
      findings.report(
        .wrongKind,
        "'\(member(key)?.name ?? key.rawValue)' takes names, and the list is empty",
        at: node.place,
        help: "leave it out, or say null, where nothing is meant"
      )
    }
    return texts(key)
  }

  package func flag(_ key: SpecKey) -> Bool? {
    guard let node = self[key] else { return nil }
    guard let flag = Self.flag(node) else {
      refuse(key, node, expected: "a boolean (true, false, \"YES\", \"NO\", 1, 0)")
      return nil
    }
    if case .word = node.content { findings.report(node, readAs: flag) }
    return flag
  }

  private static func flag(_ node: SpecNode) -> Bool? {
    switch node.content {
    case .boolean(let value): return value
    case .number("1"): return true
    case .number("0"): return false
    case .string(let text), .word(let text):
      switch text.lowercased() {
      case "yes", "true": return true
      case "no", "false": return false
      default: return nil
      }
    default: return nil
    }
  }

  /// The items of a list; pairs in brackets are a list of one object.
  package func list(_ key: SpecKey) -> [SpecNode]? {
    guard let node = self[key], !node.isNil else { return nil }
    switch node.content {
    case .list(let items): return items
    case .object(_, isBracketed: true):
      findings.reportPairs(.list, at: node.place)
      return [node]
    default:
      refuse(key, node, expected: "a list")
      return nil
    }
  }

  /// One of some words.
  package func choice<Choice: RawRepresentable & CaseIterable>(
    _ key: SpecKey,
    of _: Choice.Type = Choice.self
  ) -> Choice? where Choice.RawValue == String {
    guard let node = self[key] else { return nil }
    guard let text = node.isNull ? "null" : node.text else {
      refuse(key, node, expected: "one of \(Self.names(of: Choice.self))")
      return nil
    }
    if let choice = Choice(rawValue: text) { return choice }
    let suggestion = NearestName.offer(for: text, among: Choice.allCases.map(\.rawValue))
    findings.report(
      .unknownValue,
      "'\(member(key)?.name ?? key.rawValue)' does not know '\(text)'\(suggestion)",
      at: node.place,
      help: "it takes \(Self.names(of: Choice.self))",
      fixIts: suggestion.fixIts(replacing: node.place.range)
    )
    return nil
  }

  private static func names<Choice: RawRepresentable & CaseIterable>(of _: Choice.Type) -> String
  where Choice.RawValue == String {
    Choice.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
  }
}

extension SpecObjectKind {
  fileprivate func key(named name: String) -> SpecKey? {
    for number in declarations.indices where declarations[number].key.rawValue == name {
      return declarations[number].key
    }
    return declarations.first { $0.key.aliases.contains(name) }?.key
  }
}
