internal import RKEngine

/// Writes a database as text that recreates it: tables, rows, indexes, in one transaction.
///
/// Foreign keys are off during the script, since rows may precede those that they refer to.
struct SQLScript: ~Copyable {
  /// How many bytes are collected before they are written, and how long a statement with several
  /// rows may grow.
  private static var flushSize: Int { 128 * 1024 }
  private static var largestStatement: Int { 32 * 1024 }
  /// The most rows of a statement.
  private static var largestRowCount: Int { 100 }

  private let database: Database
  private var output: OutputFile
  private var text = OutputBuffer()
  private var constants: SQLConstantWriter

  init(_ database: Database, output: consuming OutputFile) throws(WriteError) {
    self.database = database
    self.output = output
    do { constants = try SQLConstantWriter(database) } catch { throw .failure(error) }
  }

  /// Writes the script, and commits the file.
  mutating func write() throws(WriteError) {
    text.append("PRAGMA foreign_keys = OFF;\nBEGIN;\n")
    let tables = try parts("type = 'table'")
    for table in tables { append(table.sql, end: ";\n") }
    for table in tables { try writeRows(of: table.name) }
    for index in try parts("type != 'table'") { append(index.sql, end: ";\n") }
    text.append("COMMIT;\n")
    try flush()
    do { try output.commit() } catch { throw .system(error) }
  }

  private func parts(_ condition: String) throws(WriteError) -> [(name: String, sql: String)] {
    do {
      // Objects that SQLite creates for constraints have no text or a reserved name.
      let statement = try Statement(
        database,
        """
        SELECT name, sql FROM sqlite_schema
        WHERE \(condition) AND sql IS NOT NULL AND substr(name, 1, 7) != 'sqlite_' ORDER BY rowid
        """
      )
      var parts: [(name: String, sql: String)] = []
      while try statement.step() {
        parts.append((statement.text(0) ?? "", statement.text(1) ?? ""))
      }
      return parts
    } catch {
      throw .failure(error)
    }
  }

  private mutating func writeRows(of table: String) throws(WriteError) {
    let name = SQLText.quoted(table)
    let rows: Statement
    // A table is read in row order, never in the order of an index.
    do {
      rows = try Statement(database, "SELECT * FROM \(name) NOT INDEXED")
    } catch {
      throw .failure(error)
    }
    var count = 0
    var start = 0
    while try step(rows) {
      if count == Self.largestRowCount || text.count - start >= Self.largestStatement {
        text.append(";\n")
        count = 0
        if text.count >= Self.flushSize { try flush() }
      }
      if count == 0 {
        start = text.count
        append("INSERT INTO \(name) VALUES", end: "\n")
      } else {
        text.append(",\n")
      }
      count += 1
      try writeRow(rows)
    }
    if count > 0 { text.append(";\n") }
  }

  private mutating func writeRow(_ row: Statement) throws(WriteError) {
    text.append("(")
    for column in 0..<row.columnCount {
      if column > 0 { text.append(", ") }
      do { try constants.write(row, column, to: &text) } catch { throw .failure(error) }
    }
    text.append(")")
  }

  private func step(_ rows: Statement) throws(WriteError) -> Bool {
    do { return try rows.step() } catch { throw .failure(error) }
  }

  private mutating func append(_ sql: String, end: StaticString) {
    text.append(Array(sql.utf8).span)
    text.append(end)
  }

  private mutating func flush() throws(WriteError) {
    do { try output.write(text.span) } catch { throw .system(error) }
    text.removeAll()
  }
}
