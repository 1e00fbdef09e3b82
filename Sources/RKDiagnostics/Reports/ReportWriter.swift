/// Writes the diagnostics of a run in some form, as they are found.
///
/// Diagnostics belong to the case that ends next; those after the last case belong to none. Each
/// method returns what is to be written next.
package protocol ReportWriter {
  mutating func begin() -> String
  mutating func add(_ diagnostic: Diagnostic) -> String
  /// A case has ended.
  mutating func end(_ result: CaseResult) -> String
  /// The run has ended; `summary` has its counts, and `exitCode` is the status that its caller will
  /// receive.
  mutating func finish(summary: JSONObjectText, exitCode: Int32) -> String
}

/// A form has nothing of its own at the beginning and the end, unless it says so.
extension ReportWriter {
  package mutating func begin() -> String { "" }
  package mutating func end(_ result: CaseResult) -> String { "" }
  package mutating func finish(summary: JSONObjectText, exitCode: Int32) -> String { "" }
}

/// A report of diagnostics that are shown one by one, by a renderer.
package struct RenderedReport: ReportWriter {
  private let renderer: any DiagnosticRenderer

  package init(_ renderer: any DiagnosticRenderer) { self.renderer = renderer }

  package mutating func add(_ diagnostic: Diagnostic) -> String { renderer.render(diagnostic) }
}
