import RKSQLite
import Testing

@Suite("Connections in databases and folders of tables")
struct DatabaseConnectionTests {
  private static func spec(_ connection: String, cats: String = #""identification": "id","#)
    -> String
  {
    #"""
    {"descriptors": [{"keyPath": "humans", "root-map-ref": "h"},
       {"keyPath": "cats", "root-map-ref": "c", "optional": true}],
     "targets": {"Human": {"properties": {"one": "Cat", "all": "[Cat]"}}},
     "mappers": [
       {"id": "h", "target": "Human", "identification": "id",
        "attributes": ["id", "name", {"from": "key", "to": "key", "hidden": true}],
        "connections": [\#(connection)]},
       {"id": "c", "target": "Cat", \#(cats) "attributes": ["id", "name"]}]}
    """#
  }

  private func rows(_ spec: String, _ input: String, _ query: String, _ flags: String...) throws
    -> [String]
  {
    let place = try Workplace(spec: spec, input: input)
    let trial = try place.run(["apply", "spec.json", "in.json", "-o", "x.db"] + flags)
    #expect(trial.status == 0, "\(trial.error)")
    let database = try Database(path: place.path("x.db"), mayCreate: false)
    let text = try database.text("SELECT group_concat(r, ' ') FROM (\(query))") ?? ""
    return text.split(separator: " ").map(String.init)
  }

  private static let one = #"{"to": "one", "target": "Cat", "where": {"key": "id"}}"#
  private static let all = #"{"to": "all", "target": "Cat", "where": {"key": "id"}}"#
  private static let open = #"{"to": "cat", "target": "Cat", "where": {"key": "id"}}"#

  @Test("A connection to one row is a foreign key; a number and its text are one key")
  func toOne() throws {
    let input = #"""
      {"humans": [{"id": 1, "key": "7"}, {"id": 2, "key": null}, {"id": 3}, {"id": 4, "key": 9}],
       "cats": [{"id": 7, "name": "A"}]}
      """#
    let query = "SELECT coalesce(one_id, '-') || typeof(one_id) AS r FROM Human ORDER BY id"
    #expect(
      try rows(Self.spec(Self.one), input, query) == ["7integer", "-null", "-null", "9integer"]
    )
  }

  @Test("A list of keys is a join table, in the order of the keys; unknown ones are dangling")
  func toMany() throws {
    let input = #"""
      {"humans": [{"id": 1, "key": [8, "7", null, 5]}, {"id": 2, "key": 7}, {"id": 3, "key": []}],
       "cats": [{"id": 7}, {"id": 8}]}
      """#
    let query = """
      SELECT Human_id || ':' || all_id || '@' || position AS r FROM Human_all
      ORDER BY Human_id, position
      """
    #expect(try rows(Self.spec(Self.all), input, query) == ["1:8@0", "1:7@1", "1:5@2", "2:7@0"])
    #expect(
      try rows(Self.spec(Self.all), input, query, "--dangling", "null")
        == ["1:8@0", "1:7@1", "2:7@0"]
    )
  }

  @Test("If the cardinality is undeclared, the keys decide")
  func open() throws {
    let input = #"{"humans": [{"id": 1, "key": 7}, {"id": 2, "key": [7]}], "cats": [{"id": 7}]}"#
    let query = """
      SELECT id || ':' || coalesce(cat_id, '-') AS r FROM Human
      UNION ALL SELECT Human_id || '+' || cat_id FROM Human_cat
      """
    #expect(try rows(Self.spec(Self.open), input, query) == ["1:7", "2:-", "2+7"])
  }

  @Test(
    "The type of the key, or many, says what there is before a record is read",
    arguments: [
      (#""type": "integer""#, "", false), (#""type": "[integer]""#, "", true),
      (#""hidden": true"#, #""many": true,"#, true),
      (#""hidden": true"#, #""many": false,"#, false),
      (#""type": "integer""#, #""many": true,"#, true),
    ]
  )
  func declared(type: String, many: String, isMany: Bool) throws {
    let spec = Self.spec(Self.open.replacing(#""where""#, with: many + #""where""#))
      .replacing(#""to": "key", "hidden": true"#, with: #""to": "key", "# + type)
    let query = """
      SELECT name AS r FROM pragma_table_info('Human') WHERE name = 'cat_id'
      UNION ALL SELECT name FROM sqlite_schema WHERE name = 'Human_cat'
      """
    let wanted = isMany ? "Human_cat" : "cat_id"
    #expect(try rows(spec, #"{"humans": [{"id": 1}], "cats": []}"#, query) == [wanted])
    let place = try Workplace(spec: spec, input: "")
    let schema = try place.run("schema", "spec.json", "--of", "sql")
    #expect(schema.status == 0 && !schema.error.contains("RK5011"))
    #expect(schema.output.contains("CREATE TABLE Human_cat") == isMany)
  }

  @Test("Keys that are not the identification are looked up")
  func lookedUp() throws {
    let connection = #"{"to": "all", "target": "Cat", "where": {"name": "name"}}"#
    let input = #"""
      {"humans": [{"id": 1, "name": "B"}],
       "cats": [{"id": 7, "name": "A"}, {"id": 8, "name": "B"}, {"id": 9, "name": "B"}]}
      """#
    let query = "SELECT all_id AS r FROM Human_all ORDER BY position"
    #expect(try rows(Self.spec(connection), input, query) == ["8", "9"])
  }

  @Test("RK5007 reports keys without a row; a folder of tables has the same columns")
  func dangling() throws {
    let input = #"{"humans": [{"id": 1, "key": 7}], "cats": [{"id": 8}]}"#
    let place = try Workplace(spec: Self.spec(Self.one), input: input)
    let trial = try place.run("apply", "spec.json", "in.json", "-o", "x.db")
    #expect(trial.status == 0 && trial.error.contains("warning[RK5007]"))
    #expect(try place.run("apply", "spec.json", "in.json", "-o", "t/").status == 0)
    #expect(try place.read("t/Human.csv") == "id,name,one_id\n1,,7\n")
    let schema = try place.run("schema", "spec.json", "--of", "sql").output
    #expect(schema.contains("one_id REFERENCES Cat (id) DEFERRABLE INITIALLY DEFERRED"))
  }

  @Test(
    "Foreign keys and tables are the same for runs whose descriptors do not lead to connected records",
    arguments: [["--descriptor", "humans"], ["--path", "/humans"], []]
  )
  func unreached(flags: [String]) throws {
    let spec = Self.spec(Self.one + "," + Self.open).replacing(
      #"{"keyPath": "humans","#,
      with: #"{"name": "humans", "path": "/humans", "keyPath": "humans","#
    ).replacing(#"{"keyPath": "cats","#, with: #"{"path": "/cats", "keyPath": "cats","#)
    let input = #"{"humans": [{"id": 1, "key": 7}, {"id": 2, "key": [8]}]}"#
    let place = try Workplace(spec: spec, input: input)
    #expect(
      try place.run(["apply", "spec.json", "in.json", "-o", "x.db"] + flags).status == 0
    )
    let database = try Database(path: place.path("x.db"), mayCreate: false)
    #expect(
      try database.text("SELECT group_concat(one_id || cat_id, ' ') FROM Human WHERE id = 1")
        == "77"
    )
    #expect(try database.text("SELECT cat_id FROM Human_cat WHERE Human_id = 2") == "8")
    #expect(try database.text("SELECT count(name) FROM Cat") == "0")
  }

  @Test("A mapper that only connections lead to has a table")
  func onlyConnected() throws {
    let spec = Self.spec(Self.one).replacing(
      #"{"keyPath": "cats", "root-map-ref": "c", "optional": true}"#,
      with: #"{"keyPath": "men", "root-map-ref": "h", "optional": true}"#
    )
    let query = "SELECT one_id AS r FROM Human"
    let input = #"{"humans": [{"id": 1, "key": 7}]}"#
    #expect(try rows(spec, input, query) == ["7"])
  }
}
