/// The report of a run: how it ended, with counts.
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
    /// A record failed, or more records than allowed.
    case failedRecord
    /// An input could not be read, or is invalid.
    case badInput
    /// The output could not be written.
    case badOutput
    /// The reader closed the output.
    case closedPipe
    /// The user interrupted the run.
    case interrupted
  }

  /// How the run ended.
  public var ending = Ending.complete
  /// The number of root records that were made.
  public var recordCount = 0
  /// The number of representations that no matcher accepts, including those of related records.
  public var declinedCount = 0
  /// The number of last lines that describe the lines before them, of which no record is made.
  public var trailerCount = 0
  /// The number of representations that were read, without nulls.
  public var readCount = 0
  /// The number of representations that should have produced a record but did not, and of related
  /// records that were left out.
  public var failedCount = 0
  /// The number of records that overwrote earlier ones of the run with the same identity.
  public var repeatedCount = 0
  /// The number of bytes that were read from the inputs.
  public var byteCount = 0
  /// What happened to the rows of a database; nil if there is none, or if the run failed.
  public var rows: RowCounts?
  /// The number of errors.
  public var errorCount = 0
  /// The number of warnings.
  public var warningCount = 0

  /// Creates the report of a run that did nothing.
  public init() {}
}
