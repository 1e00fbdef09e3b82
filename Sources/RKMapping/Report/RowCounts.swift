/// What happened to the rows of a database in a run.
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
  /// Existing rows that occurred again and did not change.
  public var unchanged = 0
  /// Rows that were deleted.
  public var deleted = 0
  /// Those of them that a complete response did not bring; nil if pruning was not requested.
  public var pruned: Int?

  /// Creates the counts of a run that has touched nothing.
  public init() {}
}
