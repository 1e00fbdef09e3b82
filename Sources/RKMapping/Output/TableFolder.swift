package import RKDiagnostics
package import RKEngine

/// A folder of files as the destination of a run's tables: a file for each table, and one that
/// describes them.
struct TableFolder: TableDestination {
  let path: String
  let form: TableFolderSink.Form

  func begin(_ run: TableRun) -> RecordWriting? {
    RecordWriting { (_) throws(SystemError) in try sink(run) }
  }

  private func sink(_ run: TableRun) throws(SystemError) -> AnyRecordSink {
    let tables = run.schema.tables
    let package = DataPackage(run.schema, form)
    let files = zip(package.paths, tables).map { name, table in
      TableFolderSink.File(name: name, columns: table.columnNames)
    }
    return .make(
      try TableFolderSink(
        plan: run.plan,
        tables: run.tables,
        files: files,
        form: form,
        folder: path
      ) { states in
        for (table, state) in zip(tables, states)
        where !table.primaryKey.isEmpty || state == .repeated {
          if let finding = Self.finding(state, of: table) { run.report(finding) }
        }
        return (DataPackage.fileName, Array(package.text(keys: states).utf8))
      }
    )
  }

  /// Prepares an output to a folder, whatever the format of its rows.
  static func prepare(
    _ path: String,
    _ form: TableFolderSink.Form,
    _ records: OutputRecords
  ) throws(DiagnosticsError) -> PreparedOutput {
    try records.refuseMergedShapes(in: form.name)
    var (mapping, undeclared) = records.compiled.withDeclaredCardinalities()
    let tables = TableCompiler.compile(mapping, records.graph, .related)
    if tables.isTooWide { throw CSVFormat.tooWide }
    tables.adapt(&mapping.plan, isDatabase: false)
    let warnings = undeclared.map { $0.undeclaredCardinality(records.graph) }
    return PreparedOutput(compiled: mapping, warnings: warnings) { (plan, counter) in
      let run = TableRun(tables, plan, records) { counter.receive($0) }
      var writing = TableFolder(path: path, form: form).begin(run)
      writing?.mergesConnected = false
      return writing
    }
  }

  /// The diagnostic about a table whose key does not identify its rows.
  private static func finding(
    _ state: TableFolderSink.KeyState,
    of table: TableSchema.Table
  ) -> Diagnostic? {
    let what: String
    switch state {
    case .unique: return nil
    case .repeated:
      let key = table.primaryKey.isEmpty ? "owner and position" : "key"
      what = "rows of '\(table.name)' that differ have one \(key)"
    case .incomplete: what = "a row of '\(table.name)' lacks its key"
    case .unknown: what = "'\(table.name)' has more rows than are compared"
    }
    return Diagnostic(
      .keyNotKept,
      "\(what): datapackage.json names no primary key of it",
      help: ["a database keeps one row of each key"]
    )
  }
}

extension Output {
  /// How rows are written to the folder; nil if the output is not a folder.
  package func folderForm() throws(DiagnosticsError) -> TableFolderSink.Form? {
    try format?.writer.folderForm(self)
  }
}

extension TableFolderSink.Form {
  /// What diagnostics call the rows.
  fileprivate var name: String { if case .csv = self { "CSV" } else { "a folder of tables" } }
}

extension TableSchema.Table {
  /// The names of its columns.
  var columnNames: [[UInt8]] { columns.map { Array($0.name.utf8) } }
}
