package import RKMapping

/// An index, as `CREATE INDEX` defines it.
package struct IndexDefinition: Sendable, Hashable {
  package var name: String
  package var table: Int
  package var columns: [Int]

  /// The statement that creates it, without a semicolon.
  package func sql(_ schema: TableSchema, isUnique: Bool = false) -> String {
    let table = TableDefinition(schema, table: table)
    return "CREATE \(isUnique ? "UNIQUE " : "")INDEX \(SQLText.quoted(name)) "
      + "ON \(table.name) (\(table.list(columns)))"
  }
}
