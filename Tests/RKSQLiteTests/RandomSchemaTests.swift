@testable import RKMapping
@testable import RKSQLite
import TestSupport
import Testing

@Suite("Schemas with any names, keys and references")
struct RandomSchemaTests {
  @Test("The tables of any schema are created as the schema says", arguments: 0..<300)
  func schemaIsItself(seed: Int) throws {
    let schema = RandomSchema.schema(seed: UInt64(seed), isLate: seed.isMultiple(of: 2))
    var trial = try SchemaTrial()
    trial.options.hasStrictTables = seed.isMultiple(of: 3)
    try trial.prepared(schema).finish()
    let version = try trial.database.integer("PRAGMA schema_version")
    for rule in DatabaseOptions.SchemaRule.allCases {
      trial.options.schemaRule = rule
      let again = try trial.prepared(schema)
      try again.finish()
      #expect(again.version == 0)
      #expect(try trial.database.integer("PRAGMA schema_version") == version)
      for table in schema.tables.indices where !schema.tables[table].isLate {
        #expect(again.isThere(table: table) && !again.isNew(table: table))
      }
    }
    #expect(try trial.isWhole)
  }

  @Test("The script of a schema equals that of a database created by it", arguments: 0..<200)
  func scriptIsSchema(seed: Int) throws {
    let schema = RandomSchema.schema(seed: UInt64(seed), isLate: false)
    var trial = try SchemaTrial()
    trial.options.hasStrictTables = seed.isMultiple(of: 3)
    try trial.prepared(schema).finish()
    let isStrict = trial.options.hasStrictTables
    #expect(try trial.statements == SchemaScript.statements(schema, isStrict: isStrict))
    let loaded = try SchemaTrial(SchemaScript.text(schema, isStrict: isStrict))
    // The script says how decimals are stored.
    let plain = try loaded.statements.map { $0.replacing(#/ -- decimal[^\n]*/#, with: "") }
    #expect(try plain == trial.statements)
  }

  /// A part of a schema that is created late.
  private enum LatePart: Hashable {
    case table(Int)
    case column(Int, Int)
  }

  private static func lateParts(of schema: TableSchema) -> [LatePart] {
    schema.tables.enumerated().flatMap { number, table in
      table.isLate
        ? [.table(number)]
        : table.columns.indices.filter { table.columns[$0].isLate }.map { .column(number, $0) }
    }
  }

  private static func make(_ part: LatePart, in stored: StoredSchema) throws {
    switch part {
    case .table(let table): try stored.make(table: table)
    case .column(let table, let column): try stored.make(table: table, column: column)
    }
  }

  /// Fills a table with rows that differ in all values.
  private static func fill(
    _ table: Int,
    _ count: Int,
    _ schema: TableSchema,
    _ stored: StoredSchema
  ) throws {
    let columns = schema.tables[table].columns.indices.filter {
      stored.isThere(table: table, column: $0)
    }
    let definition = stored.definition(of: table)
    let values = columns.map {
      schema.tables[table].columns[$0].type == .boolean ? "NULL" : "n + \($0)"
    }
    try stored.database.run(
      """
      WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < \(count))
      INSERT OR IGNORE INTO \(definition.name) (\(definition.list(columns)))
      SELECT \(values.joined(separator: ", ")) FROM c
      """
    )
  }

  @Test("Late parts leave no trace of when they came", arguments: 0..<200)
  func arrivalIsForgotten(seed: Int) throws {
    let schema = RandomSchema.schema(seed: UInt64(seed), isLate: true)
    var generator = SeededGenerator(seed: UInt64(seed))
    let parts = Self.lateParts(of: schema).shuffled(using: &generator)
    let came = Set(parts.filter { _ in !generator.oneIn(4) })
    let trial = try SchemaTrial()
    let stored = try trial.prepared(schema)
    // Few rows are rewritten as soon as a column comes, many when all have come.
    let count = generator.pick([0, 10, 1_200])
    for table in schema.tables.indices where stored.isThere(table: table) {
      try Self.fill(table, count, schema, stored)
    }
    let before = try Self.rows(of: schema, stored, trial)
    for part in parts where came.contains(part) { try Self.make(part, in: stored) }
    #expect(try Self.rows(of: schema, stored, trial) == before)
    try stored.finish()
    #expect(try Self.rows(of: schema, stored, trial) == before)
    #expect(try trial.isWhole)
    let orderly = try SchemaTrial()
    let expected = try orderly.prepared(schema)
    for part in Self.lateParts(of: schema) where came.contains(part) {
      try Self.make(part, in: expected)
    }
    try expected.finish()
    #expect(try trial.statements == orderly.statements)
    if came.count == parts.count {
      let statements = SchemaScript.statements(schema.withoutLateness, isStrict: false)
      #expect(try trial.statements == statements)
    }
    // Another run finds all of it.
    let again = try trial.prepared(schema)
    for part in came { try Self.make(part, in: again) }
    try again.finish()
    #expect(again.version == 0)
  }

  /// The rows of the early columns of the early tables.
  private static func rows(
    of schema: TableSchema,
    _ stored: StoredSchema,
    _ trial: SchemaTrial
  ) throws -> [[String]] {
    try schema.tables.indices.filter { !schema.tables[$0].isLate }.map { table in
      let columns = schema.tables[table].columns.indices.filter {
        !schema.tables[table].columns[$0].isLate
      }
      let definition = stored.definition(of: table)
      let values = columns.map { "quote(\(definition.list([$0])))" }.joined(
        separator: " || ',' || "
      )
      return try trial.texts("SELECT \(values) FROM \(definition.name)").sorted()
    }
  }
}
