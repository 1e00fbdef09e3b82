package import RKDiagnostics
internal import RKEngine

/// A SQLite database, written by the library RKSQLite.
enum SQLiteFormat: OutputFormat {
  static var name: String { "SQLite" }
  static var noun: String { "a database" }
  static var fileEndings: [String] { [".db", ".db3", ".sqlite", ".sqlite3"] }
  static var options: OutputOptions? { .database }
  static var companionEndings: [String] { ["-journal", "-wal", "-shm"] }

  static func prepare(_ output: Output, _ records: OutputRecords) throws(DiagnosticsError)
    -> PreparedOutput
  {
    guard case .tables(let place) = output.destination else {
      throw DiagnosticsError(
        .unwritableOutput,
        "\(output.name) cannot be written: databases and scripts are the work of the library RKSQLite",
        help: ["Output.database(_:_:) and Output.script(_:_:) of that library are such outputs"]
      )
    }
    if records.haveTarget { throw Output.targetOfDatabase }
    return PreparedOutput(compiled: records.compiled) {
      (plan, counter) throws(DiagnosticsError) in
      counter.explainer.refusals.areLeftOut = counter.explainer.leavesOutFailures
      let run = try records.tableRun(refusals: counter.explainer.refusals) { counter.receive($0) }
      plan = run.plan
      return try place.destination.begin(run)
    }
  }
}

extension Output {
  /// The refusal of existing records: a database changes its rows in place.
  package static var targetOfDatabase: DiagnosticsError {
    .refusal(
      "--target does not apply to an output that is a database or a script",
      help: ["records are merged onto the rows that are there"]
    )
  }
}

/// Tables of a database.
extension OutputRecords {
  /// Returns the tables that a run writes, and how it makes their rows.
  func tableRun(
    refusals: OutputRefusals = OutputRefusals(),
    report: @escaping (Diagnostic) -> Void
  ) throws(DiagnosticsError) -> TableRun {
    let tables = try tables(of: compiled)
    var plan = compiled.plan
    tables.adapt(&plan)
    return TableRun(tables, plan, self, refusals: refusals, report: report)
  }

  /// Compiles the tables of the mapping, or of a variant of it.
  func tables(of compiled: CompiledMapping) throws(DiagnosticsError) -> CompiledTables {
    var tables = TableCompiler.compile(compiled, graph, .database, for: scopes())
    if !keys.isEmpty { tables.leaveOutRows(of: keys) }
    if tables.isTooWide {
      throw DiagnosticsError([Self.tooWide("a record and those related to it")])
    }
    if !tables.failures.isEmpty { throw DiagnosticsError(tables.failures) }
    if let table = tables.schema.tables.first(where: { $0.columns.count > Self.mostColumns }) {
      throw DiagnosticsError([Self.tooWide("the table '\(table.name)'")])
    }
    return tables
  }

  /// The most columns of a SQLite table.
  private static var mostColumns: Int { 2_000 }

  private static func tooWide(_ subject: String) -> Diagnostic {
    Diagnostic(
      .tooManyColumns,
      "\(subject) would have more than \(mostColumns) columns",
      help: [
        "\"identification\" on the related mappers, or \"many\": true on the relationships, make "
          + "tables of their own"
      ]
    )
  }
}
