internal import RKDiagnostics

/// The members of one object of a spec.
///
/// Each member is requested by name where its value is used, together with its declaration. Members
/// that were not requested by the time the object is released are reported as unknown. A value that
/// cannot be read only yields a diagnostic.
///
/// When a kind of object is described, there are no members, and requests are recorded.
package final class SpecMembers {
  package let kind: SpecObjectKind
  package let place: SpecPlace
  private let findings: SpecFindings
  /// All members in the order of the text; they are few.
  private let members: [SpecMember]
  /// Which of the first 64 members were requested, one bit for each.
  private var found: UInt64 = 0
  private let isDescribed: Bool
  /// The requests recorded so far, if the kind is described.
  private(set) var description = SpecObjectKind.Description()

  /// Nil if the node is not an object, which is reported.
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
    isDescribed = false
  }

  init(describing kind: SpecObjectKind, _ findings: SpecFindings) {
    self.kind = kind
    self.findings = findings
    place = SpecPlace(file: 0, range: 0..<0)
    members = []
    isDescribed = true
  }

  deinit {
    for number in members.indices where !hasFound(number) && !Self.isOwn(members[number].name) {
      reportUnknown()
      return
    }
  }

  private func hasFound(_ number: Int) -> Bool { number < 64 && found >> UInt64(number) & 1 == 1 }

  /// Reports members that the kind does not have, and second spellings of those that it has.
  private func reportUnknown() {
    let known = kind.keys
    for number in members.indices where !hasFound(number) && !Self.isOwn(members[number].name) {
      let member = members[number]
      guard let key = known.first(where: { $0.spellings.contains(member.name) }) else {
        reportUnknown(member, among: known)
        continue
      }
      if let other = self.number(of: key), other != number {
        reportRepeated(member, members[other])
      }
    }
  }

  private func reportUnknown(_ member: SpecMember, among known: [SpecKey]) {
    let names = known.flatMap(\.spellings).sorted()
    let word = RestKitWord.member(member.name, among: names)
    let suggestion =
      word.map { NameOffer(name: $0) } ?? NearestName.offer(for: member.name, among: names)
    findings.report(
      .unknownMember,
      "\(kind.name) has no member '\(member.name)'\(suggestion)",
      at: member.namePlace,
      help: suggestion.name == nil ? "members of your own begin with \"$\" or \"x-\"" : nil,
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

  /// Members with this prefix belong to the user.
  private static func isOwn(_ name: String) -> Bool {
    switch name.utf8.first {
    case UInt8(ascii: "$"): name.hasPrefix("$")
    case UInt8(ascii: "x"): name.hasPrefix("x-")
    default: false
    }
  }

  // MARK: - Members

  private func number(of key: SpecKey) -> Int? {
    let (length, aliasLength) = (key.rawValue.utf8.count, key.alias?.utf8.count)
    for number in members.indices {
      // A quick check first: most names differ in length.
      let count = members[number].name.utf8.count
      guard
        count == length && members[number].name == key.rawValue
          || count == aliasLength && members[number].name == key.alias
      else { continue }
      if number < 64 { found |= 1 << UInt64(number) }
      return number
    }
    return nil
  }

  private func member(_ key: SpecKey) -> SpecMember? { number(of: key).map { members[$0] } }

  package subscript(key: SpecKey) -> SpecNode? { number(of: key).map { members[$0].value } }

  package func has(_ key: SpecKey) -> Bool { number(of: key) != nil }

  /// The place of a member's name, or that of the whole object if the member is absent.
  package func place(of key: SpecKey) -> SpecPlace {
    number(of: key).map { members[$0].namePlace } ?? place
  }

  /// The first member of the kind, in the order of the text.
  package var first: SpecMember? {
    if isDescribed { return nil }
    let known = Set(kind.keys.flatMap(\.spellings))
    return members.first { known.contains($0.name) }
  }

  /// Those of some members that are present, in the order of the text.
  package func present(_ wanted: [SpecKey]) -> [SpecMember] {
    wanted.compactMap { number(of: $0) }.sorted().map { members[$0] }
  }

  package func refuse(_ key: SpecKey, _ node: SpecNode, expected: String) {
    findings.report(
      .wrongKind,
      "'\(member(key)?.name ?? key.rawValue)' takes \(expected), not \(node.kindName)",
      at: node.place
    )
  }

  // MARK: - Declarations

  /// Returns the value of a member; `form` is the allowed form, and `summary` describes the member.
  @inline(__always)
  @discardableResult
  package func node(
    _ key: SpecKey,
    _ form: @autoclosure () -> SpecForm,
    _ summary: @autoclosure () -> String,
    initial: @autoclosure () -> String? = nil
  ) -> SpecNode? {
    declare(key, form, summary, initial)
    return self[key]
  }

  @inline(__always)
  private func declare(
    _ key: SpecKey,
    _ form: () -> SpecForm,
    _ summary: () -> String,
    _ initial: () -> String?
  ) {
    if isDescribed { note(key, form(), summary(), initial()) }
  }

  /// Records a request; a repeated request has no summary.
  private func note(_ key: SpecKey, _ form: SpecForm, _ summary: String, _ initial: String?) {
    if summary.isEmpty { return }
    declare([.init(key: key, form: form, summary: summary, initial: initial)])
  }

  /// Records members of a kind that is described.
  func declare(_ members: [SpecObjectKind.Member]) { description.members += members }

  /// Records conditions between members; the reader checks these itself.
  @inline(__always)
  package func expect(_ conditions: @autoclosure () -> [SpecObjectKind.Condition]) {
    if isDescribed { description.conditions += conditions() }
  }

  /// Reports required members that are missing.
  package func need(_ keys: [SpecKey]) {
    expect(keys.map { .needs($0) })
    for key in keys where !isDescribed && !has(key) {
      findings.reportMissing("\(kind.name) needs a '\(key.rawValue)'", at: place)
    }
  }

  // MARK: - Values

  /// Returns a non-empty text.
  @inline(__always)
  package func text(
    _ key: SpecKey,
    _ summary: @autoclosure () -> String = "",
    form: @autoclosure () -> SpecForm = .text,
    initial: @autoclosure () -> String? = nil
  ) -> SpecText? {
    node(key, form(), summary(), initial: initial()).flatMap { text($0, key) }
  }

  /// Returns a text, or nil if the value means none.
  @inline(__always)
  package func optionalText(
    _ key: SpecKey,
    _ summary: @autoclosure () -> String = "",
    form: @autoclosure () -> SpecForm = .reference
  ) -> SpecText? {
    guard let node = node(key, form(), summary()), !node.isNil else { return nil }
    return text(node, key)
  }

  func text(_ node: SpecNode, _ key: SpecKey) -> SpecText? {
    guard let text = node.text, !text.isEmpty, !node.isNil else {
      refuse(key, node, expected: "a text")
      return nil
    }
    return SpecText(text, at: node.place)
  }

  /// Returns a list of texts; a text stands for a list of one.
  @inline(__always)
  package func texts(
    _ key: SpecKey,
    _ summary: @autoclosure () -> String = "",
    form: @autoclosure () -> SpecForm = .texts()
  ) -> [SpecText]? {
    node(key, form(), summary()).flatMap { texts($0, key) }
  }

  private func texts(_ node: SpecNode, _ key: SpecKey) -> [SpecText]? {
    if node.isNil { return nil }
    if node.text != nil { return text(node, key).map { [$0] } }
    guard case .list(let items) = node.content else {
      refuse(key, node, expected: "a text or a list of texts")
      return nil
    }
    return items.compactMap { text($0, key) }
  }

  /// Returns a list of at least one text; a text stands for a list of one.
  package func someTexts(_ key: SpecKey, _ summary: String) -> [SpecText]? {
    let node = node(key, .texts(atLeast: 1), summary)
    if let node, case .list(let items) = node.content, items.isEmpty {
      findings.report(
        .wrongKind,
        "'\(member(key)?.name ?? key.rawValue)' takes names, and the list is empty",
        at: node.place,
        help: "leave it out, or say null, where nothing is meant"
      )
    }
    return node.flatMap { texts($0, key) }
  }

  @inline(__always)
  package func flag(
    _ key: SpecKey,
    _ summary: @autoclosure () -> String = "",
    initial: @autoclosure () -> String? = nil
  ) -> Bool? {
    node(key, .flag, summary(), initial: initial()).flatMap { flag($0, key) }
  }

  func flag(_ node: SpecNode, _ key: SpecKey) -> Bool? {
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

  /// Returns the items of a list; pairs in brackets are a list of one object.
  @inline(__always)
  package func list(
    _ key: SpecKey,
    of kind: @autoclosure @escaping @Sendable () -> SpecObjectKind,
    _ summary: @autoclosure () -> String = ""
  ) -> [SpecNode]? {
    node(key, .optional(.list(.object(kind))), summary()).flatMap { list($0, key) }
  }

  package func list(_ node: SpecNode, _ key: SpecKey) -> [SpecNode]? {
    if node.isNil { return nil }
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

  /// Returns one of some words.
  @inline(__always)
  package func choice<Choice: RawRepresentable & CaseIterable>(
    _ key: SpecKey,
    _ summary: @autoclosure () -> String = "",
    of _: Choice.Type = Choice.self,
    initial: @autoclosure () -> String? = nil
  ) -> Choice? where Choice.RawValue == String {
    node(key, .choice(of: Choice.self), summary(), initial: initial()).flatMap { choice($0, key) }
  }

  func choice<Choice: RawRepresentable & CaseIterable>(
    _ node: SpecNode,
    _ key: SpecKey,
    of _: Choice.Type = Choice.self
  ) -> Choice? where Choice.RawValue == String {
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
