/// How related records replace the existing ones (R4.16 to R4.18).
///
/// Without a stored record all three have the same result.
package enum AssignmentPolicy: String, Sendable, CaseIterable {
  case set
  case union
  case replace
}
