/// Choices about a database in cases that the spec leaves open.
///
/// ```swift
/// var options = DatabaseOptions()
/// options.mode = .append
/// options.runID = "monday"
/// try mapper.apply(to: [.file("articles.json")], into: .database("articles.db", options))
/// ```
public struct DatabaseOptions: Sendable, Hashable {
  /// What to do with a record whose key is in the database before the run.
  public enum Mode: String, Sendable, Hashable, CaseIterable {
    /// Replace the stored values.
    case upsert
    /// Leave the stored row unchanged.
    case append
    /// Fail the record.
    case fail
  }

  /// What the run may change in the schema.
  public enum SchemaRule: String, Sendable, Hashable, CaseIterable {
    /// Create missing tables.
    case create
    /// Create missing tables, and add missing columns.
    case evolve
    /// Create nothing.
    case freeze
  }

  /// What to do with references to missing rows.
  public enum Dangling: String, Sendable, Hashable, CaseIterable {
    /// Leave them, and count them.
    case keep
    /// Create a row with only its key.
    case stub
    /// Set them to null.
    case null
    /// Fail the run.
    case error
  }

  /// How many rows may be pruned.
  public enum PruneLimit: Sendable, Hashable {
    /// A number of rows for each descriptor.
    case count(Int)
    /// A share of the stored rows in a descriptor's scope, in millionths.
    case share(perMillion: Int)
  }

  /// What to do with a record whose key is in the database before the run.
  public var mode = Mode.upsert
  /// What the run may change in the schema.
  public var schemaRule = SchemaRule.create
  /// Whether new tables are STRICT, so that SQLite enforces their declared types.
  public var hasStrictTables = false
  /// What to do with references to missing rows.
  public var dangling = Dangling.keep
  /// Whether to delete stored rows that match a descriptor's `prune` predicate and that the run did
  /// not bring.
  public var prunes = false
  /// How many rows may be pruned; if there would be more, nothing is pruned.
  public var pruneLimit = PruneLimit.share(perMillion: 100_000)
  /// Whether to change nothing, and only report what the run would have done.
  public var isDryRun = false
  /// Whether to record for each row which run and input its values came from.
  public var keepsProvenance = false
  /// The name of the run.
  ///
  /// A run whose name is already recorded does nothing.
  public var runID: String?
  /// How long to wait for a database that another program has locked.
  public var lockTimeout = Duration.seconds(5)
  /// Whether to leave the database in write-ahead log mode.
  public var usesWriteAheadLog = false

  /// Whether to record which stored nulls were absent values, and which texts are JSON.
  var marksCells = false

  /// Creates the default options.
  public init() {}
}
