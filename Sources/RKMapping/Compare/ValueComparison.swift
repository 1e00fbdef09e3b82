internal import RKEngine

/// Compares values of records: numbers by value, dates by instant, and lists without regard to
/// order if they are unordered.
struct ValueComparison {
  let rules: ComparisonRules
  /// Whether an absent value equals null.
  let ignoresNull: Bool

  typealias Member = ComparisonRules.Member

  /// Whether two values of a member are the same.
  func areEqual(_ old: Value?, _ new: Value?, as member: Member) -> Bool {
    if member.isIgnored { return true }
    switch (old, new) {
    case (nil, nil): return true
    case (nil, .null?), (.null?, nil): return ignoresNull
    case (let old?, let new?):
      if text(of: old, as: member) == text(of: new, as: member) { return true }
      return rules.hasTolerances && isNear(old, new, member)
    case (nil, _), (_, nil): return false
    }
  }

  // MARK: - Canonical texts

  /// A text that is equal for values that are the same.
  func text(of value: Value, as member: Member) -> String {
    guard case .array(let values) = value else { return text(ofElement: value, as: member) }
    let texts = values.map { text(ofElement: $0, as: member) }
    return
      "[\((member.isUnordered ? texts.sorted { $0.isBefore($1) } : texts).joined(separator: ","))]"
  }

  private func text(ofElement value: Value, as member: Member) -> String {
    switch value {
    case .string(let text):
      return Value.string(member.dates?.canonicalText(of: text) ?? text).canonicalText
    case .array(let values):
      return "[\(values.map { text(ofElement: $0, as: member) }.joined(separator: ","))]"
    case .record(let record): return text(of: record)
    case .null, .bool, .number, .object: return value.canonicalText
    }
  }

  /// A text that is equal for records that are the same in all parts.
  ///
  /// With `exactly` false, values with a tolerance are left out.
  func text(of record: Record, exactly: Bool = true) -> String {
    guard let target = rules.target(of: record) else { return Value.record(record).jsonText }
    if let key = key(of: record, target) { return "\(target.name) \(key)" }
    var texts: [String] = []
    for (number, member) in target.members.enumerated() where !member.isIgnored {
      if !exactly && member.tolerance != nil { continue }
      guard let value = record.value(at: member.path), !(ignoresNull && value == .null) else {
        continue
      }
      texts.append("\(number):\(text(of: value, as: member))")
    }
    return "\(target.name) {\(texts.joined(separator: ","))}"
  }

  /// The key of a record that consists only of its key; nil for other records.
  private func key(of record: Record, _ target: ComparisonRules.Target) -> String? {
    if target.identity.isEmpty || record.names.count > target.identity.count { return nil }
    var texts: [String] = []
    for part in target.identity {
      guard let value = record.value(at: part.keys), value != .null else { return nil }
      texts.append(value.identityText)
    }
    return texts.joined(separator: ",")
  }

  // MARK: - Tolerance

  private func isNear(_ old: Value, _ new: Value, _ member: Member) -> Bool {
    switch (old, new) {
    case (.array(let olds), .array(let news)):
      guard olds.count == news.count else { return false }
      let (left, right) =
        member.isUnordered ? (sorted(olds, member), sorted(news, member)) : (olds, news)
      return zip(left, right).allSatisfy { isEqual($0, $1, member) }
    case (.record(let old), .record(let new)): return isNear(old, new)
    default:
      guard let limit = member.tolerance, let one = amount(old, member),
        let other = amount(new, member)
      else { return false }
      return NumberDistance.isWithin(limit, one, other)
    }
  }

  private func isEqual(_ old: Value, _ new: Value, _ member: Member) -> Bool {
    text(ofElement: old, as: member) == text(ofElement: new, as: member) || isNear(old, new, member)
  }

  /// Whether two records are the same within tolerances.
  func isNear(_ old: Record, _ new: Record) -> Bool {
    guard old.target == new.target, let target = rules.target(of: old) else { return false }
    if key(of: old, target) != nil || key(of: new, target) != nil { return false }
    return target.members.allSatisfy {
      areEqual(old.value(at: $0.path), new.value(at: $0.path), as: $0)
    }
  }

  /// Sorts elements without order, so that elements that are equal within a tolerance are in the
  /// same position.
  private func sorted(_ values: [Value], _ member: Member) -> [Value] {
    let keyed = values.map { value in
      var text = text(ofElement: value, as: member)
      if case .record(let record) = value { text = self.text(of: record, exactly: false) }
      return (value: value, amount: amount(value, member), text: text)
    }
    return keyed.sorted { one, other in
      if let left = one.amount, let right = other.amount {
        return NumberDistance.isLess(left, right)
      }
      if (one.amount == nil) != (other.amount == nil) { return one.amount != nil }
      return one.text.isBefore(other.text)
    }.map(\.value)
  }

  /// The amount that a tolerance applies to: a number, or the seconds of a date; nil for anything else.
  func amount(_ value: Value, _ member: Member) -> String? {
    if let dates = member.dates { return dates.seconds(of: value) }
    switch value {
    case .number(let number): return number.text
    case .string(let text): return member.isDecimal ? Number(text)?.text : nil
    case .null, .bool, .array, .object, .record: return nil
    }
  }
}

extension ComparisonRules {
  /// The rules for a record's target.
  func target(of record: Record) -> Target? { numbers[record.target].map { targets[$0] } }
}

extension Value {
  /// The value as JSON without white space.
  var jsonText: String { String(decoding: json, as: UTF8.self) }
}

extension String {
  /// Whether its bytes come before those of another text.
  func isBefore(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}
