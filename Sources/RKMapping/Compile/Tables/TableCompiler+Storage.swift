internal import RKEngine

extension TableCompiler {
  /// Chooses how the columns of all tables are stored.
  mutating func addStorages() {
    let schema = tables.schema
    tables.plan.storages = schema.tables.map { table in
      table.columns.map { column in
        var storage = ColumnStorage()
        if case .decimal(let form) = column.type { storage.decimal = form }
        return storage
      }
    }
    for (number, layout) in layouts.enumerated() where !layout.key.isEmpty {
      addKeyStorages(of: number)
    }
    for number in schema.tables.indices { addReferenceStorages(of: number) }
    for row in tables.plan.rows where row.modification >= 0 {
      let column = Int(row.modification)
      if schema.tables[Int(row.table)].columns[column].type == .plain(.date) {
        tables.plan.storages[Int(row.table)][column].isInstant = true
      }
    }
  }

  private mutating func addKeyStorages(of table: Int) {
    for column in tables.schema.tables[table].primaryKey {
      let type = tables.schema.tables[table].columns[column].type
      tables.plan.storages[table][column].isInstant = type == .plain(.date)
      if type == .any || type == .text {
        tables.plan.storages[table][column].keyPart = Int32(tables.plan.keyParts.count)
        tables.plan.keyParts.append(UInt32(table))
      }
    }
  }

  /// Stores columns that refer to a key like the key.
  private mutating func addReferenceStorages(of table: Int) {
    for key in tables.schema.tables[table].foreignKeys {
      let parts = tables.schema.tables[key.table].primaryKey
      for (column, part) in zip(key.columns, parts) {
        let storage = tables.plan.storages[key.table][part]
        tables.plan.storages[table][column] = storage
      }
    }
  }
}
