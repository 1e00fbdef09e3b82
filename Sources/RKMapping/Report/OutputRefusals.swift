package import RKDiagnostics

/// Why an output has refused records when they were written.
package final class OutputRefusals {
  private var diagnostics: [Diagnostic] = []

  /// Such records are left out of the output, and the run goes on.
  package var areLeftOut = false

  package init() {}

  /// Adds a reason, and returns its number.
  package func add(_ diagnostic: Diagnostic) -> UInt32 {
    diagnostics.append(diagnostic)
    return UInt32(diagnostics.count - 1)
  }

  /// The reason of a number.
  func words(_ number: UInt32) -> Diagnostic? {
    diagnostics.indices.contains(Int(number)) ? diagnostics[Int(number)] : nil
  }
}
