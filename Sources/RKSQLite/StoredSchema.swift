package import RKMapping

/// The tables of a spec in a database: which are there, and the making of those that are not.
///
/// Columns and tables that are late are made when the first value for them comes. Statements on a table
/// must be reset before anything of it is made, and are to be prepared anew when `version` has
/// changed.
package final class StoredSchema {
  package let schema: TableSchema
  let database: Database
  let options: DatabaseOptions
  /// For each table which of its columns the database has; nil where it has no such table.
  var present: [[Bool]?]
  /// Tables that were made in this run.
  var made: [Bool]

  /// Changes whenever something is made.
  package internal(set) var version = 0

  package init(_ schema: TableSchema, _ database: Database, options: DatabaseOptions) {
    self.schema = schema
    self.database = database
    self.options = options
    present = schema.tables.map { _ in nil }
    made = schema.tables.map { _ in false }
  }

  /// Compares the database with the schema, and makes what is missing, or says why it must not.
  package func prepare() throws(WriteError) {
    for table in schema.tables.indices where !schema.tables[table].isLate {
      try make(table: table)
    }
  }

  // MARK: - What is there

  package func isThere(table: Int) -> Bool { present[table] != nil }

  package func isThere(table: Int, column: Int) -> Bool { present[table]?[column] ?? false }

  /// The table was made in this run: whatever it holds has come with it.
  package func isNew(table: Int) -> Bool { made[table] }

  /// The definition of a table as it is; with all of its columns while there is none.
  package func definition(of table: Int) -> TableDefinition {
    TableDefinition(
      schema,
      table: table,
      isStrict: options.hasStrictTables,
      present: present[table]
    )
  }

  // MARK: - Making

  /// Makes a late table, unless it is there.
  package func make(table: Int) throws(WriteError) {
    guard present[table] == nil else { return }
    let columns = schema.tables[table].columns.map { !$0.isLate }
    try run(
      TableDefinition(schema, table: table, isStrict: options.hasStrictTables, present: columns).sql
    )
    present[table] = columns
    made[table] = true
    version += 1
  }

  /// Makes a late column, and those of its foreign key, unless they are there.
  package func make(table: Int, column: Int) throws(WriteError) {
    guard !isThere(table: table, column: column) else { return }
    let key = schema.tables[table].foreignKeys.first { $0.columns.contains(column) }
    for column in key?.columns ?? [column] where !isThere(table: table, column: column) {
      var definition = definition(of: table)
      if key?.columns.count == 1 || key == nil {
        present[table]?[column] = true
        definition = self.definition(of: table)
      }
      try run(definition.additionSQL(of: column))
      present[table]?[column] = true
    }
    version += 1
  }

  /// Makes the indexes of what was made in this run, once the rows are in.
  package func buildIndexes() throws(WriteError) {}

  /// Brings the tables that were made in this run into the form that they would have had if all that
  /// came had been known from the start.
  package func finish() throws(WriteError) {}

  func run(_ sql: String) throws(WriteError) {
    do { try database.run(sql) } catch { throw .failure(error) }
  }
}
