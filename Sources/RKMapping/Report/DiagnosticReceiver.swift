public import RKDiagnostics

/// Receives diagnostics as they are found.
///
/// ```swift
/// final class Log: DiagnosticReceiver {
///   func receive(_ diagnostic: Diagnostic) {
///     print(TextRenderer().render(diagnostic), terminator: "")
///   }
/// }
/// let report = mapper.apply(to: [.file("articles.json")], into: .nowhere, reportingTo: Log())
/// if report.ending != .complete { print(report.errorCount, "errors") }
/// ```
public protocol DiagnosticReceiver: AnyObject {
  /// Receives a diagnostic.
  func receive(_ diagnostic: Diagnostic)
  /// An input has ended, and its diagnostics have been passed on.
  func endInput(named name: String, _ outcome: InputOutcome)
  /// More bytes of the inputs have been read, and more root records made; called once for each
  /// block that is read.
  func advance(byteCount: Int, recordCount: Int)
}

extension DiagnosticReceiver {
  /// Does nothing.
  public func endInput(named name: String, _ outcome: InputOutcome) {}
  /// Does nothing.
  public func advance(byteCount: Int, recordCount: Int) {}
}

/// The result for an input.
///
/// ```swift
/// final class Inputs: DiagnosticReceiver {
///   func receive(_ diagnostic: Diagnostic) {}
///   func endInput(named name: String, _ outcome: InputOutcome) {
///     print(name, outcome.readCount, outcome.errorCount)
///   }
/// }
/// ```
public struct InputOutcome: Sendable, Hashable {
  /// Representations that were read, except nulls.
  public var readCount: Int
  /// The number of errors, shown or not.
  public var errorCount: Int
  /// The number of warnings, shown or not.
  public var warningCount: Int
  /// Representations that were declined.
  public var declinedCount: Int

  /// Creates an outcome.
  public init(readCount: Int, errorCount: Int, warningCount: Int = 0, declinedCount: Int = 0) {
    self.readCount = readCount
    self.errorCount = errorCount
    self.warningCount = warningCount
    self.declinedCount = declinedCount
  }
}
