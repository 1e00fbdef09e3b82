/// Shows diagnostics in some form.
///
/// Diagnostics do not depend on any of these forms.
///
/// ```swift
/// let renderer: any DiagnosticRenderer = isForPeople ? TextRenderer() : JSONRenderer()
/// print(renderer.render(finding), terminator: "")
/// ```
public protocol DiagnosticRenderer: Sendable {
  /// The diagnostic as text, with a line feed at its end.
  func render(_ diagnostic: Diagnostic) -> String
}
