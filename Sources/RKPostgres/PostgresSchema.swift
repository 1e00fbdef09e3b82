package import RKEngine
package import RKMapping
internal import RKSQLite

/// The statements that create tables.
package struct PostgresSchema {
  let tables: [PostgresTable]
  private let indexes: IndexNames
  private let schema: TableSchema

  package init(_ schema: TableSchema, _ plan: TablePlan? = nil) {
    self.schema = schema
    indexes = IndexNames(schema)
    // A row is found by the key of its record, or by its owner, or by nothing.
    var isLoose = schema.tables.map { !$0.isJoin }
    for rule in plan?.rows ?? [] where !rule.key.isEmpty && !rule.isWhole {
      isLoose[Int(rule.table)] = false
    }
    tables = schema.tables.indices.map {
      PostgresTable(schema: schema, number: $0, isLoose: isLoose[$0])
    }
  }

  /// All statements for people: tables, indexes, references.
  package var text: String {
    let creations = tables.map { $0.creation(Array($0.table.columns.indices)) + ";\n" }
    let indexes = tables.indices.flatMap { indexSQL(of: $0) { _ in true } }
    let references = tables.flatMap { table in table.foreignKeys.map(table.addition) }
    let rest = [indexes, references].map { $0.map { $0 + ";\n" }.joined() }.filter { !$0.isEmpty }
    return (creations + rest).joined(separator: "\n")
  }

  /// The statements for tables and columns that exist from the start or, if `late` is given, for those that
  /// have come since.
  func statements(_ rule: DatabaseOptions.SchemaRule, late came: Arrivals?) -> [String] {
    if rule == .freeze { return [] }
    var statements: [String] = []
    for table in tables {
      let isMade = table.table.isLate == (came != nil)
      if table.table.isLate && came?.tables[table.number] != true { continue }
      let columns = table.table.columns.indices.filter {
        !table.table.columns[$0].isLate || came?.columns[table.number][$0] == true
      }
      if isMade { statements.append(table.creation(columns, ifMissing: true)) }
      for column in columns where came == nil ? rule == .evolve : table.table.columns[column].isLate
      {
        statements.append(
          "ALTER TABLE \(table.name) ADD COLUMN IF NOT EXISTS \(table.column(column)) \(table.type(column))"
        )
      }
      let isThere = { (column: Int) in columns.contains(column) }
      statements += indexSQL(of: table.number, ifMissing: true, isThere)
    }
    return statements
  }

  /// The statements for a table's indexes; those of unique sets come first.
  private func indexSQL(
    of number: Int,
    ifMissing: Bool = false,
    _ isThere: (Int) -> Bool
  ) -> [String] {
    let table = tables[number]
    let definition = TableDefinition(
      schema,
      table: number,
      present: table.table.columns.indices.map(isThere)
    )
    func sql(_ index: IndexDefinition, _ unique: String) -> String {
      "CREATE \(unique)INDEX \(ifMissing ? "IF NOT EXISTS " : "")"
        + "\(PostgresName.quoted(PostgresName.shortened(index.name))) "
        + "ON \(table.name) (\(table.list(index.columns)))"
    }
    let unique = definition.uniqueKeys.compactMap { indexes.index(ofTable: number, $0) }
    return unique.map { sql($0, "UNIQUE ") } + indexes.indexes(of: definition).map { sql($0, "") }
  }
}

/// Which of the deferred tables and columns have had a value in this run.
struct Arrivals {
  var tables: [Bool]
  var columns: [[Bool]]
  /// Whether some row has null in the column.
  var nulls: [[Bool]]

  init(_ all: [PostgresTable]) {
    tables = all.map { !$0.table.isLate }
    columns = all.map { $0.table.columns.map { !$0.isLate } }
    nulls = all.map { $0.table.columns.map { _ in false } }
  }
}
