internal import RKDiagnostics
internal import RKMapping
internal import RKPostgres
internal import RKSQLite

/// Output to databases: the flags and their meaning.
extension ApplyCommand {
  static var databaseFlags: [Flag<Options>] {
    [
      Flag(
        "dialect",
        in: .output,
        "--to sql: the database that the script is for: sqlite (default), or postgres, which psql runs"
      ) { $0.dialect = $1 }
    ] + rowFlags
  }

  /// The flags that apply only to databases.
  static var rowFlags: [Flag<Options>] {
    [
      Flag(
        "mode",
        in: .output,
        """
        databases: what to do with a record whose key existed before the run: upsert updates the row \
        (default), append leaves the row unchanged, fail fails the record
        """
      ) { $0.database.mode = $1 },
      Flag(
        "schema",
        in: .output,
        """
        databases: how the tables may change: create makes missing tables (default), evolve also adds \
        missing columns, freeze makes nothing
        """
      ) { $0.database.schemaRule = $1 },
      Flag(
        "strict-tables",
        in: .output,
        "databases: make STRICT tables, which enforce their types"
      ) { $0.database.hasStrictTables = true },
      Flag(
        "dangling",
        in: .output,
        """
        databases: what to do with references to rows that do not exist: keep counts them (default), \
        stub makes a row with only its key, null clears them, error fails the run (default for \
        PostgreSQL)
        """
      ) { (options, rule: DatabaseOptions.Dangling) in
        options.database.dangling = rule
        options.saysDangling = true
      },
      Flag(
        "prune",
        in: .output,
        """
        databases: delete the rows that match a descriptor's prune predicate and are not in the input, \
        if the run had no errors
        """
      ) { $0.database.prunes = true },
      Flag(
        "prune-limit",
        value: "N|N%",
        in: .output,
        """
        databases: how many rows --prune may delete per descriptor, or what share of those in its scope \
        (default 10%); above it nothing is pruned, with exit status 1
        """
      ) { (options, text) throws(FlagError) in
        switch OutputFlags.failureLimit(text) {
        case .count(let count): options.database.pruneLimit = .count(count)
        case .share(let perMillion): options.database.pruneLimit = .share(perMillion: perMillion)
        case nil:
          throw FlagError(
            "--prune-limit takes a number of rows, or a share of them, not '\(text)'",
            help: "as in --prune-limit 10 or --prune-limit 2.5%, with at most four places"
          )
        }
      },
      Flag(
        "provenance",
        in: .output,
        "databases: store the input and the byte offset that each row came from"
      ) { $0.database.keepsProvenance = true },
      Flag(
        "run-id",
        value: "NAME",
        nameOf: "a run",
        in: .output,
        "databases: store the run's name; a run whose name is stored already does nothing"
      ) { $0.database.runID = $1 },
      Flag(
        "lock-timeout",
        value: "SECONDS",
        from: 0,
        to: 86_400,
        in: .output,
        "databases: how long to wait for one that another program has locked (default 5)"
      ) { $0.database.lockTimeout = .seconds($1) },
      Flag(
        "wal",
        in: .output,
        "databases: use a write-ahead log afterwards, so that readers can read during later writes"
      ) { $0.database.usesWriteAheadLog = true },
    ]
  }

  static func noDatabase(_ long: String) -> DiagnosticsError {
    .refusal(
      "--\(long) is for databases, but the output is not",
      help: [
        "-o with a name that ends with .db, .sqlite or .sqlite3 writes a database, .sql a script"
      ]
    )
  }

  /// Turns an output in a database format into a database or a script; returns any other unchanged.
  static func database(
    _ output: Output,
    _ path: String?,
    _ options: Options
  ) throws(DiagnosticsError) -> Output {
    if options.dialect != nil && output.format != .sql {
      throw .refusal(
        "--dialect is for scripts, but the output is not",
        help: ["--to sql, or -o with a name that ends with .sql, writes a script"]
      )
    }
    guard output.writer.options == .database else { return output }
    if options.dialect == .postgres { return try postgres(path, options) }
    if output.format == .sql { return .script(path, options.database) }
    guard let path else {
      throw .refusal(
        "--to sqlite writes a database, which is a file, not the standard output",
        help: ["-o FILE names it; --to sql writes a script that makes such a database"]
      )
    }
    return .database(path, options.database)
  }

  /// A script for PostgreSQL, which merges the records into the tables of a server.
  private static func postgres(_ path: String?, _ options: Options) throws(DiagnosticsError)
    -> Output
  {
    var database = options.database
    let foreign = [
      ("prune", database.prunes), ("provenance", database.keepsProvenance),
      ("dry-run", options.isDryRun), ("strict-tables", database.hasStrictTables),
      ("wal", database.usesWriteAheadLog),
    ]
    if let flag = foreign.first(where: \.1)?.0 {
      throw .refusal("--\(flag) does not apply to --dialect postgres")
    }
    if !options.saysDangling { database.dangling = .error }
    return .postgresScript(path, database)
  }

  /// Refuses database flags for other outputs.
  static func refuseDatabaseFlags(
    _ options: Options,
    of output: Output
  ) throws(DiagnosticsError) {
    if output.format == .sql && options.database.usesWriteAheadLog {
      throw .refusal("--wal does not apply to a script, which does not set a journal mode")
    }
    if output.format == .sql && options.database.prunes {
      throw .refusal("--prune does not apply to a script, whose tables start empty")
    }
    if options.database.prunes && options.mapper.recordLimit < .max {
      throw .refusal("--prune cannot be used with --limit: records beyond it would count as gone")
    }
  }

  // MARK: - Counts

  /// The row counts, such as `80 rows inserted, 3 updated, 37 unchanged, 0 deleted`.
  static func text(_ rows: RowCounts) -> String {
    let pruned = rows.pruned.map { " (\($0) pruned)" } ?? ""
    let kept =
      rows.kept == 0 ? "" : ", \(rows.kept) kept \(rows.kept == 1 ? "an old value" : "old values")"
    return
      "\(rows.inserted.counting("row")) inserted, \(rows.updated) updated, "
      + "\(rows.unchanged) unchanged, \(rows.deleted) deleted\(pruned)\(kept)"
  }

  static func add(_ rows: RowCounts, to summary: inout JSONObjectText) {
    summary.add("inserted", number: rows.inserted)
    summary.add("updated", number: rows.updated)
    summary.add("unchanged", number: rows.unchanged)
    summary.add("deleted", number: rows.deleted)
    if let pruned = rows.pruned { summary.add("pruned", number: pruned) }
    if rows.kept > 0 { summary.add("kept", number: rows.kept) }
  }
}
