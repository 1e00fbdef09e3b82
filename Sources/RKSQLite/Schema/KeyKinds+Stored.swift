internal import RKEngine
internal import RKMapping

extension KeyKinds {
  /// Learns whether stored parts of keys without a declared type are numbers or texts; for an empty
  /// table the declaration of its key tells, if that allows only one kind.
  func learn(_ stored: StoredSchema, _ plan: TablePlan) throws(Database.Failure) {
    if plan.keyParts.isEmpty { return }
    for (table, columns) in plan.storages.enumerated() where !stored.isNew(table: table) {
      for (column, storage) in columns.enumerated()
      where storage.keyPart >= 0 && stored.isThere(table: table, column: column) {
        let part = Int(storage.keyPart)
        guard self[part] == .open else { continue }
        switch try Self.storedKind(stored.schema.tables[table], column, stored.database) {
        case "integer", "real": self[part] = .number
        case "text": self[part] = .text
        default: break
        }
      }
    }
    for (table, columns) in plan.storages.enumerated() where !stored.isNew(table: table) {
      let definition = stored.schema.tables[table]
      for column in definition.primaryKey
      where columns[column].keyPart >= 0 && stored.isThere(table: table, column: column) {
        let part = Int(columns[column].keyPart)
        guard self[part] == .open else { continue }
        self[part] = try Self.declaredKind(definition, column, stored.database)
      }
    }
  }

  /// An `INTEGER PRIMARY KEY` accepts only integers, and a text column converts numbers to text.
  private static func declaredKind(
    _ table: TableSchema.Table,
    _ column: Int,
    _ database: Database
  ) throws(Database.Failure) -> Kind {
    let types = try database.rows(
      """
      SELECT upper(type) FROM pragma_table_xinfo(?1, 'main') WHERE name = ?2 COLLATE NOCASE
      """,
      table.name,
      table.columns[column].name
    )
    guard let type = types.first?.first ?? nil else { return .open }
    if type == "INTEGER" { return table.primaryKey.count == 1 ? .number : .open }
    let isText = ["CHAR", "CLOB", "TEXT"].contains { type.contains($0) }
    return isText && !type.contains("INT") ? .text : .open
  }

  private static func storedKind(
    _ table: TableSchema.Table,
    _ column: Int,
    _ database: Database
  ) throws(Database.Failure) -> String? {
    let name = SQLText.quoted(table.columns[column].name)
    return try database.text(
      """
      SELECT typeof(\(name)) FROM \(SQLText.quoted(table.name)) WHERE \(name) IS NOT NULL LIMIT 1
      """
    )
  }
}
