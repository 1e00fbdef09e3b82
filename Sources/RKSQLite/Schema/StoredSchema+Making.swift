internal import RKDiagnostics
internal import RKMapping

extension StoredSchema {
  /// Tables with at most this many rows are written once more, so that they are sorted from the
  /// start.
  private static let smallCount = 1_000

  /// Creates a table that was deferred until its first row, unless it exists.
  package func make(table: Int) throws(WriteError) {
    guard !isThere(table: table) else { return }
    if let finding = try refusal(of: [], [table]) { throw .output(finding) }
    try create(table)
  }

  /// Creates a column that was deferred until its first value, and the other columns of its foreign
  /// key, unless they exist.
  package func make(table: Int, column: Int) throws(WriteError) {
    guard !isThere(table: table, column: column), isThere(table: table) else { return }
    let columns = schema.tables[table].foreignKeys.first { $0.columns.contains(column) }?.columns
    let places = (columns ?? [column]).filter { !isThere(table: table, column: $0) }
      .map { Place(table: table, column: $0) }
    if options.schemaRule == .freeze, let finding = try refusal(of: places, []) {
      throw .output(finding)
    }
    if isNew(table: table), try isSmall(table) {
      for place in places { present[table]?[place.column] = true }
      try rebuild(table)
      return
    }
    for place in places { try add(place) }
    try addChildKey(table, column)
  }

  /// Creates the key by which child rows are found, once the columns of their owner exist.
  private func addChildKey(_ table: Int, _ column: Int) throws(WriteError) {
    let definition = definition(of: table)
    let owners = definition.foreignKeys.filter(\.isOwner).map(\.columns)
    guard let owner = owners.first(where: { $0.contains(column) }) else { return }
    for columns in definition.uniqueKeys where columns.starts(with: owner) {
      try addIndex(table, columns, isUnique: true)
    }
  }

  /// Creates a table without its late columns.
  func create(_ table: Int) throws(WriteError) {
    present[table] = schema.tables[table].columns.map { !$0.isLate }
    madeTables.insert(table)
    version += 1
    try run(definition(of: table).sql)
  }

  /// Adds a column to a table.
  func add(_ place: Place) throws(WriteError) {
    present[place.table]?[place.column] = true
    madeColumns.insert(place)
    version += 1
    try run(definition(of: place.table).additionSQL(of: place.column))
  }

  private func isSmall(_ table: Int) throws(WriteError) -> Bool {
    let name = definition(of: table).name
    do throws(Database.Failure) {
      let beyond = "SELECT 1 FROM \(name) LIMIT 1 OFFSET \(Self.smallCount)"
      return try database.integer(beyond) == nil
    } catch { throw .failure(error) }
  }
}
