internal import RKDiagnostics
internal import RKMapping

extension StoredSchema {
  /// Which of a table's columns a database has.
  func columns(of table: Int, in stored: StoredTable) -> [Bool] {
    let names = Set(stored.columns.map(\.name))
    return schema.tables[table].columns.map { names.contains(SQLText.folded($0.name)) }
  }

  /// Tables that should exist from the start but do not.
  var missingTables: [Int] {
    schema.tables.indices.filter { present[$0] == nil && !schema.tables[$0].isLate }
  }

  /// Columns that should exist from the start but do not, in existing tables.
  var missingColumns: [Place] {
    schema.tables.indices.flatMap { table in
      schema.tables[table].columns.indices.compactMap { column in
        let isMissing =
          present[table]?[column] == false && !schema.tables[table].columns[column].isLate
        return isMissing ? Place(table: table, column: column) : nil
      }
    }
  }

  // MARK: - Representations without records

  /// Why the database's object with a table's name cannot be that table; nil if it can.
  func difference(of number: Int, _ stored: StoredTable) throws(WriteError) -> Diagnostic? {
    let table = schema.tables[number]
    if let kind = stored.otherKind {
      return Diagnostic(
        .otherSchema,
        "'\(table.name)' is \(kind) of the database, and is to be a table",
        help: ["another database, or another name of the target, keeps both"]
      )
    }
    for column in table.columns {
      let name = SQLText.folded(column.name)
      if stored.columns.contains(where: { $0.name == name && $0.isGenerated }) {
        return Diagnostic(
          .otherSchema,
          "the column '\(column.name)' of the table '\(table.name)' is generated, and cannot be "
            + "written",
          help: ["map the attribute to another name"]
        )
      }
    }
    let present = columns(of: number, in: stored)
    for (place, column) in table.columns.enumerated() where !present[place] {
      if !column.isLate && definition(of: number).isRequired(place) {
        return Diagnostic(
          .otherSchema,
          "the table '\(table.name)' has no column '\(column.name)', without which no row can be",
          help: ["a column that must have a value cannot be added to a table; rename that table"]
        )
      }
    }
    if let finding = try keyDifference(of: number, stored) { return finding }
    if let finding = referenceDifference(of: number, stored) { return finding }
    return try typeDifference(of: number, stored)
  }

  /// A reference whose name has a number, because an attribute has the name, is another column when
  /// the attribute comes or goes.
  private func referenceDifference(of number: Int, _ stored: StoredTable) -> Diagnostic? {
    let table = schema.tables[number]
    let keys = table.foreignKeys.map { key in
      (
        table: SQLText.folded(schema.tables[key.table].name),
        columns: key.columns.map { SQLText.folded(table.columns[$0].name) }
      )
    }
    for (key, one) in zip(table.foreignKeys, keys)
    where !stored.references.contains(where: { $0 == one }) {
      for other in stored.references
      where other.table == one.table && !keys.contains(where: { $0 == other })
        && zip(one.columns, other.columns).allSatisfy({
          $0 == $1 || $0.hasPrefix($1 + "_") || $1.hasPrefix($0 + "_")
        })
      {
        return Diagnostic(
          .otherSchema,
          "the table '\(table.name)' refers to '\(schema.tables[key.table].name)' by "
            + "\(SQLText.list(other.columns)), and the spec by \(SQLText.list(one.columns))",
          help: ["an attribute of that name makes the number: another \"to\" of it keeps the names"]
        )
      }
    }
    return nil
  }

  private func keyDifference(
    of number: Int,
    _ stored: StoredTable
  ) throws(WriteError) -> Diagnostic? {
    let table = schema.tables[number]
    let definition = definition(of: number)
    let names = table.columns.map { SQLText.folded($0.name) }
    let key = table.primaryKey.map { names[$0] }
    let found =
      stored.primaryKey.isEmpty
      ? "no primary key" : "the primary key (\(SQLText.list(stored.primaryKeyNames)))"
    if key.isEmpty {
      // A primary key with columns that the spec does not know was chosen by the database's owner.
      guard !stored.primaryKey.isEmpty, Set(stored.primaryKey).isSubset(of: names) else {
        return nil
      }
      return Diagnostic(
        .otherSchema,
        "the table '\(table.name)' has \(found), and the spec has none",
        help: ["\"identification\" on the mapper, or on the target, names the key"]
      )
    }
    if stored.isUnique(key) { return nil }
    let index = IndexDefinition(
      name: IndexNames.free(table.name + "_key", try takenNames()),
      table: number,
      columns: table.primaryKey
    )
    return Diagnostic(
      .otherSchema,
      "the table '\(table.name)' has \(found), and the spec has "
        + "(\(definition.list(table.primaryKey)))",
      help: [
        "where no two rows share it, this makes it a key: \(index.sql(schema, isUnique: true));"
      ]
    )
  }
}
