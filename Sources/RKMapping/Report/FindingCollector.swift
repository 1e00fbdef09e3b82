package import RKDiagnostics

/// Collects diagnostics.
package final class FindingCollector: DiagnosticReceiver {
  package var diagnostics: [Diagnostic] = []

  package init() {}

  package func receive(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }
}
