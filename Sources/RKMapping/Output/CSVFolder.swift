internal import RKDiagnostics
internal import RKEngine

/// A folder of CSV files as the place of a run's tables: a file for each, and one that describes them.
struct CSVFolder: TableDestination {
  let path: String
  let dialect: CSVDialect

  func begin(_ run: TableRun) -> RecordWriting? {
    RecordWriting { (_) throws(SystemError) in try sink(run) }
  }

  private func sink(_ run: TableRun) throws(SystemError) -> AnyRecordSink {
    let tables = run.schema.tables
    let package = DataPackage(run.schema, dialect)
    let files = zip(package.paths, tables).map { name, table in
      CSVFolderSink.File(name: name, columns: table.columnNames)
    }
    return .make(
      try CSVFolderSink(
        plan: run.plan,
        tables: run.tables,
        files: files,
        dialect: dialect,
        folder: path
      ) { states in
        for (table, state) in zip(tables, states) where !table.primaryKey.isEmpty {
          if let finding = Self.finding(state, of: table.name) { run.report(finding) }
        }
        return (DataPackage.fileName, Array(package.text(keys: states).utf8))
      }
    )
  }

  /// What is said of a table whose rows its key does not tell apart.
  private static func finding(_ state: CSVFolderSink.KeyState, of table: String) -> Diagnostic? {
    let what: String
    switch state {
    case .unique: return nil
    case .repeated: what = "rows of '\(table)' that differ have one key"
    case .incomplete: what = "a row of '\(table)' lacks its key"
    case .unknown: what = "'\(table)' has more rows than are compared"
    }
    return Diagnostic(
      .keyNotKept,
      "\(what): datapackage.json names no primary key of it",
      help: ["a database keeps one row of each key"]
    )
  }
}

extension TableSchema.Table {
  /// The names of its columns.
  var columnNames: [[UInt8]] { columns.map { Array($0.name.utf8) } }
}
