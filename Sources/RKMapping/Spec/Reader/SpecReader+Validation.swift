internal import RKDiagnostics
internal import RKEngine

extension SpecReader {
  /// What the rules of a `validate` list judge.
  enum ValidatedThing {
    case value
    /// A finished record, which can only fail.
    case record
  }

  /// The rules of a `validate` list; nil where there is none.
  func readValidations(_ members: SpecMembers, of thing: ValidatedThing)
    -> [ValidationDeclaration]?
  {
    members.list(.validate)?.compactMap { readValidation($0, of: thing) }
  }

  private func readValidation(_ node: SpecNode, of thing: ValidatedThing)
    -> ValidationDeclaration?
  {
    let kind = thing == .value ? SpecObjectKind.validation : .recordValidation
    guard let members = SpecMembers(node, kind, findings) else { return nil }
    let conditions = members.given([.if, .unless])
    guard conditions.count == 1 else {
      findings.reportUnlessBroken(
        .badValidation,
        conditions.isEmpty
          ? "this rule has no condition" : "this rule has an 'if' and an 'unless'",
        at: conditions.last?.namePlace ?? members.place,
        help: "a rule has an 'if' or an 'unless': a predicate, in which SELF is the "
          + (thing == .value ? "value" : "record")
      )
      return nil
    }
    let key = members.has(.if) ? SpecKey.if : .unless
    let condition = readCondition(members, key)
    let outcome = readOutcome(members, of: thing)
    let message = members.text(.message)
    guard let condition, let outcome else { return nil }
    var rule = ValidationDeclaration(condition, outcome: outcome, at: members.place)
    rule.isNegated = key == .unless
    rule.message = message?.value
    rule.value = outcome == .set ? members[.value].map { constant($0) } : nil
    return rule
  }

  private func readCondition(_ members: SpecMembers, _ key: SpecKey) -> SpecExpression? {
    members[key].flatMap { readPredicate($0, key, members) }
  }

  private func readOutcome(_ members: SpecMembers, of thing: ValidatedThing)
    -> ValidationRule.Outcome?
  {
    guard members.has(.then) else {
      findings.reportUnlessBroken(
        .missingMember,
        "this rule has no 'then'",
        at: members.place,
        help: thing == .value
          ? "it is \"reject\", \"fail\", \"null\" or \"set\"" : "of a record it is \"fail\""
      )
      return nil
    }
    guard let outcome = members.choice(.then, of: ValidationOutcome.self) else { return nil }
    if thing == .record && outcome != .fail {
      findings.report(
        .badValidation,
        "a rule of a whole record can only \"fail\": there is no value to \(outcome.action)",
        at: members[.then]?.place ?? members.place,
        help: "an attribute's own 'validate' has values to judge"
      )
      return nil
    }
    if outcome == .set && !members.has(.value) {
      findings.reportUnlessBroken(
        .badValidation,
        "\"set\" needs a 'value' beside it",
        at: members[.then]?.place ?? members.place
      )
      return nil
    }
    if outcome != .set && members.has(.value) {
      findings.report(
        .badValidation,
        "'value' belongs to \"set\", and this rule says \"\(outcome.rawValue)\"",
        at: members.place(of: .value)
      )
      return nil
    }
    return outcome.outcome
  }
}

extension ValidationOutcome {
  fileprivate var outcome: ValidationRule.Outcome {
    switch self {
    case .reject: .reject
    case .fail: .fail
    case .null: .null
    case .set: .set
    }
  }

  fileprivate var action: String { self == .null ? "make null" : rawValue }
}
