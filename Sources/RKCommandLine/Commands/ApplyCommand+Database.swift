internal import RKDiagnostics
internal import RKMapping
internal import RKSQLite

/// Databases: the flags, and what they ask for.
extension ApplyCommand {
  static var databaseFlags: [Flag<Options>] {
    [
      databaseFlag(
        "mode",
        """
        databases: what becomes of a record whose key is there before the run: upsert writes what it \
        says over the row (default), append leaves the row as it is, fail fails the record
        """
      ) { (options, mode: DatabaseOptions.Mode) in options.mode = mode },
      databaseFlag(
        "schema",
        """
        databases: what may be done to the tables: create makes those that are missing (default), \
        evolve adds missing columns, too, freeze makes nothing
        """
      ) { (options, rule: DatabaseOptions.SchemaRule) in options.schemaRule = rule },
      databaseFlag("strict-tables", "databases: make STRICT tables, which hold their types") {
        $0.hasStrictTables = true
      },
      databaseFlag(
        "dangling",
        """
        databases: what becomes of references to rows that are not there: keep counts them \
        (default), stub makes a row with nothing but its key, null clears them, error fails the run
        """
      ) { (options, rule: DatabaseOptions.Dangling) in options.dangling = rule },
      Flag(
        "prune",
        in: .output,
        """
        databases: delete the rows that a descriptor's prune predicate takes and the run did not \
        bring, if it had no errors
        """
      ) {
        $0.formatFlags.append((.database, noDatabase("prune")))
        $0.database.prunes = true
      },
      Flag(
        "prune-limit",
        value: "N|N%",
        in: .output,
        """
        databases: how many rows --prune may delete for a descriptor, or how many of those in its scope \
        (default 10%); beyond it nothing is pruned, with exit status 1
        """
      ) { (options, text) throws(FlagError) in
        options.formatFlags.append((.database, noDatabase("prune-limit")))
        switch failureLimit(text) {
        case .count(let count): options.database.pruneLimit = .count(count)
        case .share(let perMillion): options.database.pruneLimit = .share(perMillion: perMillion)
        case nil:
          throw FlagError(
            "--prune-limit takes a number of rows, or a share of them, not '\(text)'",
            help: "as in --prune-limit 10 or --prune-limit 2.5%, with at most four places"
          )
        }
      },
      databaseFlag(
        "provenance",
        "databases: keep for each row which input it came from, and from which byte on"
      ) { $0.keepsProvenance = true },
      Flag(
        "run-id",
        value: "NAME",
        in: .output,
        "databases: keep the run's name; a run of a name that is there already does nothing"
      ) { (options, name) throws(FlagError) in
        if name.isEmpty { throw FlagError("--run-id takes the name of a run, not an empty one") }
        options.formatFlags.append((.database, noDatabase("run-id")))
        options.database.runID = name
      },
      databaseFlag(
        "wal",
        "databases: leave the database with a write-ahead log, so that it is read while it is written"
      ) { $0.usesWriteAheadLog = true },
    ]
  }

  private static func databaseFlag(
    _ long: String,
    _ help: String,
    apply: @escaping (inout DatabaseOptions) -> Void
  ) -> Flag<Options> {
    Flag(long, in: .output, help) {
      $0.formatFlags.append((.database, noDatabase(long)))
      apply(&$0.database)
    }
  }

  private static func databaseFlag<Choice: RawRepresentable & CaseIterable>(
    _ long: String,
    _ help: String,
    apply: @escaping (inout DatabaseOptions, Choice) -> Void
  ) -> Flag<Options> where Choice.RawValue == String {
    Flag(long, in: .output, help) { (options, choice: Choice) in
      options.formatFlags.append((.database, noDatabase(long)))
      apply(&options.database, choice)
    }
  }

  private static func noDatabase(_ long: String) -> DiagnosticsError {
    refusal(
      "--\(long) is for databases, and the output is none",
      help: [
        "-o with a name that ends with .db, .sqlite or .sqlite3 writes a database, .sql a script"
      ]
    )
  }

  /// The database or script that an output is whose format is one of those; any other as it is.
  static func database(
    _ output: Output,
    _ path: String?,
    _ options: Options
  ) throws(DiagnosticsError) -> Output {
    guard output.writer.options == .database else { return output }
    if output.format == .sql { return .script(path, options.database) }
    guard let path else {
      throw DiagnosticsError([
        Diagnostic(
          .flagValue,
          "--to sqlite writes a database, which is a file, not the standard output",
          help: ["-o FILE names it; --to sql writes a script that makes such a database"]
        )
      ])
    }
    return .database(path, options.database)
  }

  /// Refuses flags for databases that mean nothing for an output.
  static func refuseDatabaseFlags(
    _ options: Options,
    of output: Output
  ) throws(DiagnosticsError) {
    if output.format == .sql && options.database.usesWriteAheadLog {
      throw refusal("--wal has no meaning for a script, which does not say how it is used")
    }
    if output.format == .sql && options.database.prunes {
      throw refusal(
        "--prune has no meaning for a script, which makes tables that hold nothing yet"
      )
    }
    if options.database.prunes && options.mapper.recordLimit < .max {
      throw refusal("--prune does not go with --limit: records beyond it would be taken for gone")
    }
  }

  // MARK: - Counts

  /// What happened to the rows, as in `80 rows inserted, 3 updated, 37 unchanged, 0 deleted`.
  static func text(_ rows: RowCounts) -> String {
    let pruned = rows.pruned.map { " (\($0) pruned)" } ?? ""
    return
      "\(rows.inserted) \(rows.inserted == 1 ? "row" : "rows") inserted, \(rows.updated) updated, "
      + "\(rows.unchanged) unchanged, \(rows.deleted) deleted\(pruned)"
  }

  static func add(_ rows: RowCounts, to summary: inout JSONObjectText) {
    summary.add("inserted", number: rows.inserted)
    summary.add("updated", number: rows.updated)
    summary.add("unchanged", number: rows.unchanged)
    summary.add("deleted", number: rows.deleted)
    if let pruned = rows.pruned { summary.add("pruned", number: pruned) }
  }
}
