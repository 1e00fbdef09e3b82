internal import RKDiagnostics
internal import RKMapping

/// Passes on the diagnostics about an input, but replaces the errors of left-out records with one warning.
final class LeftOutReceiver: DiagnosticReceiver {
  private let receiver: any DiagnosticReceiver
  /// Whether failed records are left out.
  private let skips: Bool
  /// Whether to report nothing, because everything was reported before.
  private let isSilent: Bool
  private var held: [Diagnostic] = []

  init(_ receiver: any DiagnosticReceiver, skips: Bool, isSilent: Bool = false) {
    self.receiver = receiver
    self.skips = skips
    self.isSilent = isSilent
  }

  func receive(_ diagnostic: Diagnostic) {
    if isSilent { return }
    if skips && diagnostic.severity == .error { return held.append(diagnostic) }
    receiver.receive(diagnostic)
  }

  func endInput(named name: String, _ outcome: InputOutcome) {
    if !isSilent && !skips { receiver.endInput(named: name, outcome) }
  }

  func advance(byteCount: Int, recordCount: Int) {
    receiver.advance(byteCount: byteCount, recordCount: recordCount)
  }

  /// Called when the named input has ended.
  func end(_ report: MappingReport, of name: String) {
    guard report.ending == .complete, report.failedCount > 0, var first = held.first else {
      for diagnostic in held { receiver.receive(diagnostic) }
      return
    }
    let count = report.failedCount
    first.severity = .warning
    first.message =
      (count == 1
        ? "1 record of '\(name)' failed and is" : "\(count) records of '\(name)' failed and are")
      + " left out\(count == 1 ? "" : ", the first of them here"): \(first.message)"
    receiver.receive(first)
  }
}
