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
  /// Called when an input has ended, after its diagnostics.
  func endInput(named name: String, _ outcome: InputOutcome)
  /// Called after each block that is read, with the bytes of the inputs and the root records since
  /// the last call.
  func advance(byteCount: Int, recordCount: Int)
  /// Whether so many warnings of a run, with those that the receiver knows of, make it fail: its files are
  /// then not replaced, and its transaction is rolled back.
  func failsOnWarning(_ count: Int) -> Bool
}

extension DiagnosticReceiver {
  /// Does nothing.
  public func endInput(named name: String, _ outcome: InputOutcome) {}
  /// Does nothing.
  public func advance(byteCount: Int, recordCount: Int) {}
  /// Returns false: warnings are only told.
  public func failsOnWarning(_ count: Int) -> Bool { false }
}

/// The outcome of one input.
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
  /// The number of representations that were read, without nulls.
  public var readCount: Int
  /// The number of errors, shown or not.
  public var errorCount: Int
  /// The number of warnings, shown or not.
  public var warningCount: Int
  /// The number of representations that were declined.
  public var declinedCount: Int

  /// Creates an outcome.
  public init(readCount: Int, errorCount: Int, warningCount: Int = 0, declinedCount: Int = 0) {
    self.readCount = readCount
    self.errorCount = errorCount
    self.warningCount = warningCount
    self.declinedCount = declinedCount
  }
}
