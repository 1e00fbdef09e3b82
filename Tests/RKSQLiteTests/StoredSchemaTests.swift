@testable import RKMapping
@testable import RKSQLite
import Testing

@Suite("What a database has, and what the spec wants")
struct StoredSchemaTests {
  private static let city = TableSchema.table("City", "cityId", "name")

  // MARK: - Tables of the spec

  @Test(
    "A table with the same columns and the same key is the spec's, whatever else it has",
    arguments: [
      "CREATE TABLE City (cityId INTEGER PRIMARY KEY, name TEXT)",
      "CREATE TABLE CITY (CITYID PRIMARY KEY, NAME)",
      "CREATE TABLE City (name, cityId TEXT PRIMARY KEY) WITHOUT ROWID",
      "CREATE TABLE City (cityId INT UNIQUE, name TEXT) STRICT",
      "CREATE TABLE City (id INTEGER PRIMARY KEY, cityId, name); CREATE UNIQUE INDEX k ON City (cityId)",
      "CREATE TABLE City (cityId COLLATE NOCASE, name); CREATE UNIQUE INDEX k ON City (cityId)",
      "CREATE TABLE City (cityId PRIMARY KEY, name UNIQUE NOT NULL, more DEFAULT 5, twice AS (name || name))",
      """
      CREATE TABLE City (cityId PRIMARY KEY, name CHECK (name <> ''));
      CREATE TRIGGER t AFTER INSERT ON City BEGIN SELECT 1; END;
      CREATE VIEW v AS SELECT * FROM City
      """,
    ],
    DatabaseOptions.SchemaRule.allCases
  )
  func sameTable(statements: String, rule: DatabaseOptions.SchemaRule) throws {
    let trial = try SchemaTrial(statements, rule: rule)
    let before = try trial.statements
    let stored = try trial.prepared(Self.city)
    try stored.finish()
    #expect(stored.isThere(table: 0) && !stored.isNew(table: 0))
    #expect(try trial.statements == before)
  }

  @Test("A table without a key stays without a key")
  func noKey() throws {
    let schema = TableSchema.table("Log", "text", hasKey: false)
    #expect(try SchemaTrial("CREATE TABLE Log (text)", rule: .freeze).refusal(of: schema) == nil)
    let keyed = "CREATE TABLE Log (id INTEGER PRIMARY KEY, text)"
    #expect(try SchemaTrial(keyed, rule: .freeze).refusal(of: schema) == nil)
    #expect(
      try SchemaTrial("CREATE TABLE Log (text PRIMARY KEY)").refusal(of: schema) == """
        the table 'Log' has the primary key (text), and the spec has none
        "identification" on the mapper, or on the target, names the key
        """
    )
  }

  // MARK: - Other tables

  @Test(
    "Another key is refused, with the index that would make it the spec's",
    arguments: [
      ("CREATE TABLE City (cityId, name PRIMARY KEY)", "the primary key (name)"),
      (
        "CREATE TABLE City (cityId, name, PRIMARY KEY (cityId, name))",
        "the primary key (cityId, name)"
      ),
      ("CREATE TABLE City (cityId, name, UNIQUE (cityId, name))", "no primary key"),
      (
        "CREATE TABLE City (cityId, name); CREATE UNIQUE INDEX k ON City (cityId) WHERE name > 0",
        "no primary key"
      ),
      (
        "CREATE TABLE City (cityId, name); CREATE UNIQUE INDEX k ON City (cityId, name + 1)",
        "no primary key"
      ),
      (
        "CREATE TABLE City (cityId, name); CREATE UNIQUE INDEX k ON City (cityId COLLATE NOCASE)",
        "no primary key"
      ),
    ]
  )
  func otherKey(statements: String, found: String) throws {
    let trial = try SchemaTrial(statements, rule: .evolve)
    let index = "CREATE UNIQUE INDEX City_key ON City (cityId);"
    #expect(
      try trial.refusal(of: Self.city) == """
        the table 'City' has \(found), and the spec has (cityId)
        where no two rows share it, this makes it a key: \(index)
        """
    )
    try trial.database.run(index)
    #expect(try trial.refusal(of: Self.city) == nil)
  }

  @Test("The index that would make a key has a name that is free")
  func otherKeyName() throws {
    let trial = try SchemaTrial(
      "CREATE TABLE City (cityId, name); CREATE UNIQUE INDEX city_KEY ON City (name)"
    )
    let message = try trial.refusal(of: Self.city)
    #expect(message?.hasSuffix("CREATE UNIQUE INDEX City_key_2 ON City (cityId);") == true)
  }

  @Test(
    "Anything but a table is refused",
    arguments: [
      ("CREATE VIEW City AS SELECT 1 AS cityId, 2 AS name", "a view"),
      ("CREATE VIRTUAL TABLE city USING fts5 (cityId, name)", "a virtual table"),
      ("CREATE TABLE t (a); CREATE INDEX City ON t (a)", "an index"),
    ]
  )
  func noTable(statements: String, kind: String) throws {
    let message = try SchemaTrial(statements).refusal(of: Self.city)
    #expect(message?.hasPrefix("'City' is \(kind) of the database, and is to be a table") == true)
  }

  @Test("A generated column is refused")
  func generatedColumn() throws {
    let trial = try SchemaTrial("CREATE TABLE City (cityId PRIMARY KEY, name AS (cityId + 1))")
    let message = try trial.refusal(of: Self.city)
    #expect(message?.hasPrefix("the column 'name' of the table 'City' is generated") == true)
  }

  @Test("A required column is not added to existing rows")
  func requiredColumn() throws {
    let trial = try SchemaTrial("CREATE TABLE City (name)", rule: .evolve)
    let message = try trial.refusal(of: Self.city)
    #expect(
      message?.hasPrefix("the table 'City' has no column 'cityId', without which no row can be\n")
        == true
    )
  }

  // MARK: - Missing parts

  @Test("Under create a missing table is created, and a missing column refused")
  func create() throws {
    let trial = try SchemaTrial()
    #expect(try trial.prepared(Self.city).isNew(table: 0))
    let wider = TableSchema.table("city", "CityID", "name", "people", "a b")
    #expect(
      try trial.refusal(of: wider) == """
        the table 'city' has no column 'people' and no column 'a b'
        --schema evolve adds them
        this is missing: ALTER TABLE city ADD COLUMN people; ALTER TABLE city ADD COLUMN "a b";
        """
    )
  }

  @Test("Under freeze nothing is created")
  func freeze() throws {
    let trial = try SchemaTrial(rule: .freeze)
    let statement = "CREATE TABLE City (cityId NOT NULL PRIMARY KEY, name);"
    #expect(
      try trial.refusal(of: Self.city) == """
        the database has no table 'City'
        this is missing: \(statement)
        """
    )
    try trial.database.run(statement)
    #expect(try trial.refusal(of: Self.city) == nil)
    let message = try trial.refusal(of: TableSchema.table("City", "cityId", "people"))
    #expect(message?.contains("ALTER TABLE City ADD COLUMN people;") == true)
  }

  /// Users who live in a city, and have a unique name.
  private static var users: TableSchema {
    var schema = city
    schema.tables += TableSchema.table("User", "id", "name", "city_cityId", "since").tables
    schema.tables[1].foreignKeys = [TableSchema.ForeignKey(columns: [2], table: 0)]
    schema.tables[1].unique = [[1]]
    schema.tables[1].indexes = [[3]]
    return schema
  }

  @Test("The reported missing parts are exactly what evolve creates")
  func statements() throws {
    let statements =
      "CREATE TABLE City (cityId PRIMARY KEY, name); CREATE TABLE User (id PRIMARY KEY)"
    let trial = try SchemaTrial(statements)
    let missing = try trial.refusal(of: Self.users)?.split(separator: "\n").last ?? ""
    try trial.database.run(String(missing.drop { $0 != ":" }.dropFirst()))
    #expect(try trial.refusal(of: Self.users) == nil)
    let other = try SchemaTrial(statements, rule: .evolve)
    _ = try other.prepared(Self.users)
    #expect(try Set(trial.statements) == Set(other.statements))
    #expect(try trial.statements.count == 5)
  }

  @Test("Added columns enforce their types if the table does", arguments: [false, true])
  func strictTable(isStrict: Bool) throws {
    var trial = try SchemaTrial(
      "CREATE TABLE City (cityId INT PRIMARY KEY, name ANY)\(isStrict ? " STRICT" : "")",
      rule: .evolve
    )
    trial.options.hasStrictTables = !isStrict
    _ = try trial.prepared(TableSchema.table("City", "cityId", "name", "people"))
    #expect(try trial.statements[0].contains("people ANY") == isStrict)
    try trial.database.run("INSERT INTO City VALUES (1, 'Bonn', '42')")
    #expect(try trial.texts("SELECT typeof(people) FROM City") == ["text"])
  }

  @Test("Duplicate unique values are reported")
  func sharedValues() throws {
    let there =
      "CREATE TABLE City (cityId PRIMARY KEY, name); INSERT INTO City VALUES (1, 'a'), (2, 'a')"
    var schema = Self.city
    schema.tables[0].unique = [[1]]
    let message = try SchemaTrial(there, rule: .evolve).refusal(of: schema)
    #expect(
      message?.hasPrefix(
        "rows of 'City' violate a constraint: UNIQUE constraint failed: City.name\n"
      ) == true
    )
  }

  @Test("Under evolve columns are added, with their unique sets and indexes")
  func evolve() throws {
    let trial = try SchemaTrial(
      "CREATE TABLE User (id PRIMARY KEY, since); INSERT INTO User VALUES (1, 2)",
      rule: .evolve
    )
    let stored = try trial.prepared(Self.users)
    #expect(stored.isThere(table: 1, column: 2) && !stored.isNew(table: 1))
    #expect(
      try trial.statements == [
        """
        CREATE TABLE User (id PRIMARY KEY, since, name, \
        city_cityId REFERENCES City (cityId) DEFERRABLE INITIALLY DEFERRED)
        """,
        "CREATE TABLE City (\n  cityId NOT NULL PRIMARY KEY,\n  name\n)",
        "CREATE UNIQUE INDEX User_name ON User (name)",
        "CREATE INDEX User_city_cityId ON User (city_cityId)",
        "CREATE INDEX User_since ON User (since)",
      ]
    )
    #expect(try trial.texts("SELECT id || since FROM User") == ["12"])
    let again = try trial.prepared(Self.users)
    try again.finish()
    #expect(again.version == 0)
  }

  @Test("Indexes of existing tables belong to the user, except under evolve")
  func indexesOfOthers() throws {
    let table = "CREATE TABLE User (id PRIMARY KEY, name, city_cityId, since)"
    let trial = try SchemaTrial(table)
    try trial.prepared(Self.users).finish()
    #expect(try trial.texts("SELECT name FROM sqlite_schema WHERE sql LIKE '%INDEX%'") == [])
    let served = try SchemaTrial(
      table + "; CREATE INDEX mine ON User (city_cityId, id); CREATE TABLE User_since (a)",
      rule: .evolve
    )
    try served.prepared(Self.users).finish()
    #expect(
      try served.texts("SELECT name FROM sqlite_schema WHERE sql LIKE '%INDEX%'")
        == ["mine", "User_name", "User_since_2"]
    )
  }

  @Test("Indexes come after the rows, those of keys with their tables")
  func indexesComeLast() throws {
    let trial = try SchemaTrial()
    let stored = try trial.prepared(Self.users)
    #expect(try trial.statements.count == 2)
    try stored.buildIndexes()
    #expect(try trial.statements == SchemaScript.statements(Self.users, isStrict: false))
  }

  @Test("An index with a foreign column in the middle only serves what precedes that")
  func indexWithOtherColumn() throws {
    var schema = TableSchema.table("City", "id", "a", "b")
    schema.tables[0].indexes = [[1, 2]]
    let trial = try SchemaTrial(
      "CREATE TABLE City (id PRIMARY KEY, a, x, b); CREATE INDEX own ON City (a, x, b)",
      rule: .evolve
    )
    try trial.prepared(schema).finish()
    #expect(try trial.statements.last == "CREATE INDEX City_a_b ON City (a, b)")
    let served = try SchemaTrial(
      "CREATE TABLE City (id PRIMARY KEY, a, x, b); CREATE INDEX own ON City (a, b, x)",
      rule: .evolve
    )
    try served.prepared(schema).finish()
    #expect(try served.statements.last?.hasPrefix("CREATE INDEX own") == true)
  }
}
