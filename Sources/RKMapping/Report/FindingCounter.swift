internal import RKDiagnostics
internal import RKEngine

/// Counts the findings of a run, and passes on as many for each input as are to be shown.
final class FindingCounter: FaultReceiver {
  private let explainer: FaultExplainer
  private let receiver: any DiagnosticReceiver
  private let largestCount: Int
  private(set) var errorCount = 0
  private(set) var warningCount = 0
  /// Findings of the present input: errors have a number of their own, so that no flood of warnings
  /// hides why a run has failed.
  private var shownErrorCount = 0
  private var shownOtherCount = 0
  private var hiddenCount = 0

  init(_ explainer: FaultExplainer, _ receiver: any DiagnosticReceiver, largestCount: Int) {
    self.explainer = explainer
    self.receiver = receiver
    self.largestCount = largestCount
  }

  /// At least one error is shown, whatever the limit.
  func wantsPlace(isError: Bool) -> Bool {
    isError ? shownErrorCount < max(largestCount, 1) : shownOtherCount < largestCount
  }

  func receive(_ fault: MappingFault, at place: InputPlace?, keys: [[UInt8]]) {
    count(isError: fault.isError)
    guard let place else {
      hiddenCount += 1
      return
    }
    show(explainer.diagnostic(fault, at: place, keys: keys))
  }

  func receive(_ error: JSONSyntaxError, in format: InputFormat, at place: InputPlace) {
    receive(SyntaxExplainer.diagnostic(error, in: format, at: place))
  }

  /// Takes a finding that is always shown.
  func receive(_ diagnostic: Diagnostic) {
    count(isError: diagnostic.severity == .error)
    show(diagnostic)
  }

  private func count(isError: Bool) {
    if isError { errorCount += 1 } else { warningCount += 1 }
  }

  private func show(_ diagnostic: Diagnostic) {
    if diagnostic.severity == .error { shownErrorCount += 1 } else { shownOtherCount += 1 }
    receiver.receive(diagnostic)
  }

  /// The input has ended: says how many of its findings were not shown.
  func endInput(named name: String) {
    if hiddenCount > 0 {
      let findings = hiddenCount == 1 ? "1 more finding" : "\(hiddenCount) more findings"
      receiver.receive(
        Diagnostic(
          .findingsNotShown,
          severity: .note,
          "\(findings) in \(name)",
          help: ["--max-report sets how many are shown"]
        )
      )
    }
    shownErrorCount = 0
    shownOtherCount = 0
    hiddenCount = 0
  }
}
