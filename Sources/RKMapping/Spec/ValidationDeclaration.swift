package import RKEngine

/// One rule of a `validate` list (docs/spec-format.md, "Validation").
package struct ValidationDeclaration: Sendable, Hashable {
  package var condition: SpecExpression
  /// Whether its condition is under `unless`.
  package var isNegated = false
  package var outcome: ValidationRule.Outcome
  /// The value that replaces the original, if the outcome is `set`.
  package var value: ConstantValue?
  package var message: String?
  package var place: SpecPlace

  package init(_ condition: SpecExpression, outcome: ValidationRule.Outcome, at place: SpecPlace) {
    self.condition = condition
    self.outcome = outcome
    self.place = place
  }
}
