internal import RKEngine

/// Compares records that were read back with those that were to be written.
struct RecordComparison {
  /// What a record should be read back as.
  struct Expected {
    /// The record to be written; nil if the original's stays.
    var wanted: Value?
    /// The original record; nil for a new one.
    var old: Record?
  }

  let writer: RecordWriter
  /// Whether members that the wanted records lack must be gone.
  let deletes: Bool
  private let typeKey: String?

  init(_ writer: RecordWriter, deletes: Bool) {
    self.writer = writer
    self.deletes = deletes
    typeKey = writer.options.typeKey.map { key in
      String(decoding: key.range.map { writer.plan.plan.text[$0] }, as: UTF8.self)
    }
  }

  private var plan: WritePlan { writer.plan }

  /// Returns whether a record was read as it was to be written, and if not, the first member that
  /// differs, if it is a member.
  ///
  /// Members made by rules that write nothing may change.
  func difference(_ expected: Expected, _ found: Record, _ node: Int) -> (member: Int?, Bool) {
    guard found.target.utf8.elementsEqual(plan.nodes[node].target) else { return (nil, false) }
    // A record of another type was replaced, not changed.
    let earlier = expected.old?.target == found.target ? expected.old : nil
    if expected.wanted == nil && earlier == nil { return (nil, false) }
    for number in plan.nodes[node].members.indices where plan.nodes[node].members[number].hasPlace {
      let member = plan.nodes[node].members[number]
      let wanted = expected.wanted?.value(at: member.names)
      let found = found.value(at: member.names)
      let old = earlier?.value(at: member.names)
      let isRead =
        if let wanted {
          number == plan.nodes[node].key && found != nil && found == wanted.key
            || isRead(member, wanted, found, old)
        } else if earlier != nil && (!deletes || expected.wanted == nil) {
          hasStayed(member, found, old)
        } else {
          found.map { isMissing($0, member) } ?? true
        }
      if !isRead { return (number, false) }
    }
    return (nil, true)
  }

  /// Whether a record has no member that is written.
  func isEmpty(_ wanted: Value, _ node: Int) -> Bool {
    plan.nodes[node].members.allSatisfy { wanted.value(at: $0.names) == nil }
  }

  /// Whether a value is what is read where nothing was written: a default, or a null that keeps the
  /// places of other elements.
  private func isMissing(_ found: Value, _ member: WritePlan.Member) -> Bool {
    let isElement = member.places.contains { place in
      place.contains { if case .index = $0 { true } else { false } }
    }
    if found == .null && isElement { return true }
    switch member.content {
    case .value(let rule): return rule.missing.map { found == Value(jsonText: $0) } ?? false
    case .records: return found == .null
    }
  }

  private func hasStayed(_ member: WritePlan.Member, _ found: Value?, _ old: Value?) -> Bool {
    guard case .records(let nodes, _, _) = member.content else { return found == old }
    guard let found, let old else { return found == old }
    let (left, right) = (found.elements.records, old.elements.records)
    if left.isEmpty && right.isEmpty { return found == old }
    return left.count == right.count
      && zip(left, right).allSatisfy { found, old in
        plan.node(of: old, nodes).map { difference(Expected(old: old), found, $0).1 } ?? false
      }
  }

  private func isRead(
    _ member: WritePlan.Member,
    _ wanted: Value,
    _ found: Value?,
    _ old: Value?
  ) -> Bool {
    switch member.content {
    case .value(let rule):
      found.map { wanted == $0 || writer.areSame($0.json, wanted.json, by: rule) } ?? false
    case .records(let nodes, _, _): areRead(wanted, found, old, nodes)
    }
  }

  private func areRead(_ wanted: Value, _ found: Value?, _ old: Value?, _ nodes: [Int]) -> Bool {
    switch (wanted, found) {
    case (.null, .null?): return true
    case (.object, .record(let record)?):
      guard let node = plan.node(of: record, nodes), isOf(wanted, node) else { return false }
      // A record of another identity was replaced, not changed.
      let saysIdentity = plan.nodes[node].identity { wanted.value(at: $0) }.contains { $0 != "," }
      let earlier = old?.elements.records.first {
        !saysIdentity || identity($0, nodes) == identity(wanted, nodes)
      }
      return difference(Expected(wanted: wanted, old: earlier), record, node).1
    case (.array(let elements), .array(let values)?):
      let olds = old?.elements.records ?? []
      return areRead(elements.filter { $0 != .null }, values.records, olds, nodes)
    case (.object, .object?), (.object, nil):
      // Only attributes fill it, and those were compared.
      return nodes.allSatisfy { isEmpty(wanted, $0) }
    default: return false
    }
  }

  /// Whether a list was read as the wanted records, with those of the original that stay.
  private func areRead(_ wanted: [Value], _ found: [Record], _ olds: [Record], _ nodes: [Int])
    -> Bool
  {
    var expected: [String: [Expected]] = [:]
    var values: [Int: Value] = [:]
    var new: [Value] = []
    for (value, pairing) in zip(wanted, pairings(of: wanted, olds, nodes)) {
      switch pairing {
      case .new, .ambiguous(_, _, []): new.append(value)
      case .old(let number): values[number] = value
      case .ambiguous: return false
      }
    }
    for (number, old) in olds.enumerated() where values[number] != nil || !deletes {
      let next = Expected(wanted: values[number], old: old)
      expected[values[number].map { identity($0, nodes) } ?? identity(old, nodes), default: []]
        .append(next)
    }
    for value in new { expected[identity(value, nodes), default: []].append(.init(wanted: value)) }
    if expected.values.reduce(0, { $0 + $1.count }) != found.count { return false }
    var taken: [String: Int] = [:]
    return found.allSatisfy { record in
      let identity = identity(record, nodes)
      let number = taken[identity, default: 0]
      taken[identity] = number + 1
      guard let node = plan.node(of: record, nodes), let equals = expected[identity],
        number < equals.count
      else { return false }
      return equals[number].wanted.map { isOf($0, node) } != false
        && difference(equals[number], record, node).1
    }
  }

  // MARK: - Identities

  /// Whether a record's stated type is that of a node.
  private func isOf(_ wanted: Value, _ node: Int) -> Bool {
    guard let typeKey, case .string(let type)? = wanted.value(at: [typeKey]) else { return true }
    return type.utf8.elementsEqual(plan.nodes[node].target)
  }

  /// A text that is equal for records with the same target and identity; empty if only their order
  /// distinguishes them.
  private func identity(_ wanted: Value, _ nodes: [Int]) -> String {
    guard let node = nodes.first(where: { isOf(wanted, $0) }), plan.nodes[node].isIdentified else {
      return ""
    }
    return "\(node) \(plan.nodes[node].identity { wanted.value(at: $0) })"
  }

  private func identity(_ record: Record, _ nodes: [Int]) -> String {
    guard let node = plan.node(of: record, nodes), plan.nodes[node].isIdentified else { return "" }
    return "\(node) \(plan.nodes[node].identity { record.value(at: $0) })"
  }

  // MARK: - Pairs

  /// How a record relates to those of the original.
  enum Pairing {
    case new
    case old(Int)
    /// Ambiguous: the number of such records, and which records of the original they may be.
    case ambiguous(identity: String, count: Int, [Int])
  }

  /// Pairs the records of a list with those of the original, by identity or else by order.
  func pairings(of wanted: [Value], _ olds: [Record], _ nodes: [Int]) -> [Pairing] {
    let identities = wanted.map { identity($0, nodes) }
    var numbers: [String: [Int]] = [:]
    for (number, old) in olds.enumerated() {
      numbers[identity(old, nodes), default: []].append(number)
    }
    var counts: [String: Int] = [:]
    for identity in identities { counts[identity, default: 0] += 1 }
    let equals = numbers[""] ?? []
    let aligned = alignment(
      zip(wanted, identities).filter { $1.isEmpty }.map { $0.0 },
      equals.map { olds[$0] },
      nodes
    )
    var turns: [String: Int] = [:]
    return identities.map { identity in
      let turn = turns[identity, default: 0]
      turns[identity] = turn + 1
      let (equals, count) = (numbers[identity] ?? [], counts[identity] ?? 0)
      let words = identity.drop { $0 != " " }.dropFirst()
      let isAmbiguous =
        identity.isEmpty
        ? turn < aligned.count && aligned[turn] < 0
        : Self.isAmbiguous(count, equals.count, of: words)
      if isAmbiguous {
        return .ambiguous(identity: String(words), count: count, equals)
      }
      guard turn < equals.count else { return .new }
      return .old(equals[identity.isEmpty ? aligned[turn] : turn])
    }
  }

  /// Several records of one identity must be equally many on both sides.
  ///
  /// New records without a part of their identity do not repeat.
  static func isAmbiguous(_ count: Int, _ other: Int, of identity: some StringProtocol) -> Bool {
    let parts = identity.split(separator: ",", omittingEmptySubsequences: false)
    return count != other && max(count, other) > 1
      && (other > 0 || parts.allSatisfy { !$0.isEmpty && $0 != "null" })
  }

  /// Returns for each record the number of its counterpart in the original: none for a new record,
  /// -1 if it is ambiguous.
  ///
  /// If there are fewer records than in the original and each equals one of it, in order, these are
  /// the counterparts. Otherwise records are paired by position if the rest is to be removed.
  func alignment(_ wanted: [Value], _ olds: [Record], _ nodes: [Int]) -> [Int] {
    guard wanted.count < olds.count else { return Array(olds.indices) }
    let strict = RecordComparison(writer, deletes: true)
    var places: [Int] = []
    for (place, old) in olds.enumerated() where places.count < wanted.count {
      guard let node = plan.node(of: old, nodes) else { continue }
      let value = wanted[places.count]
      if isOf(value, node), strict.difference(Expected(wanted: value), old, node).1 {
        places.append(place)
      }
    }
    if places.count == wanted.count { return places }
    return deletes ? Array(wanted.indices) : wanted.map { _ in -1 }
  }
}

extension [Value] {
  /// The values that are records.
  var records: [Record] {
    compactMap { if case .record(let record) = $0 { record } else { nil } }
  }
}

extension Value {
  /// The elements if it is a list, else itself.
  fileprivate var elements: [Value] { if case .array(let values) = self { values } else { [self] } }

  /// The value that is read back if a scalar was written as the key of an object.
  fileprivate var key: Value? {
    switch self {
    case .string: self
    case .number(let number): .string(number.text)
    case .bool(let value): .string("\(value)")
    case .null, .array, .object, .record: nil
    }
  }

  /// Returns the value at a path of keys, through objects and records.
  func value(at names: some Collection<String>) -> Value? {
    guard let name = names.first else { return self }
    let inner: Value?
    switch self {
    case .object(let members): inner = members.last { $0.name == name }?.value
    case .record(let record): inner = record[name]
    case .null, .bool, .number, .string, .array: inner = nil
    }
    return inner?.value(at: names.dropFirst())
  }
}

extension WritePlan.Member {
  /// Whether it is read from a place, not computed from several.
  fileprivate var hasPlace: Bool { !isOneWay || !places.isEmpty }

  /// A text that is equal for values that identify the same record; empty for none.
  func identityText(of value: Value?) -> String {
    guard case .value(let rule) = content, rule.isInstant, case .string(let text)? = value,
      text.hasSuffix("Z")
    else { return value?.identityText ?? "" }
    let bytes = Array(text.utf8)
    let significant = bytes[InstantText.significant(bytes.span, bytes.indices)]
    return Value.string(String(decoding: significant, as: UTF8.self)).identityText
  }
}

extension WritePlan.Node {
  /// The members that identify records; none if only their order does.
  var identifying: [Int] { identity.isEmpty ? key.map { [$0] } ?? [] : identity }

  /// Whether members identify its records.
  var isIdentified: Bool { !identifying.isEmpty }

  /// A text that is equal for records with the same identity.
  ///
  /// `value` returns the value at a path of keys.
  func identity(_ value: ([String]) -> Value?) -> String {
    identifying.map { members[$0].identityText(of: value(members[$0].names)) }
      .joined(separator: ",")
  }
}
