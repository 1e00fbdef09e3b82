@testable import RKMapping
@testable import RKSQLite
import Testing

@Suite("Columns and tables that are created late")
struct LatePartsTests {
  /// Records that may lead to one of two others, or to many.
  private static var schema: TableSchema {
    var schema = TableSchema.table("P", "id", "a_x", "b_x", "b_y")
    schema.tables += TableSchema.table("A", "x").tables
    schema.tables += TableSchema.table("B", "x", "y").tables
    schema.tables += TableSchema.table("P_a", "P_id", "a_x", "position").tables
    schema.tables[0].foreignKeys = [
      TableSchema.ForeignKey(columns: [1], table: 1),
      TableSchema.ForeignKey(columns: [2, 3], table: 2),
    ]
    for column in 1...3 { schema.tables[0].columns[column].isLate = true }
    schema.tables[2].primaryKey = [0, 1]
    schema.tables[3].primaryKey = [0, 1]
    schema.tables[3].foreignKeys = [
      TableSchema.ForeignKey(columns: [0], table: 0),
      TableSchema.ForeignKey(columns: [1], table: 1),
    ]
    schema.tables[3].isJoin = true
    schema.tables[3].isLate = true
    return schema
  }

  @Test("Parts without data do not exist")
  func nothingCame() throws {
    let trial = try SchemaTrial()
    let stored = try trial.prepared(Self.schema)
    try stored.finish()
    #expect(!stored.isThere(table: 0, column: 1) && !stored.isThere(table: 3))
    #expect(try trial.texts("SELECT name FROM pragma_table_info('P')") == ["id"])
    #expect(try trial.texts("SELECT name FROM sqlite_schema WHERE name = 'P_a'") == [])
  }

  @Test("All columns of a reference are created with the first, with it and its index")
  func compoundReference() throws {
    let trial = try SchemaTrial()
    let stored = try trial.prepared(Self.schema)
    let version = stored.version
    try stored.make(table: 0, column: 3)
    #expect(stored.version > version)
    #expect(stored.isThere(table: 0, column: 2) && !stored.isThere(table: 0, column: 1))
    try stored.finish()
    #expect(
      try trial.statements.first == """
        CREATE TABLE P (
          id NOT NULL PRIMARY KEY,
          b_x,
          b_y,
          FOREIGN KEY (b_x, b_y) REFERENCES B (x, y) DEFERRABLE INITIALLY DEFERRED
        )
        """
    )
    #expect(try trial.statements.last == "CREATE INDEX P_b_x_b_y ON P (b_x, b_y)")
  }

  @Test("A table is created on demand, in the order of the spec")
  func lateTable() throws {
    var schema = Self.schema
    schema.tables.swapAt(2, 3)
    schema.tables[0].foreignKeys[1].table = 3
    let trial = try SchemaTrial("CREATE TABLE mine (a)")
    let stored = try trial.prepared(schema)
    try stored.make(table: 2)
    try stored.make(table: 2)
    #expect(stored.isThere(table: 2) && stored.isNew(table: 2))
    try stored.finish()
    let names = "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid"
    #expect(try trial.texts(names) == ["mine", "P", "A", "P_a", "B"])
  }

  @Test("An existing table gets columns, and their index", arguments: [false, true])
  func storedTable(mayEvolve: Bool) throws {
    let trial = try SchemaTrial(
      """
      CREATE TABLE P (id PRIMARY KEY, other); CREATE TABLE A (x PRIMARY KEY);
      CREATE TABLE B (x, y, PRIMARY KEY (x, y))
      """,
      rule: mayEvolve ? .evolve : .create
    )
    let stored = try trial.prepared(Self.schema)
    try stored.make(table: 0, column: 2)
    try stored.make(table: 0, column: 1)
    try stored.finish()
    #expect(
      try trial.statements.first == """
        CREATE TABLE P (id PRIMARY KEY, other, b_x, b_y, \
        a_x REFERENCES A (x) DEFERRABLE INITIALLY DEFERRED)
        """
    )
    #expect(
      try trial.statements.suffix(2) == [
        "CREATE INDEX P_a_x ON P (a_x)", "CREATE INDEX P_b_x_b_y ON P (b_x, b_y)",
      ]
    )
    let again = try trial.prepared(Self.schema)
    #expect(again.isThere(table: 0, column: 1))
    try again.finish()
    #expect(again.version == 0)
  }

  @Test(
    "Rows find their owner by a key as soon as its columns exist",
    arguments: [false, true]
  )
  func ownerColumn(isStored: Bool) throws {
    var schema = TableSchema.table("O", "_id")
    schema.tables += TableSchema.table("K", "P_id", "O__id", "position", hasKey: false).tables
    schema.tables[0].isLate = true
    schema.tables[1].columns[1].isLate = true
    schema.tables[1].unique = [[0, 2], [1, 2]]
    schema.tables[1].foreignKeys = [
      TableSchema.ForeignKey(columns: [1], table: 0, isOwner: true)
    ]
    let there = "CREATE TABLE K (P_id, position, UNIQUE (P_id, position))"
    let trial = try SchemaTrial(isStored ? there : "")
    let stored = try trial.prepared(schema)
    #expect(!stored.isThere(table: 1, column: 1) && stored.owners(of: 1).isEmpty)
    if !isStored {
      try trial.database.run(
        """
        WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 2000)
        INSERT INTO K (P_id, position) SELECT n, 0 FROM c
        """
      )
    }
    try stored.make(table: 0)
    try stored.make(table: 1, column: 1)
    #expect(stored.owners(of: 1).count == 1)
    let insert =
      "INSERT INTO K (O__id, position) VALUES (1, 0) ON CONFLICT (O__id, position) DO NOTHING"
    try trial.database.run(insert)
    try trial.database.run(insert)
    try stored.finish()
    #expect(try trial.texts("SELECT count(*) FROM K WHERE O__id = 1") == ["1"])
    #expect(try trial.isWhole)
    if isStored {
      #expect(
        try trial.statements.last == "CREATE UNIQUE INDEX K_O__id_position ON K (O__id, position)"
      )
    } else {
      #expect(
        try trial.statements.last == """
          CREATE TABLE K (
            P_id,
            O__id REFERENCES O (_id) DEFERRABLE INITIALLY DEFERRED,
            position,
            UNIQUE (P_id, position),
            UNIQUE (O__id, position)
          )
          """
      )
    }
  }

  @Test("Duplicate unique values are reported when the key comes after them")
  func sharedValues() throws {
    var schema = Self.schema
    schema.tables[0].unique = [[1]]
    let trial = try SchemaTrial("CREATE TABLE P (id PRIMARY KEY)")
    let stored = try trial.prepared(schema)
    try stored.make(table: 0, column: 1)
    try trial.database.run("INSERT INTO P VALUES (1, 'a'), (2, 'a')")
    let error = #expect(throws: WriteError.self) { try stored.finish() }
    guard case .data(let finding) = error else {
      Issue.record("it is no finding about the data")
      return
    }
    #expect(finding.code == .constraintViolated)
  }

  @Test("Under freeze late parts are refused when they come")
  func freeze() throws {
    let statements = "CREATE TABLE P (id PRIMARY KEY); CREATE TABLE A (x PRIMARY KEY);"
    let trial = try SchemaTrial(
      statements + "CREATE TABLE B (x, y, PRIMARY KEY (x, y))",
      rule: .freeze
    )
    let stored = try trial.prepared(Self.schema)
    for make in [{ try stored.make(table: 3) }, { try stored.make(table: 0, column: 1) }] {
      let error = #expect(throws: WriteError.self) { try make() }
      guard case .output(let finding) = error else {
        Issue.record("it is no finding")
        continue
      }
      #expect(finding.code == .otherSchema)
    }
    #expect(try trial.statements.count == 3)
  }

  @Test("An existing late table is compared like any other")
  func otherLateTable() throws {
    let trial = try SchemaTrial("CREATE TABLE P_a (P_id, a_x, position)")
    let message = try trial.refusal(of: Self.schema)
    #expect(message?.hasPrefix("the table 'P_a' has no primary key, and the spec has") == true)
  }

  @Test("Many rows keep their order when a column comes, which is corrected at the end")
  func manyRows() throws {
    let trial = try SchemaTrial()
    let stored = try trial.prepared(Self.schema)
    try trial.database.run(
      """
      INSERT INTO P (id) WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 2000)
      SELECT 'k' || n FROM c ORDER BY n DESC
      """
    )
    let order = try trial.texts("SELECT id FROM P ORDER BY rowid")
    try stored.make(table: 0, column: 2)
    try trial.database.run("UPDATE P SET b_x = 'x' || id, b_y = 'y' || id")
    // The file has a root page for each: what follows is recreated, or not.
    let root = "SELECT rootpage FROM sqlite_schema WHERE name = 'P'"
    let page = try trial.texts(root)
    try stored.buildIndexes()
    #expect(try trial.texts(root) == page)
    try stored.make(table: 0, column: 1)
    try trial.database.run("UPDATE P SET a_x = 'a' || id")
    try stored.finish()
    #expect(try trial.texts(root) != page)
    #expect(try trial.texts("SELECT id FROM P ORDER BY rowid") == order)
    let wrong = "SELECT id FROM P WHERE a_x <> 'a' || id OR b_x <> 'x' || id OR b_y <> 'y' || id"
    #expect(try trial.texts(wrong) == [])
    #expect(try trial.isWhole)
    #expect(
      try trial.statements.first == """
        CREATE TABLE P (
          id NOT NULL PRIMARY KEY,
          a_x REFERENCES A (x) DEFERRABLE INITIALLY DEFERRED,
          b_x,
          b_y,
          FOREIGN KEY (b_x, b_y) REFERENCES B (x, y) DEFERRABLE INITIALLY DEFERRED
        )
        """
    )
  }

  @Test("References to a table stay when it is recreated")
  func referencesStay() throws {
    var schema = Self.schema
    schema.tables[1].columns.append(TableSchema.Column(name: "p_id", type: .any))
    schema.tables[1].foreignKeys = [TableSchema.ForeignKey(columns: [1], table: 0)]
    let trial = try SchemaTrial()
    let stored = try trial.prepared(schema)
    try trial.database.run("BEGIN")
    try trial.database.run("INSERT INTO P VALUES (1); INSERT INTO A VALUES (5, 1)")
    try stored.make(table: 0, column: 1)
    try stored.finish()
    try trial.database.run("COMMIT")
    #expect(try trial.texts("SELECT \"table\" FROM pragma_foreign_key_list('A')") == ["P"])
    #expect(try trial.texts("SELECT p_id FROM A JOIN P ON P.id = A.p_id") == ["1"])
    #expect(try trial.texts("PRAGMA foreign_key_check") == [])
  }
}
