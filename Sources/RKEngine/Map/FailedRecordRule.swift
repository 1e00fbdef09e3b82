/// What happens to a record that fails.
package enum FailedRecordRule: Sendable {
  /// It ends the run.
  case fail
  /// It is left out.
  case skip
  /// An error is written in its place.
  case emit
}
