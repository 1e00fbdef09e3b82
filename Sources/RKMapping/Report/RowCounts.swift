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

  /// Creates the counts of a run that changed nothing.
  public init() {}
}
