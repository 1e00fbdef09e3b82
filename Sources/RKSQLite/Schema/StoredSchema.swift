internal import RKDiagnostics
internal import RKEngine
package import RKMapping

/// The tables of a spec in a database: knows which exist, and creates the others.
///
/// Late columns and tables are created with their first value. Statements must be reset before
/// anything is created, and prepared again when `version` has changed.
package final class StoredSchema {
  package let schema: TableSchema
  let database: Database
  let options: DatabaseOptions
  let indexNames: IndexNames
  /// For each table, which of its columns the database has; nil if it has no such table.
  var present: [[Bool]?]
  /// For each table, whether it is STRICT, or will be.
  var isStrict: [Bool]
  /// For each table, how its columns change single values; empty for a table that did not exist.
  private(set) var affinities: [[ColumnAffinity]]
  /// The columns, and the whole tables, that this run created.
  var madeColumns: Set<Place> = []
  var madeTables: Set<Int> = []
  /// The tables whose rows are stored in key order and that have no other unique sets.
  private var sorted: Set<Int> = []
  /// The tables with triggers, which may ignore what is written.
  private var triggered: Set<Int> = []
  /// For each table, the `version` at which its indexes were created.
  var indexedVersions: [Int?]

  /// A column of a table.
  struct Place: Hashable {
    var table: Int
    var column: Int
  }

  /// Increases whenever something is created.
  var version = 0

  /// A record of what was created so far, for undoing later changes.
  struct Mark {
    fileprivate var present: [[Bool]?]
    fileprivate var madeColumns: Set<Place>
    fileprivate var madeTables: Set<Int>
    fileprivate var indexedVersions: [Int?]
    fileprivate var version: Int
  }

  var mark: Mark {
    Mark(
      present: present,
      madeColumns: madeColumns,
      madeTables: madeTables,
      indexedVersions: indexedVersions,
      version: version
    )
  }

  /// Forgets what was created since the mark.
  func reset(to mark: Mark) {
    indexedVersions = mark.indexedVersions
    if version == mark.version { return }
    (present, madeColumns, madeTables) = (mark.present, mark.madeColumns, mark.madeTables)
    version += 1
  }

  package init(_ schema: TableSchema, _ database: Database, options: DatabaseOptions) {
    self.schema = schema
    self.database = database
    self.options = options
    indexNames = IndexNames(schema)
    present = schema.tables.map { _ in nil }
    affinities = schema.tables.map { $0.columns.map { _ in .none } }
    indexedVersions = schema.tables.map { _ in nil }
    isStrict = schema.tables.map { _ in options.hasStrictTables }
  }

  /// Compares the database with the schema, and creates what is missing, or throws the reason why
  /// it must not.
  ///
  /// If it throws because of its own findings, nothing has been written. A database that is known
  /// to be empty is not queried.
  package func prepare(isEmpty: Bool = false) throws(WriteError) {
    var stored: [StoredTable?] = schema.tables.map { _ in nil }
    if !isEmpty {
      for table in schema.tables.indices { stored[table] = try self.stored(table) }
      try findTriggers()
    }
    for (table, stored) in stored.enumerated() {
      if let stored, let finding = try difference(of: table, stored) { throw .output(finding) }
      present[table] = stored.map { columns(of: table, in: $0) }
      if let stored {
        isStrict[table] = stored.isStrict
        affinities[table] = affinities(of: table, stored)
        if isSorted(table, stored) { sorted.insert(table) }
      }
    }
    let missing = missingTables
    let additions = missingColumns
    if let finding = try refusal(of: additions, missing) { throw .output(finding) }
    for table in missing { try create(table) }
    for place in additions { try add(place) }
    if options.schemaRule == .evolve {
      do {
        try addIndexes(to: schema.tables.indices.filter { isThere(table: $0) && !isNew(table: $0) })
      } catch .data(let finding) {
        // These rows were there before the run, so the database is to blame, not the input.
        throw .output(Diagnostic(.otherSchema, finding.message, help: finding.help))
      }
    }
  }

  /// The database's object with the name of a table; nil if there is none.
  func stored(_ table: Int) throws(WriteError) -> StoredTable? {
    do throws(Database.Failure) {
      return try StoredTable(named: schema.tables[table].name, in: database)
    } catch { throw .failure(error) }
  }

  private func findTriggers() throws(WriteError) {
    let select = try Statement.make(
      database,
      "SELECT DISTINCT tbl_name FROM main.sqlite_schema WHERE type = 'trigger'"
    )
    var names: Set<String> = []
    while try select.next() { names.insert(SQLText.folded(select.text(0) ?? "")) }
    triggered = Set(
      schema.tables.indices.filter { names.contains(SQLText.folded(schema.tables[$0].name)) }
    )
  }

  func run(_ sql: String) throws(WriteError) {
    do { try database.run(sql) } catch { throw .failure(error) }
  }

  // MARK: - Existing tables

  package func isThere(table: Int) -> Bool { present[table] != nil }

  package func isThere(table: Int, column: Int) -> Bool { present[table]?[column] ?? false }

  package func hasTriggers(table: Int) -> Bool { triggered.contains(table) }

  /// Whether the order in which rows are written to an existing table cannot be observed.
  package func isSorted(table: Int) -> Bool { sorted.contains(table) }

  private func isSorted(_ table: Int, _ stored: StoredTable) -> Bool {
    guard let number = stored.rowNumber, !stored.hasUniqueIndex else { return false }
    let key = schema.tables[table].primaryKey.map { schema.tables[table].columns[$0].name }
    return key.map(SQLText.folded) == [number] && !hasTriggers(table: table)
  }

  /// The foreign keys by which a table's rows belong to others, where their columns exist.
  func owners(of table: Int) -> [TableSchema.ForeignKey] {
    schema.tables[table].foreignKeys.filter { key in
      key.isOwner && key.columns.allSatisfy { isThere(table: table, column: $0) }
    }
  }

  /// Whether this run created the table with everything in it.
  package func isNew(table: Int) -> Bool { madeTables.contains(table) }

  /// The definition of a table with its existing columns; with all columns if it does not exist.
  package func definition(of table: Int) -> TableDefinition {
    TableDefinition(
      schema,
      table: table,
      isStrict: isStrict[table],
      present: present[table]
    )
  }
}
