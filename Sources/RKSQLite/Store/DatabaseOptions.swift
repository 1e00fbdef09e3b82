/// What is done with a database in cases that the spec leaves open.
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
    /// Its values take the place of the stored ones.
    case upsert
    /// The stored row stays as it is.
    case append
    /// The record fails.
    case fail
  }

  /// What may be done to the tables themselves.
  public enum SchemaRule: String, Sendable, Hashable, CaseIterable {
    /// Tables that are missing altogether are made.
    case create
    /// Columns that are missing are added, too.
    case evolve
    /// Nothing is made.
    case freeze
  }

  /// What happens to references to rows that are not there.
  public enum Dangling: String, Sendable, Hashable, CaseIterable {
    /// They stay, and are counted.
    case keep
    /// A row with nothing but its key is made.
    case stub
    /// They become null.
    case null
    /// The run fails.
    case error
  }

  /// How many rows may be pruned.
  public enum PruneLimit: Sendable, Hashable {
    /// So many of each descriptor.
    case count(Int)
    /// So many of a million stored rows in a descriptor's scope.
    case share(perMillion: Int)
  }

  /// What happens to a record whose key is in the database before the run.
  public var mode = Mode.upsert
  /// What may be done to the tables themselves.
  public var schemaRule = SchemaRule.create
  /// New tables are STRICT: SQLite holds their declared types.
  public var hasStrictTables = false
  /// What happens to references to rows that are not there.
  public var dangling = Dangling.keep
  /// Stored rows are deleted that a descriptor's `prune` predicate takes and the run did not bring.
  public var prunes = false
  /// How many of them may go; beyond it nothing is pruned.
  public var pruneLimit = PruneLimit.share(perMillion: 100_000)
  /// Nothing is changed: the run receives as if it had been.
  public var isDryRun = false
  /// For each row it is kept where its values came from.
  public var keepsProvenance = false
  /// The name of the run; one that was there before does nothing.
  public var runID: String?
  /// How long a database is waited for that another program has locked.
  public var lockTimeout = Duration.seconds(5)
  /// The database is left in the mode of a write-ahead log.
  public var usesWriteAheadLog = false

  /// Makes the options that hold where nothing else is said.
  public init() {}
}
