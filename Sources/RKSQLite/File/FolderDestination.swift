internal import RKDiagnostics
internal import RKEngine
package import RKMapping

extension Output {
  /// Wraps a folder output so that rows with the same key are merged, as in a database.
  ///
  /// - Parameter folder: The output.
  /// - Returns: The wrapped output, or `folder` itself if it is not a folder.
  /// - Throws: A diagnostic if the options of its rows are invalid.
  package static func unified(_ folder: Output) throws(DiagnosticsError) -> Output {
    guard let path = folder.folder, let form = try folder.folderForm() else { return folder }
    var output = Output.tables(FolderDestination(path: path, form: form), .sqlite)
    (output.rejectsPath, output.group) = (folder.rejectsPath, folder.group)
    return output
  }
}

/// Writes a run's tables to a folder by way of a temporary database, which merges rows with the
/// same key.
struct FolderDestination: TableDestination {
  let path: String
  let form: TableFolderSink.Form

  func begin(_ run: TableRun) throws(DiagnosticsError) -> RecordWriting? {
    let files: FolderFiles
    do {
      files = try FolderFiles(folder: path)
    } catch {
      throw DiagnosticsError(.unwritableOutput, "'\(path)' cannot be written: \(error.reason)")
    }
    var numbered = run
    numbered.schema = run.schema.keepingOrder(of: run.tables)
    var options = DatabaseOptions()
    options.marksCells = true
    do {
      var writing = try SQLiteSink.writing(
        numbered,
        to: DatabaseFile(),
        name: "",
        options,
        folder: FolderExport(run, form, files)
      )
      // The files are new, so no row counts against earlier ones.
      writing?.counts = { nil }
      return writing
    } catch {
      throw error.diagnostics(of: path)
    }
  }
}

extension TableSchema {
  /// A schema with the same tables whose rows are numbered in order of arrival.
  ///
  /// SQLite would otherwise use an integer key as the row number.
  fileprivate func keepingOrder(of plan: TablePlan) -> TableSchema {
    var schema = self
    var numbered: Set<Int> = []
    for rule in plan.rows where RowForm.column(of: .number, plan.cells[rule.cells]) >= 0 {
      numbered.insert(Int(rule.table))
    }
    var keyed: Set<Int> = []
    for (number, table) in tables.enumerated()
    where table.primaryKey.count == 1 && !numbered.contains(number) {
      schema.tables[number].columns[table.primaryKey[0]].type = .any
      keyed.insert(number)
    }
    // An index helps only comparisons that use its column's own rules.
    for (number, table) in tables.enumerated() {
      for key in table.foreignKeys where keyed.contains(key.table) && key.columns.count == 1 {
        schema.tables[number].columns[key.columns[0]].type = .any
      }
    }
    return schema
  }
}
