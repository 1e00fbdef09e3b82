internal import RKDiagnostics

/// The members of one object of a spec, by the words of the format.
///
/// Unknown members, two spellings of one member, and values of the wrong kind are reported when the
/// object is taken apart; what cannot be read counts as not given.
package struct SpecMembers {
  package let kind: SpecObjectKind
  package let place: SpecPlace
  private let findings: SpecFindings
  /// In the order of the text; they are few, as the members of a kind are.
  private var members: [SpecMember] = []
  /// For each member its key.
  private var keys: [SpecKey] = []

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
    for member in all where !member.name.hasPrefix("$") && !member.name.hasPrefix("x-") {
      take(member)
    }
  }

  private mutating func take(_ member: SpecMember) {
    guard let key = kind.key(named: member.name) else {
      let names = kind.keys.flatMap(\.spellings).sorted()
      let suggestion = NearestName.offer(for: member.name, among: names)
      return findings.report(
        .unknownMember,
        "\(kind.name) has no member '\(member.name)'\(suggestion)",
        at: member.namePlace,
        help: "members of your own begin with \"$\" or \"x-\"",
        fixIts: suggestion.fixIts(replacing: member.namePlace.range)
      )
    }
    if let other = self.member(key) {
      return findings.report(
        .bothSpellings,
        "'\(other.name)' and '\(member.name)' are the same member; give one of them",
        at: member.namePlace,
        related: [(other.namePlace, "'\(other.name)'")]
      )
    }
    keys.append(key)
    members.append(member)
  }

  // MARK: - Members

  private func member(_ key: SpecKey) -> SpecMember? {
    for number in keys.indices where keys[number] == key { return members[number] }
    return nil
  }

  package subscript(key: SpecKey) -> SpecNode? { member(key)?.value }

  package func has(_ key: SpecKey) -> Bool { keys.contains(key) }

  /// The place of a member's name, or of the whole object where it is not given.
  package func place(of key: SpecKey) -> SpecPlace { member(key)?.namePlace ?? place }

  /// The first one in the order of the text.
  package var first: SpecMember? { members.first }

  /// The given ones among some members, in the order of the text.
  package func given(_ wanted: [SpecKey]) -> [SpecMember] {
    keys.indices.filter { wanted.contains(keys[$0]) }.map { members[$0] }
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
    for member in declarations where member.key.rawValue == name { return member.key }
    return declarations.first { $0.key.aliases.contains(name) }?.key
  }
}
