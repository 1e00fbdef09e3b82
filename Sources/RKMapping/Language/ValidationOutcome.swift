/// What a rule of a `validate` list does to a value or record that it applies to.
package enum ValidationOutcome: String, Sendable, CaseIterable {
  case reject
  case fail
  case null
  case set
}
