/// What happens to a record that fails.
package enum FailedRecordRule: Sendable {
  /// The record ends the run.
  case fail
  /// The record is left out.
  case skip
  /// An error is written in place of the record.
  case emit
}
