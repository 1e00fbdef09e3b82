internal import RKEngine
internal import RKMapping

extension KeyKinds {
  /// Learns of the parts of keys whose type is not declared whether stored ones are numbers or texts.
  func take(_ stored: StoredSchema, _ plan: TablePlan) throws(Database.Failure) {
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
