/// How related records are put in the place of those that are there (R4.16 to R4.18).
///
/// Without a stored record all three make the same of a document.
package enum AssignmentPolicy: String, Sendable, CaseIterable {
  case set
  case union
  case replace
}
