internal import RKDiagnostics
internal import RKMapping

/// Passes on what is wrong with inputs, and drops what is wrong with values and records: these are
/// counted.
final class InputTrouble: DiagnosticReceiver {
  private let reporter: Reporter
  private(set) var hasErrors = false
  /// Nothing was found in some document.
  private(set) var nothingFound: Diagnostic?

  init(_ reporter: Reporter) { self.reporter = reporter }

  func receive(_ diagnostic: Diagnostic) {
    if diagnostic.code == .notFound { nothingFound = nothingFound ?? diagnostic }
    guard diagnostic.code.id.hasPrefix("RK4") else { return }
    hasErrors = hasErrors || diagnostic.severity == .error
    reporter.receive(diagnostic)
  }
}
