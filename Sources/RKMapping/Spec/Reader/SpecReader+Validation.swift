internal import RKDiagnostics
internal import RKEngine

extension SpecReader {
  /// What a `validate` list applies to.
  enum ValidatedThing {
    case value
    /// A finished record, which can only be failed.
    case record
  }

  /// The only outcome that a rule for whole records can have.
  private static var recordOutcome: ValidationOutcome { .fail }

  /// Reads the rules of a `validate` list; nil if there is none.
  func readValidations(_ members: SpecMembers, of thing: ValidatedThing)
    -> [ValidationDeclaration]?
  {
    let rules =
      thing == .value
      ? members.list("validate", of: .validation, "Rules for the converted value.")
      : members.list("validate", of: .recordValidation, "Rules for a finished record.")
    return rules?.compactMap { node in
      SpecMembers(node, thing == .value ? .validation : .recordValidation, findings)
        .flatMap { readValidation($0, of: thing) }
    }
  }

  fileprivate func readValidation(_ members: SpecMembers, of thing: ValidatedThing)
    -> ValidationDeclaration?
  {
    let positive = members.node(
      "if",
      .expression(example: "SELF > 0"),
      "The rule applies where this predicate is true."
    )
    let negative = members.node(
      "unless",
      .expression(example: "SELF > 0"),
      "The rule applies where this predicate is false."
    )
    let then =
      thing == .value
      ? members.node("then", .choice(of: ValidationOutcome.self), "What to do with the value.")
      : members.node("then", .word([Self.recordOutcome.rawValue]), "What to do with the record.")
    let value = members.node("value", .constant, "What \"set\" puts in its place.")
    let note = members.node("message", .text, "What is reported.")
    members.expect([
      .one(["if", "unless"]), .needs("then"), .belongs("value", to: "then", word: "set"),
    ])
    guard let node = positive ?? negative, positive == nil || negative == nil else {
      findings.reportUnlessBroken(
        .badValidation,
        positive == nil
          ? "this rule has no condition" : "this rule has an 'if' and an 'unless'",
        at: members.present(["if", "unless"]).last?.namePlace ?? members.place,
        help: "a rule has an 'if' or an 'unless': a predicate, in which SELF is the "
          + (thing == .value ? "value" : "record")
      )
      return nil
    }
    let condition = readPredicate(node, positive == nil ? "unless" : "if", members)
    let outcome = readOutcome(then, value, members, of: thing)
    let message = note.flatMap { members.text($0, "message") }
    guard let condition, let outcome else { return nil }
    var rule = ValidationDeclaration(condition, outcome: outcome, at: members.place)
    rule.isNegated = positive == nil
    rule.message = message?.value
    rule.value = outcome == .set ? value.map { constant($0) } : nil
    return rule
  }

  private func readOutcome(
    _ then: SpecNode?,
    _ value: SpecNode?,
    _ members: SpecMembers,
    of thing: ValidatedThing
  ) -> ValidationRule.Outcome? {
    guard let then else {
      findings.reportMissing(
        "this rule has no 'then'",
        at: members.place,
        help: thing == .value
          ? "it is \"reject\", \"fail\", \"null\" or \"set\"" : "of a record it is \"fail\""
      )
      return nil
    }
    guard let outcome = members.choice(then, "then", of: ValidationOutcome.self) else { return nil }
    if thing == .record && outcome != Self.recordOutcome {
      findings.report(
        .badValidation,
        "a rule of a whole record can only \"fail\": there is no value to \(outcome.action)",
        at: then.place,
        help: "an attribute's own 'validate' is for single values"
      )
      return nil
    }
    if outcome == .set && value == nil {
      findings.reportUnlessBroken(
        .badValidation,
        "\"set\" needs a 'value' beside it",
        at: then.place
      )
      return nil
    }
    if outcome != .set && value != nil {
      findings.report(
        .badValidation,
        "'value' belongs to \"set\", and this rule says \"\(outcome.rawValue)\"",
        at: members.place(of: "value")
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

extension SpecObjectKind {
  package static var validation: SpecObjectKind {
    SpecObjectKind("a rule", definition: "validation") { _ = $0.readValidation($1, of: .value) }
  }

  package static var recordValidation: SpecObjectKind {
    SpecObjectKind("a rule", definition: "recordValidation") {
      _ = $0.readValidation($1, of: .record)
    }
  }
}
