/// What a rule of a `validate` list does when it applies.
package enum ValidationOutcome: String, Sendable, CaseIterable {
  case reject
  case fail
  case null
  case set
}
