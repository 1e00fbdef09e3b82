/// How related records replace existing ones (RestKit's RKAssignmentPolicy).
///
/// Without a stored record all three policies have the same result.
package enum AssignmentPolicy: String, Sendable, CaseIterable {
  case set
  case union
  case replace
}
