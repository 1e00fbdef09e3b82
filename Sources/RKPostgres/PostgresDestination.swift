internal import RKDiagnostics
internal import RKEngine
package import RKMapping
package import RKSQLite

extension Output {
  /// A SQL script for `psql` that merges the records into the tables of a PostgreSQL database.
  ///
  /// - Parameters:
  ///   - path: The file, written under a temporary name and renamed when the run has succeeded; the standard
  ///     output if nil.
  ///   - options: As for a SQLite database.
  /// - Returns: The output.
  package static func postgresScript(
    _ path: String? = nil,
    _ options: DatabaseOptions = DatabaseOptions()
  ) -> Output {
    .tables(PostgresDestination(path: path ?? "", options: options), .sql)
  }
}

/// A script as the destination of a run's tables.
struct PostgresDestination: TableDestination {
  /// The path of the script; empty for the standard output.
  var path: String
  var options: DatabaseOptions

  var hasRows: Bool { true }

  func begin(_ run: TableRun) throws(DiagnosticsError) -> RecordWriting? {
    let refusals = run.postgresRefusals
    if !refusals.isEmpty { throw DiagnosticsError(refusals) }
    return try recordWriting(of: run.withTextKeys)
  }

  private func recordWriting(of run: TableRun) throws(DiagnosticsError) -> RecordWriting {
    let output = try Output.scriptFile(named: path)
    let keys = KeyKinds(partCount: run.tables.keyParts.count)
    let ending = RunEnding()
    let admission = TableAdmission(
      plan: run.plan,
      tables: run.tables,
      keys: keys,
      affinities: run.schema.tables.map { $0.columns.map(\.type.postgres.affinity) }
    )
    return RecordWriting(
      sink: .make(PostgresSink(run, options, keys, ending, output)),
      admission: admission,
      willFinish: { ending.outcome = $0 },
      counts: { nil }
    )
  }
}

/// The outcome of the run, once it is known.
final class RunEnding {
  var outcome = RunOutcome()
}

extension TableRun {
  /// A copy in which keys that are always texts need not be held to find out what they are.
  fileprivate var withTextKeys: TableRun {
    var run = self
    for (number, table) in schema.tables.enumerated() {
      for column in table.columns.indices where table.columns[column].type == .text {
        run.tables.storages[number][column].keyPart = -1
      }
    }
    return run
  }
}

extension PostgresType {
  /// Which values the type cannot hold unchanged.
  fileprivate var affinity: ColumnAffinity {
    switch self {
    case .bigint: .bigint
    case .numeric: .numerals
    case .timestamp, .local: .instant
    case .text: .characters
    case .json: .json
    // The conversions of the spec produce only suitable values.
    case .scaled, .double, .boolean, .day, .uuid, .bytea: .none
    }
  }
}
