public import RKDiagnostics

/// Receives findings as they are made.
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
  /// Takes a finding.
  func receive(_ diagnostic: Diagnostic)
  /// An input has ended, and the findings that were made of it have been told.
  func endInput(named name: String, _ outcome: InputOutcome)
  /// So many more bytes of the inputs have been read, and so many more root records made; told about once
  /// for each block that is read.
  func advance(byteCount: Int, recordCount: Int)
}

extension DiagnosticReceiver {
  /// Makes nothing of it.
  public func endInput(named name: String, _ outcome: InputOutcome) {}
  /// Makes nothing of it.
  public func advance(byteCount: Int, recordCount: Int) {}
}

/// What became of an input.
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
  /// Representations that were read; null is none.
  public var readCount: Int
  /// The findings that are errors, all of them, whether they were shown or not.
  public var errorCount: Int
  /// The same of those that are warnings.
  public var warningCount: Int
  /// Representations that were declined.
  public var declinedCount: Int

  /// Makes an outcome.
  public init(readCount: Int, errorCount: Int, warningCount: Int = 0, declinedCount: Int = 0) {
    self.readCount = readCount
    self.errorCount = errorCount
    self.warningCount = warningCount
    self.declinedCount = declinedCount
  }
}
