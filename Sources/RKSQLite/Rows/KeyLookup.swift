package import RKEngine
package import RKMapping

/// Looks up keys among the rows that existed before the run.
///
/// It uses the connection that rows are written with: both run on one thread.
package final class KeyLookup: StoredKeys {
  private let database: Database
  private let schema: TableSchema
  private let rows: RunRows
  private let stored: StoredSchema
  private let conditions: [StoredPredicate]
  private var statements: [Statement?]
  /// The statements for conditions, by table and condition.
  private var conditioned: [[Int]: Statement] = [:]
  package let areFinal: Bool

  package init(_ writer: RowWriter, _ conditions: [StoredPredicate] = []) {
    database = writer.database
    schema = writer.schema
    stored = writer.stored
    rows = writer.rows
    self.conditions = conditions
    areFinal = writer.options.mode == .fail
    statements = schema.tables.map { _ in nil }
  }

  /// Whether the table had a row with a key before the run.
  ///
  /// A key that was not found is not looked up again, because this run may have inserted its row
  /// since.
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
      // The error will end the run when the row is written.
      return false
    }
  }

  /// Whether a condition accepts a row that existed before the run; true if there is none.
  package func admit(_ key: borrowing RowBatch, in table: Int, as condition: Int) -> Bool {
    guard rows.remembers(table: table) else { return true }
    do {
      let statement = try statement(table, conditions[condition], [table, condition])
      for place in 0..<key.values.count {
        try statement.bind(place + 1, key.values[place], key.bytes)
      }
      defer { statement.reset() }
      return try !statement.step() || statement.integer(0) != 0
    } catch {
      // As above, the error will end the run when the row is written.
      return true
    }
  }

  private func statement(_ table: Int, _ predicate: StoredPredicate, _ name: [Int])
    throws(Database.Failure) -> Statement
  {
    let definition = stored.definition(of: table)
    let key = definition.table.primaryKey
    let condition = StoredCondition(predicate, definition, firstParameter: key.count + 1)
    // Resetting the statement drops the pointers to uncopied texts, and all other parameters with
    // them.
    if let made = conditioned[name] {
      try condition.bindValues(to: made)
      return made
    }
    let conditions = key.enumerated().map { place, column in
      "\(definition.columns[column]) = ?\(place + 1)"
    }
    let select = try Statement(
      database,
      "SELECT \(condition.sql) FROM \(definition.name) WHERE \(conditions.joined(separator: " AND "))"
    )
    conditioned[name] = select
    try condition.bindValues(to: select)
    return select
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
