/// The validation of a value or a record, and what happens if it fails (docs/spec-format.md,
/// Validation; docs/restkit.md).
package struct ValidationRule: Sendable, BitwiseCopyable {
  package enum Outcome: UInt8, Sendable, BitwiseCopyable {
    /// The value is not assigned.
    case reject
    /// The record fails.
    case fail
    case null
    /// `value` replaces it.
    case set
    /// The record fails if the other rules have left no value, or null; this rule has no condition.
    case required
  }

  package var condition: PlanID<ExpressionProgram>
  /// The rule acts if the condition is false.
  package var isNegated = false
  package var outcome: Outcome
  /// The column of the value; unused by the rules of a whole record.
  package var column: UInt32 = 0
  package var value: Cell = .missing
  package var site: PlanSite

  package init(condition: PlanID<ExpressionProgram>, outcome: Outcome, site: PlanSite) {
    self.condition = condition
    self.outcome = outcome
    self.site = site
  }
}
