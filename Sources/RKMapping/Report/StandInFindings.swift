internal import RKDiagnostics

/// Passes on diagnostics, without mentions of a mapping that the user did not write.
final class StandInFindings: DiagnosticReceiver {
  private let receiver: any DiagnosticReceiver
  /// A member of the mapping that help must not mention.
  private let member: String
  /// What messages call a part of the mapping, and what it should be called for the user.
  private let wording: (made: String, meant: String)?
  private let passesInputs: Bool

  /// Creates a receiver; with `passesInputs` it also passes on the progress of the run.
  init(
    _ receiver: any DiagnosticReceiver,
    hiding member: String,
    calling wording: (made: String, meant: String)? = nil,
    passesInputs: Bool = false
  ) {
    self.receiver = receiver
    self.member = member
    self.wording = wording
    self.passesInputs = passesInputs
  }

  func receive(_ diagnostic: Diagnostic) {
    var diagnostic = diagnostic
    diagnostic.related = []
    if let wording { diagnostic.message.replace(wording.made, with: wording.meant) }
    diagnostic.help.removeAll { $0.contains("\"\(member)\"") }
    receiver.receive(diagnostic)
  }

  func endInput(named name: String, _ outcome: InputOutcome) {
    if passesInputs { receiver.endInput(named: name, outcome) }
  }

  func advance(byteCount: Int, recordCount: Int) {
    if passesInputs { receiver.advance(byteCount: byteCount, recordCount: recordCount) }
  }

  func failsOnWarning(_ count: Int) -> Bool { receiver.failsOnWarning(count) }
}
