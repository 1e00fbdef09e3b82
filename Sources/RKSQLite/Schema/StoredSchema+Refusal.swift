internal import RKDiagnostics
internal import RKMapping

extension StoredSchema {
  /// The diagnostic for missing parts that must not be created, with the statements that would
  /// create them.
  func refusal(of columns: [Place], _ tables: [Int]) throws(WriteError) -> Diagnostic? {
    let mayCreate = options.schemaRule != .freeze
    let mayAdd = options.schemaRule == .evolve
    var help: [String] = []
    let message: String
    if let first = columns.first, !mayAdd {
      let names = columns.filter { $0.table == first.table }.map {
        "'\(schema.tables[$0.table].columns[$0.column].name)'"
      }
      message =
        "the table '\(schema.tables[first.table].name)' has no column "
        + names.joined(separator: " and no column ")
      // Whoever froze the schema chose the flag, so no help suggests changing it.
      if mayCreate {
        help.append(names.count == 1 ? "--schema evolve adds it" : "--schema evolve adds them")
      }
    } else if let first = tables.first, !mayCreate {
      message = "the database has no table '\(schema.tables[first].name)'"
    } else {
      return nil
    }
    let statements = try statements(for: columns, mayCreate ? [] : tables)
    help.append("this is missing: \(statements.map { $0 + ";" }.joined(separator: " "))")
    return Diagnostic(.otherSchema, message, help: help)
  }

  /// The statements that create columns and tables, with everything that belongs to them.
  private func statements(
    for columns: [Place],
    _ tables: [Int]
  ) throws(WriteError) -> [String] {
    var statements = tables.map { definitionAtFirst(of: $0).sqlLine }
    statements += columns.map { definition(of: $0.table).additionSQL(of: $0.column) }
    var taken = try takenNames()
    func add(_ columns: [Int], of table: Int, isUnique: Bool) {
      guard var index = indexNames.index(ofTable: table, columns) else { return }
      index.name = IndexNames.free(index.name, taken)
      taken.insert(SQLText.folded(index.name))
      statements.append(index.sql(schema, isUnique: isUnique))
    }
    for table in tables {
      for index in indexNames.indexes(of: definitionAtFirst(of: table)) {
        add(index.columns, of: table, isUnique: false)
      }
    }
    for table in Set(columns.map { $0.table }).sorted() {
      let added = Set(columns.filter { $0.table == table }.map { $0.column })
      let definition = definition(of: table, with: added)
      for key in definition.uniqueKeys where !added.isDisjoint(with: key) {
        add(key, of: table, isUnique: true)
      }
      for index in indexNames.indexes(of: definition) where !added.isDisjoint(with: index.columns) {
        add(index.columns, of: table, isUnique: false)
      }
    }
    return statements
  }

  /// A table as it is first created, without its late columns.
  private func definitionAtFirst(of table: Int) -> TableDefinition {
    TableDefinition(
      schema,
      table: table,
      isStrict: isStrict[table],
      present: schema.tables[table].columns.map { !$0.isLate }
    )
  }

  /// The current definition of a table with some more columns.
  private func definition(of table: Int, with columns: Set<Int>) -> TableDefinition {
    let there = definition(of: table).present
    return TableDefinition(
      schema,
      table: table,
      isStrict: isStrict[table],
      present: there.indices.map { there[$0] || columns.contains($0) }
    )
  }
}
