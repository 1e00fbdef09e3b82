/// The least severity of a diagnostic that fails a run, or a fixture.
package enum FailingSeverity: String, Sendable, CaseIterable {
  case error
  case warning
}
