public import RKDiagnostics

/// Receives findings as they are made.
public protocol DiagnosticReceiver: AnyObject {
  /// Takes a finding.
  func receive(_ diagnostic: Diagnostic)
  /// An input has ended, and the findings that were made of it have been told.
  func endInput(named name: String, _ outcome: InputOutcome)
}

extension DiagnosticReceiver {
  /// Makes nothing of it.
  public func endInput(named name: String, _ outcome: InputOutcome) {}
}

/// What became of an input.
public struct InputOutcome: Sendable, Hashable {
  /// Representations that were read; null is none.
  public var readCount: Int
  /// The findings that are errors, all of them, whether they were shown or not.
  public var errorCount: Int
  /// The same of those that are warnings.
  public var warningCount: Int

  /// Makes an outcome.
  public init(readCount: Int, errorCount: Int, warningCount: Int = 0) {
    self.readCount = readCount
    self.errorCount = errorCount
    self.warningCount = warningCount
  }
}
