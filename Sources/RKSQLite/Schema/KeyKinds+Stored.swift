internal import RKEngine
internal import RKMapping

extension KeyKinds {
  /// Learns whether stored keys of undeclared type are numbers or texts; for a key of several
  /// columns the first row decides.
  func learn(_ stored: StoredSchema, _ plan: TablePlan) throws(Database.Failure) {
    if plan.keyParts.isEmpty { return }
    for (table, columns) in plan.storages.enumerated() where !stored.isNew(table: table) {
      let definition = stored.schema.tables[table]
      guard definition.primaryKey.count == 1, let column = definition.primaryKey.first,
        columns[column].keyPart >= 0, stored.isThere(table: table, column: column),
        try Self.isMixed(definition, column, stored.database)
      else { continue }
      self[Int(columns[column].keyPart)] = .mixed
    }
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
  }

  /// Whether a key column holds both numbers and texts.
  ///
  /// SQLite sorts numbers before texts and texts before blobs, so the key's index finds both kinds
  /// quickly.
  private static func isMixed(
    _ table: TableSchema.Table,
    _ column: Int,
    _ database: Database
  ) throws(Database.Failure) -> Bool {
    let name = SQLText.quoted(table.columns[column].name)
    let rows = "SELECT 1 FROM \(SQLText.quoted(table.name)) WHERE \(name)"
    if try database.integer("\(rows) < '' LIMIT 1") == nil { return false }
    return try database.integer("\(rows) >= '' AND \(name) < x'' LIMIT 1") != nil
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
