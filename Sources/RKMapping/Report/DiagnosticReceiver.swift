public import RKDiagnostics

/// Is told of findings as they are made.
public protocol DiagnosticReceiver: AnyObject {
  /// Takes a finding.
  func receive(_ diagnostic: Diagnostic)
}
