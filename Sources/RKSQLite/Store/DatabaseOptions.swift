/// Choices about a database in cases that the spec leaves open.
///
/// ```swift
/// var options = DatabaseOptions()
/// options.mode = .append
/// options.runID = "monday"
/// try mapper.apply(to: [.file("articles.json")], into: .database("articles.db", options))
/// ```
public struct DatabaseOptions: Sendable, Hashable {
  /// What happens to a record whose key is in the database before the run.
  public enum Mode: String, Sendable, Hashable, CaseIterable {
    /// Its values replace the stored ones.
    case upsert
    /// The stored row stays unchanged.
    case append
    /// The record fails.
    case fail
  }

  /// What may be done to the tables themselves.
  public enum SchemaRule: String, Sendable, Hashable, CaseIterable {
    /// Missing tables are created.
    case create
    /// Missing columns are added, too.
    case evolve
    /// Nothing is created.
    case freeze
  }

  /// What happens to references to missing rows.
  public enum Dangling: String, Sendable, Hashable, CaseIterable {
    /// They stay, and are counted.
    case keep
    /// A row with nothing but its key is created.
    case stub
    /// They become null.
    case null
    /// The run fails.
    case error
  }

  /// How many rows may be pruned.
  public enum PruneLimit: Sendable, Hashable {
    /// A number for each descriptor.
    case count(Int)
    /// A share of the stored rows in a descriptor's scope, per million.
    case share(perMillion: Int)
  }

  /// What happens to a record whose key is in the database before the run.
  public var mode = Mode.upsert
  /// What may be done to the tables themselves.
  public var schemaRule = SchemaRule.create
  /// New tables are STRICT: SQLite enforces their declared types.
  public var hasStrictTables = false
  /// What happens to references to missing rows.
  public var dangling = Dangling.keep
  /// Stored rows that match a descriptor's `prune` predicate and that the run did not bring are
  /// deleted.
  public var prunes = false
  /// How many of them may be deleted; beyond it nothing is pruned.
  public var pruneLimit = PruneLimit.share(perMillion: 100_000)
  /// Nothing is changed: the run reports what it would have done.
  public var isDryRun = false
  /// For each row the source of its values is recorded.
  public var keepsProvenance = false
  /// The name of the run; a run whose name is recorded already does nothing.
  public var runID: String?
  /// How long to wait for a database that another program has locked.
  public var lockTimeout = Duration.seconds(5)
  /// The database is left in write-ahead log mode.
  public var usesWriteAheadLog = false

  /// The rows tell absent values from null, and JSON from text.
  var marksCells = false

  /// Creates the default options.
  public init() {}
}
