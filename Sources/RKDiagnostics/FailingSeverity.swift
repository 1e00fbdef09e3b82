/// The least severity of a diagnostic that makes a run or a fixture fail.
package enum FailingSeverity: String, Sendable, CaseIterable {
  case error
  case warning
}
