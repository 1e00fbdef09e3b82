/// Shows diagnostics in some form.
///
/// Diagnostics are independent of all of these forms.
public protocol DiagnosticRenderer: Sendable {
  /// The diagnostic as text, with a line feed at its end.
  func render(_ diagnostic: Diagnostic) -> String
}
