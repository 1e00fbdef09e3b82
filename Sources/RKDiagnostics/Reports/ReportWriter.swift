/// Writes the diagnostics of a run in some form, as they are found.
///
/// Diagnostics belong to the case that ends next; those after the last case belong to none. Each method
/// returns the text to write next.
package protocol ReportWriter {
  mutating func begin() -> String
  mutating func add(_ diagnostic: Diagnostic) -> String
  /// Ends a case.
  mutating func end(_ result: CaseResult) -> String
  /// Ends the run; `summary` has its counts, and `exitCode` is the status that the program will return.
  mutating func finish(summary: JSONObjectText, exitCode: Int32) -> String
}

/// By default, a form has no beginning and no end of its own.
extension ReportWriter {
  package mutating func begin() -> String { "" }
  package mutating func end(_ result: CaseResult) -> String { "" }
  package mutating func finish(summary: JSONObjectText, exitCode: Int32) -> String { "" }
}

/// A report of diagnostics that a renderer shows one by one.
package struct RenderedReport: ReportWriter {
  private let renderer: any DiagnosticRenderer

  package init(_ renderer: any DiagnosticRenderer) { self.renderer = renderer }

  package mutating func add(_ diagnostic: Diagnostic) -> String { renderer.render(diagnostic) }
}
