package import RKDiagnostics
internal import RKEngine
internal import RKMapping

/// Writes the statements that turn the rows of one database into those of another.
///
/// Both sides are read in the order of the tables' keys, so that no rows are held in memory. Rows
/// are deleted before others take their keys.
package struct DifferenceScript: ~Copyable {
  /// A pass over the tables; each pass handles all tables before the next begins.
  private enum Step: CaseIterable {
    case deletes
    case inserts
    case updates
  }

  private let old: StoredSchema
  private let new: StoredSchema
  private var text = OutputBuffer()
  private static var flushSize: Int { 64 * 1024 }

  package init(from old: ComparedDatabase, to new: ComparedDatabase) {
    self.old = old.stored
    self.new = new.stored
  }

  /// Passes the script on in parts until the function returns false.
  package mutating func write(_ write: (String) -> Bool) throws(DiagnosticsError) {
    do throws(WriteError) {
      append("BEGIN;\n")
      addDefinitions()
      for step in Step.allCases {
        let tables = Array(new.schema.tables.indices)
        for table in step == .deletes ? tables.reversed() : tables {
          guard try add(step, table, write) else { return }
        }
      }
      append("COMMIT;\n")
      _ = flush(write)
    } catch {
      throw error.diagnostics(of: "")
    }
  }

  private mutating func flush(_ write: (String) -> Bool) -> Bool {
    var bytes: [UInt8] = []
    for at in text.span.indices { bytes.append(text.span[at]) }
    text.removeAll()
    return write(String(decoding: bytes, as: UTF8.self))
  }

  private mutating func append(_ sql: String) { text.append(Array(sql.utf8).span) }

  // MARK: - Definitions

  /// Adds the tables, columns and indexes that the old database may lack.
  private mutating func addDefinitions() {
    let tables = new.schema.tables.indices.filter { new.isThere(table: $0) }
    for table in tables {
      let definition = new.definition(of: table)
      append("CREATE TABLE IF NOT EXISTS" + definition.sql.dropFirst("CREATE TABLE".count) + ";\n")
      for column in new.schema.tables[table].columns.indices
      where old.isThere(table: table) && new.isThere(table: table, column: column)
        && !old.isThere(table: table, column: column)
      {
        append(definition.additionSQL(of: column) + ";\n")
      }
    }
    for table in tables {
      for index in new.indexNames.indexes(of: new.definition(of: table)) {
        let sql = index.sql(new.schema)
        append("CREATE INDEX IF NOT EXISTS" + sql.dropFirst("CREATE INDEX".count) + ";\n")
      }
    }
  }

  // MARK: - Rows

  /// Adds the statements of one pass for a table; returns false to stop.
  private mutating func add(
    _ step: Step,
    _ table: Int,
    _ write: (String) -> Bool
  ) throws(WriteError) -> Bool {
    let columns = new.schema.tables[table].columns.indices.filter { column in
      [old, new].contains { $0.isThere(table: table, column: column) }
    }
    if columns.isEmpty { return true }
    let key = new.schema.tables[table].primaryKey
    // Rows without a key are identified by all of their columns.
    let order = key.isEmpty ? columns : key
    let olds = try OrderedRows(of: old, table, columns, orderedBy: order)
    let news = try OrderedRows(of: new, table, columns, orderedBy: order)
    let statements = ScriptStatements(new, table, columns)
    while olds.hasRow || news.hasRow {
      let turn = !news.hasRow ? -1 : !olds.hasRow ? 1 : olds.compare(news)
      if turn < 0 {
        if step == .deletes { try statements.delete(olds, &text) }
        try olds.advance()
      } else if turn > 0 {
        if step == .inserts { try statements.insert(news, &text) }
        try news.advance()
      } else {
        let changed = columns.indices.filter { !olds.equals(news, $0) }
        if statements.needNewRow(changed) {
          if step == .deletes { try statements.delete(olds, &text) }
          if step == .inserts { try statements.insert(news, &text) }
        } else if step == .updates && !changed.isEmpty {
          try statements.update(news, changed, &text)
        }
        try olds.advance()
        try news.advance()
      }
      if text.count >= Self.flushSize, !flush(write) { return false }
      if Interruption.isPending { throw .failure(.interruption) }
    }
    return true
  }
}
