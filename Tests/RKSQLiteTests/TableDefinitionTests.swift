@testable import RKMapping
@testable import RKSQLite
import Testing

@Suite("Tables as SQL defines them")
struct TableDefinitionTests {
  @Test("Names are quoted if necessary")
  func namesAreQuoted() {
    #expect(SQLText.quoted("cityId") == "cityId")
    #expect(SQLText.quoted("_id") == "_id")
    #expect(SQLText.quoted("Order") == "\"Order\"")
    #expect(SQLText.quoted("True") == "\"True\"")
    #expect(SQLText.quoted("4chan") == "\"4chan\"")
    #expect(SQLText.quoted("") == "\"\"")
    #expect(SQLText.quoted("a\"b c") == "\"a\"\"b c\"")
    #expect(SQLText.quoted("gr\u{F6}\u{DF}e") == "\"gr\u{F6}\u{DF}e\"")
  }

  @Test("Names are compared like in SQLite: only the case of ASCII letters is ignored")
  func namesAreFolded() {
    #expect(SQLText.folded("CityID[@`{") == "cityid[@`{")
    #expect(SQLText.folded("\u{C4}") != SQLText.folded("\u{E4}"))
  }

  @Test(
    "A text is a constant that SQLite reads back",
    arguments: ["", "it's", "'", "a\nb", "\u{1F600}"]
  )
  func textsAreConstants(text: String) throws {
    let database = try Database(path: "")
    #expect(try database.text("SELECT \(SQLText.literal(text))") == text)
  }

  /// Cities, and users that live in one.
  private static var cities: TableSchema {
    var schema = TableSchema.table("City", "land", "zip", "name")
    schema.tables[0].primaryKey = [0, 1]
    schema.tables[0].columns[0].type = .string
    schema.tables[0].columns[1].type = .integer
    schema.tables[0].unique = [[2], [0, 2]]
    return schema
  }

  @Test("The number of a row has a name that no column has")
  func rowNames() {
    func name(_ columns: String...) -> String {
      var schema = TableSchema.table("T", "a")
      schema.tables[0].columns += columns.map { TableSchema.Column(name: $0, type: .any) }
      return TableDefinition(schema, table: 0).rowName
    }
    #expect(name() == "rowid")
    #expect(name("RowID") == "_rowid_")
    #expect(name("_rowid_", "rowid") == "oid")
  }

  @Test("Types are those that keep values unchanged")
  func types() {
    var schema = TableSchema.table(
      "M",
      "i",
      "s",
      "n",
      "d",
      "b",
      "t",
      "u",
      "v",
      "x",
      "l",
      "o",
      "a",
      hasKey: false
    )
    let types: [TableSchema.ValueType] = [
      .integer, .string, .number, .decimal, .boolean, .instant, .plain(.url),
      .plain(.uuid), .plain(.data), .list, .plain(.object), .any,
    ]
    for (column, type) in types.enumerated() { schema.tables[0].columns[column].type = type }
    #expect(
      TableDefinition(schema, table: 0).sql == """
        CREATE TABLE M (
          i INTEGER,
          s TEXT,
          n,
          d TEXT,
          b INTEGER CHECK (b IN (0, 1)),
          t TEXT,
          u TEXT,
          v TEXT,
          x TEXT,
          l TEXT,
          o TEXT,
          a
        )
        """
    )
    let strict = TableDefinition(schema, table: 0, isStrict: true).sql
    #expect(strict.contains("n ANY,") && strict.contains("a ANY\n) STRICT"))
  }

  @Test("A single integer key is the row number, every other one a constraint")
  func keys() {
    var schema = TableSchema.table("City", "cityId", "name")
    #expect(
      TableDefinition(schema, table: 0).sqlLine
        == "CREATE TABLE City (cityId NOT NULL PRIMARY KEY, name)"
    )
    #expect(!TableDefinition(schema, table: 0).isNumbered)
    schema.tables[0].columns[0].type = .integer
    #expect(
      TableDefinition(schema, table: 0).sqlLine
        == "CREATE TABLE City (cityId INTEGER PRIMARY KEY, name)"
    )
    #expect(TableDefinition(schema, table: 0).isNumbered)
    #expect(
      TableDefinition(Self.cities, table: 0).sql == """
        CREATE TABLE City (
          land TEXT NOT NULL,
          zip INTEGER NOT NULL,
          name UNIQUE,
          PRIMARY KEY (land, zip),
          UNIQUE (land, name)
        )
        """
    )
  }

  @Test("References are deferred, single-column ones inline")
  func references() {
    var schema = Self.cities
    schema.tables += TableSchema.table("User", "id", "order", "city_land", "city_zip").tables
    schema.tables[1].columns[0].type = .integer
    schema.tables[1].columns[1].type = .integer
    schema.tables[1].foreignKeys = [
      TableSchema.ForeignKey(columns: [1], table: 1),
      TableSchema.ForeignKey(columns: [2, 3], table: 0),
    ]
    #expect(
      TableDefinition(schema, table: 1).sql == """
        CREATE TABLE User (
          id INTEGER PRIMARY KEY,
          "order" INTEGER REFERENCES User (id) DEFERRABLE INITIALLY DEFERRED,
          city_land,
          city_zip,
          FOREIGN KEY (city_land, city_zip) REFERENCES City (land, zip) DEFERRABLE INITIALLY DEFERRED
        )
        """
    )
    #expect(
      TableDefinition(schema, table: 1, present: [true, true, true, false]).sqlLine == """
        CREATE TABLE User (id INTEGER PRIMARY KEY, \
        "order" INTEGER REFERENCES User (id) DEFERRABLE INITIALLY DEFERRED, city_land)
        """
    )
  }

  @Test("A join table consists of its key")
  func joins() {
    var schema = TableSchema.table("Article", "id")
    schema.tables += TableSchema.table("Article_tags", "Article_id", "tags_name", "position").tables
    schema.tables[1].isJoin = true
    schema.tables[1].primaryKey = [0, 1]
    schema.tables[1].columns[2].type = .integer
    schema.tables[1].foreignKeys = [TableSchema.ForeignKey(columns: [0], table: 0)]
    #expect(
      TableDefinition(schema, table: 1).sql == """
        CREATE TABLE Article_tags (
          Article_id NOT NULL REFERENCES Article (id) DEFERRABLE INITIALLY DEFERRED,
          tags_name NOT NULL,
          position INTEGER,
          PRIMARY KEY (Article_id, tags_name)
        ) WITHOUT ROWID
        """
    )
  }
}
