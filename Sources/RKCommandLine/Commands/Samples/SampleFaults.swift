internal import RKDiagnostics
internal import RKMapping

/// Holds errors until it is known whether they ended the run; if not, they are reported as warnings about
/// lines that were skipped.
final class HeldFaults: DiagnosticReceiver {
  private let receiver: (any DiagnosticReceiver)?
  private var held: [Diagnostic] = []
  /// Whether some sample is left out.
  private(set) var leavesOut = false

  init(_ receiver: (any DiagnosticReceiver)?) { self.receiver = receiver }

  func receive(_ diagnostic: Diagnostic) {
    var diagnostic = diagnostic
    if diagnostic.code == .conversionFailed, let actual = diagnostic.actual {
      // The user did not write the rule that copies samples, so the message must not name it.
      diagnostic.message = "the sample is left out, as it has \(actual)"
      diagnostic.related = []
      diagnostic.help = Array(diagnostic.help.prefix(1))
    }
    leavesOut = leavesOut || diagnostic.severity == .error || diagnostic.code == .conversionFailed
    if diagnostic.severity == .error {
      held.append(diagnostic)
    } else {
      receiver?.receive(diagnostic)
    }
  }

  func release(asWarnings isPassedOver: Bool) {
    for var diagnostic in held {
      if isPassedOver { diagnostic.severity = .warning }
      receiver?.receive(diagnostic)
    }
  }
}

/// Reports findings about values as warnings.
final class Contradictions: DiagnosticReceiver {
  private let receiver: any DiagnosticReceiver

  init(_ receiver: any DiagnosticReceiver) { self.receiver = receiver }

  func receive(_ diagnostic: Diagnostic) {
    guard diagnostic.code != .notFound, diagnostic.severity != .note else { return }
    var diagnostic = diagnostic
    diagnostic.severity = .warning
    receiver.receive(diagnostic)
  }
}
