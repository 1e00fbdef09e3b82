/// How a run went.
///
/// ```swift
/// let report = try mapper.apply(to: [.file("articles.json")], into: .nowhere)
/// print(report.recordCount, "of", report.readCount)
/// ```
public struct MappingReport: Sendable, Hashable {
  /// How a run ended.
  public enum Ending: Sendable, Hashable {
    /// All inputs were mapped, or as many records as requested.
    case complete
    /// A record failed, or more than allowed.
    case failedRecord
    /// An input could not be read, or is not JSON.
    case badInput
    /// The output could not be written.
    case badOutput
    /// Nobody reads the output any more.
    case closedPipe
    /// The user interrupted the run.
    case interrupted
  }

  /// How the run ended.
  public var ending = Ending.complete
  /// Root records that were made.
  public var recordCount = 0
  /// Representations that no matcher takes, those of related records included.
  public var declinedCount = 0
  /// Last lines of inputs, of which no record was to be made: they say what the lines before them are.
  public var trailerCount = 0
  /// Representations that were read, except nulls.
  public var readCount = 0
  /// Representations that should have produced a record but did not, and related records that were
  /// left out.
  public var failedCount = 0
  /// Bytes of the inputs that were read.
  public var byteCount = 0
  /// What happened to the rows of a database; nil if there is none, or if the run has failed.
  public var rows: RowCounts?
  /// Diagnostics that are errors.
  public var errorCount = 0
  /// Diagnostics that are warnings.
  public var warningCount = 0

  /// Creates the report of a run in which nothing has happened.
  public init() {}
}
