internal import RKDiagnostics
internal import RKMapping

extension StoredSchema {
  /// Completes the tables that were created in this run, and creates their indexes, once the rows
  /// are in.
  package func buildIndexes() throws(WriteError) {
    for table in Set(madeColumns.map(\.table)).sorted() where isNew(table: table) {
      try normalize(table)
    }
    try addIndexes(to: schema.tables.indices.filter(isThere))
  }

  /// Makes everything that this run created look as if all data had been known from the start.
  package func finish() throws(WriteError) {
    try buildIndexes()
    if madeTables.isEmpty { return }
    do { try orderEntries() } catch { throw .failure(error) }
  }

  // MARK: - Tables

  /// Rebuilds a table to which columns were added, so that it has the column order and the text of
  /// its definition.
  private func normalize(_ table: Int) throws(WriteError) {
    let definition = definition(of: table)
    let name = schema.tables[table].name
    var text: String?
    do throws(Database.Failure) {
      text =
        try database.rows(
          "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?1",
          name
        ).first?.first ?? nil
    } catch { throw .failure(error) }
    if text == definition.sql { return }
    let isInOrder = try stored(table)?.columns.map(\.name) == presentNames(of: table)
    let isUnique = definition.uniqueKeys.joined().contains { column in
      madeColumns.contains(Place(table: table, column: column))
    }
    guard isInOrder && !isUnique else { return try rebuild(table) }
    // Stored data does not depend on whether the reference is declared.
    do {
      try writeEntries { () throws(Database.Failure) in
        _ = try database.rows(
          "UPDATE sqlite_schema SET sql = ?1 WHERE type = 'table' AND name = ?2",
          definition.sql,
          name
        )
      }
    } catch { throw .failure(error) }
  }

  private func presentNames(of table: Int) -> [String] {
    schema.tables[table].columns.enumerated()
      .filter { isThere(table: table, column: $0.offset) }.map { SQLText.folded($0.element.name) }
  }

  /// Recreates a table with its current definition, and copies its rows.
  func rebuild(_ table: Int) throws(WriteError) {
    let definition = definition(of: table)
    let stored = Set(try stored(table)?.columns.map(\.name) ?? [])
    let columns = definition.table.columns.indices.filter {
      stored.contains(SQLText.folded(definition.table.columns[$0].name))
    }
    var list = definition.list(columns)
    // Rows keep their numbers, which may identify them.
    if !definition.isWithoutRowID && !definition.isNumbered {
      list += ", \(definition.rowName)"
    }
    let old = SQLText.quoted(IndexNames.free("_rkmap_old", try takenNames()))
    // References of other tables keep using the table's name.
    try run("PRAGMA legacy_alter_table = ON")
    try run("ALTER TABLE \(definition.name) RENAME TO \(old)")
    try run("PRAGMA legacy_alter_table = OFF")
    try run(definition.sql)
    // An index must not change the order in which rows are copied.
    try runChecked(
      "INSERT INTO \(definition.name) (\(list)) SELECT \(list) FROM \(old) NOT INDEXED",
      table
    )
    try run("DROP TABLE \(old)")
    version += 1
  }

  // MARK: - Indexes

  /// Creates missing indexes: all indexes of tables that this run created, those of columns that it
  /// created, and under `evolve` those that an existing table lacks.
  func addIndexes(to tables: [Int]) throws(WriteError) {
    for table in tables where indexedVersions[table] != version {
      let definition = definition(of: table)
      if indexedVersions[table] == nil && isAsDefined(table) {
        for wish in indexNames.wishes(of: definition) {
          try addIndex(table, wish.columns, isUnique: false)
        }
        indexedVersions[table] = version
        continue
      }
      guard let stored = try stored(table) else { continue }
      for columns in definition.uniqueKeys where mayIndex(table, columns) {
        if stored.isUnique(columns.map { SQLText.folded(definition.table.columns[$0].name) }) {
          continue
        }
        try addIndex(table, columns, isUnique: true)
      }
      var served = ServedColumns()
      for index in stored.indexes { served.add(places(of: index, in: definition)) }
      for wish in indexNames.wishes(of: definition) where mayIndex(table, wish.columns) {
        if served.has(wish) { continue }
        try addIndex(table, wish.columns, isUnique: false)
      }
      indexedVersions[table] = version
    }
  }

  /// Whether this run created the table in one piece, so that it has the keys of its definition.
  private func isAsDefined(_ table: Int) -> Bool {
    isNew(table: table) && !madeColumns.contains { $0.table == table }
  }

  private func mayIndex(_ table: Int, _ columns: [Int]) -> Bool {
    isNew(table: table) || options.schemaRule == .evolve
      || columns.contains { madeColumns.contains(Place(table: table, column: $0)) }
  }

  /// The columns of an index that belong to the schema.
  private func places(of names: [String], in definition: TableDefinition) -> [Int] {
    let columns = definition.table.columns.map { SQLText.folded($0.name) }
    return names.map { columns.firstIndex(of: $0) }.prefix { $0 != nil }.compactMap { $0 }
  }

  func addIndex(_ table: Int, _ columns: [Int], isUnique: Bool) throws(WriteError) {
    guard var index = indexNames.index(ofTable: table, columns) else { return }
    index.name = IndexNames.free(index.name, try takenNames())
    try runChecked(index.sql(schema, isUnique: isUnique), table)
  }

  /// Runs a statement that fails if a table's values are not unique.
  private func runChecked(_ sql: String, _ table: Int) throws(WriteError) {
    do { try database.run(sql) } catch {
      guard error.isOfData else { throw .failure(error) }
      throw .data(
        Diagnostic(
          .constraintViolated,
          "rows of '\(schema.tables[table].name)' violate a constraint: \(error.message)",
          help: ["change the rows, or the constraint: nothing was written"]
        )
      )
    }
  }

  func takenNames() throws(WriteError) -> Set<String> {
    do {
      return Set(try database.column("SELECT name FROM sqlite_schema").map(SQLText.folded))
    } catch { throw .failure(error) }
  }

  // MARK: - The schema table

  /// The schema table's entry for a table that this run created.
  private struct Entry {
    var row: Int64
    var table: Int
    var isOwnIndex: Bool
    var place: Int
  }

  /// Puts the tables that this run created in the order of the spec, whatever order they were
  /// created in, and their indexes in the order of their tables.
  private func orderEntries() throws(Database.Failure) {
    let numbers = Dictionary(
      madeTables.map { (SQLText.folded(schema.tables[$0].name), $0) },
      uniquingKeysWith: { first, _ in first }
    )
    let rows = try database.rows(
      "SELECT rowid, name, tbl_name, sql IS NOT NULL AND type = 'index' FROM sqlite_schema ORDER BY 1"
    )
    var entries: [Entry] = []
    for row in rows {
      guard let number = row[0].flatMap({ Int64($0) }), let name = row[1], let owner = row[2],
        let table = numbers[SQLText.folded(owner)]
      else { continue }
      let isOwnIndex = row[3] == "1"
      let indexes = isOwnIndex ? indexNames.indexes(of: definition(of: table)).map(\.name) : []
      entries.append(
        Entry(
          row: number,
          table: table,
          isOwnIndex: isOwnIndex,
          place: indexes.firstIndex(of: name) ?? entries.count
        )
      )
    }
    let sorted = entries.sorted { one, other in
      if one.isOwnIndex != other.isOwnIndex { return other.isOwnIndex }
      return (one.table, one.place) < (other.table, other.place)
    }
    let moved = zip(entries, sorted).filter { $0.row != $1.row }
    if moved.isEmpty { return }
    try writeEntries { () throws(Database.Failure) in
      // No two entries may share a position in between.
      for (old, _) in moved {
        try database.run("UPDATE sqlite_schema SET rowid = -rowid WHERE rowid = \(old.row)")
      }
      for (old, new) in moved {
        try database.run("UPDATE sqlite_schema SET rowid = \(old.row) WHERE rowid = -\(new.row)")
      }
    }
  }

  /// Writes to the schema table without changing what it means.
  private func writeEntries(
    _ write: () throws(Database.Failure) -> Void
  ) throws(Database.Failure) {
    let number = try database.integer("PRAGMA schema_version") ?? 0
    database.allowDamage(true)
    defer { database.allowDamage(false) }
    try database.run("PRAGMA writable_schema = ON")
    try write()
    try database.run("PRAGMA schema_version = \((number + 1) & 0x7FFF_FFFF)")
    try database.run("PRAGMA writable_schema = RESET")
    version += 1
  }
}
