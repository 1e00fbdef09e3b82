internal import RKDiagnostics
internal import RKMapping

/// Passes on diagnostics about inputs, and drops those about values and records, which are only counted.
final class InputTrouble: DiagnosticReceiver {
  private let reporter: Reporter
  private(set) var hasErrors = false
  /// The first diagnostic that nothing was found in a document.
  private(set) var nothingFound: Diagnostic?

  init(_ reporter: Reporter) { self.reporter = reporter }

  func receive(_ diagnostic: Diagnostic) {
    if diagnostic.code == .notFound { nothingFound = nothingFound ?? diagnostic }
    guard diagnostic.code.id.hasPrefix("RK4") else { return }
    hasErrors = hasErrors || diagnostic.severity == .error
    reporter.receive(diagnostic)
  }
}
