package import RKEngine

/// One rule of a `validate` list (spec-format.md, section 7).
package struct ValidationDeclaration: Sendable, Hashable {
  package var condition: SpecExpression
  /// It is under `unless`.
  package var isNegated = false
  package var outcome: ValidationRule.Outcome
  /// What replaces the value if the outcome is to set it.
  package var value: ConstantValue?
  package var message: String?
  package var place: SpecPlace

  package init(_ condition: SpecExpression, outcome: ValidationRule.Outcome, at place: SpecPlace) {
    self.condition = condition
    self.outcome = outcome
    self.place = place
  }
}
