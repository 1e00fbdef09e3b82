/// What happens to a representation that no matcher of a dynamic mapper matches.
package enum UnmatchedPolicy: String, Sendable, CaseIterable {
  case decline
  case report
  case error
}
