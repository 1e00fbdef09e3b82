package import RKDiagnostics

/// The reasons why an output refused records as they were written.
package final class OutputRefusals {
  private var diagnostics: [Diagnostic] = []

  /// Whether refused records are left out, so that the run continues.
  package var areLeftOut = false

  package init() {}

  /// Adds a reason, and returns its number.
  package func add(_ diagnostic: Diagnostic) -> UInt32 {
    diagnostics.append(diagnostic)
    return UInt32(diagnostics.count - 1)
  }

  /// The reason with this number; nil if there is none.
  func words(_ number: UInt32) -> Diagnostic? {
    diagnostics.indices.contains(Int(number)) ? diagnostics[Int(number)] : nil
  }
}
