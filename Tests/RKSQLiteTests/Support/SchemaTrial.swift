@testable import RKMapping
@testable import RKSQLite

/// A database in memory, and a schema that is prepared in it.
struct SchemaTrial {
  let database: Database
  var options = DatabaseOptions()

  /// Creates a database and runs some statements in it.
  init(_ statements: String = "", rule: DatabaseOptions.SchemaRule = .create) throws {
    database = try Database(path: "")
    if !statements.isEmpty { try database.run(statements) }
    options.schemaRule = rule
  }

  /// The schema, prepared in the database.
  func prepared(_ schema: TableSchema) throws -> StoredSchema {
    let stored = StoredSchema(schema, database, options: options)
    try stored.prepare()
    return stored
  }

  /// The diagnostic with which a schema is refused; nil if it is not.
  func refusal(of schema: TableSchema) throws -> String? {
    let changes = try changeCount
    do {
      _ = try prepared(schema)
      return nil
    } catch WriteError.output(let finding) {
      // A refused schema has changed nothing.
      guard try changeCount == changes else { return "changed: \(finding.message)" }
      return ([finding.message] + finding.help).joined(separator: "\n")
    }
  }

  private var changeCount: Int64 {
    get throws { try database.integer("PRAGMA schema_version") ?? 0 }
  }

  /// The statements that created what is in the database, in their order.
  var statements: [String] {
    get throws { try texts("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid") }
  }

  /// The first columns of all rows of a query, as texts.
  func texts(_ query: String) throws -> [String] {
    let statement = try Statement(database, query)
    var texts: [String] = []
    while try statement.step() { texts.append(statement.text(0) ?? "NULL") }
    return texts
  }

  var isWhole: Bool {
    get throws { try texts("PRAGMA integrity_check") == ["ok"] }
  }
}

extension TableSchema {
  /// A schema of one table with columns without types, of which the first is the key.
  static func table(_ name: String, _ columns: String..., hasKey: Bool = true) -> TableSchema {
    var table = TableSchema.Table(name: name)
    table.columns = columns.map { TableSchema.Column(name: $0, type: .any) }
    table.primaryKey = hasKey ? [0] : []
    return TableSchema(tables: [table])
  }

  /// The same without late parts.
  var withoutLateness: TableSchema {
    var schema = self
    for table in schema.tables.indices {
      schema.tables[table].isLate = false
      for column in schema.tables[table].columns.indices {
        schema.tables[table].columns[column].isLate = false
      }
    }
    return schema
  }
}
