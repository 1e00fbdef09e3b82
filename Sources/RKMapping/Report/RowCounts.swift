/// What a run did to the rows of a database.
///
/// ```swift
/// let report = try mapper.apply(to: [.file("articles.json")], into: .database("articles.db"))
/// if let rows = report.rows { print(rows.inserted, rows.updated, rows.unchanged) }
/// ```
public struct RowCounts: Sendable, Hashable {
  /// Rows that did not exist before.
  public var inserted = 0
  /// Existing rows that changed.
  public var updated = 0
  /// Existing rows that occurred again without a change.
  public var unchanged = 0
  /// Rows that were deleted.
  public var deleted = 0
  /// Deleted rows that were missing from a complete response; nil if pruning was not requested.
  public var pruned: Int?
  /// Rows that kept a stored value because the one that came could not be converted.
  public var kept = 0
  /// The values that rows kept, by the sites of the rules that could not convert others.
  package var keptValues: [UInt32: KeptValues] = [:]

  /// Stored values that an attribute could not replace.
  package struct KeptValues: Sendable, Hashable {
    package var count = 0
    /// The key of the first row, and the value that it kept.
    package let key: String
    package let value: String

    package init(key: String, value: String) { (self.key, self.value) = (key, value) }
  }

  /// Creates the counts of a run that changed nothing.
  public init() {}
}
