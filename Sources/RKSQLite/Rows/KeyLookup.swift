package import RKEngine
internal import RKMapping

/// Looks for keys among the rows that were there before the run.
///
/// It uses the connection that rows are written with: both are work of one thread.
package final class KeyLookup: StoredKeys {
  private let database: Database
  private let schema: TableSchema
  private let rows: RunRows
  private var statements: [Statement?]

  package init(_ writer: RowWriter) {
    database = writer.database
    schema = writer.schema
    rows = writer.rows
    statements = schema.tables.map { _ in nil }
  }

  /// Whether the table had a row of a key before the run.
  ///
  /// A key that was asked for and was not there is not asked for again: the row that it has got may be
  /// there now.
  package func hold(_ key: borrowing RowBatch, in table: Int) -> Bool {
    guard rows.remembers(table: table) else { return false }
    do {
      let statement = try statement(table)
      for place in 0..<key.values.count {
        try statement.bind(place + 1, key.values[place], key.bytes)
      }
      defer { statement.reset() }
      return try statement.step()
    } catch {
      // What is wrong with the database ends the run when the row is written.
      return false
    }
  }

  private func statement(_ table: Int) throws(Database.Failure) -> Statement {
    if let statement = statements[table] { return statement }
    let definition = schema.tables[table]
    let conditions = definition.primaryKey.enumerated().map { place, column in
      "\(SQLText.quoted(definition.columns[column].name)) = ?\(place + 1)"
    }
    let statement = try Statement(
      database,
      """
      SELECT 1 FROM \(SQLText.quoted(definition.name)) \
      WHERE \(conditions.joined(separator: " AND "))
      """
    )
    statements[table] = statement
    return statement
  }
}
