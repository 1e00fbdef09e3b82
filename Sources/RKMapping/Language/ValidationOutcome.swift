/// What a rule of a `validate` list does where it holds.
package enum ValidationOutcome: String, Sendable, CaseIterable {
  case reject
  case fail
  case null
  case set
}
