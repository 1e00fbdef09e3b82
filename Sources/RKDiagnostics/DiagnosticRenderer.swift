/// Shows findings in some form.
///
/// No finding knows about any of them.
///
/// ```swift
/// let renderer: any DiagnosticRenderer = isForPeople ? TextRenderer() : JSONRenderer()
/// print(renderer.render(finding), terminator: "")
/// ```
public protocol DiagnosticRenderer: Sendable {
  /// The finding as text, with the line feed that ends it.
  func render(_ diagnostic: Diagnostic) -> String
}
