/// What happened to the rows of a database in a run.
///
/// ```swift
/// let report = try mapper.apply(to: [.file("articles.json")], into: .database("articles.db"))
/// if let rows = report.rows { print(rows.inserted, rows.updated, rows.unchanged) }
/// ```
public struct RowCounts: Sendable, Hashable {
  /// Rows that were not there before.
  public var inserted = 0
  /// Rows that were there, and are not as they were.
  public var updated = 0
  /// Rows that were there, came again, and are as they were.
  public var unchanged = 0
  /// Rows that were there, and are no more.
  public var deleted = 0
  /// Those of them that a complete response did not bring; nil where nobody asked for that.
  public var pruned: Int?

  /// Makes the counts of a run that has touched nothing.
  public init() {}
}
