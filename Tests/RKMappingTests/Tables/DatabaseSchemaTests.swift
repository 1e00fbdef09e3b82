import RKDiagnostics
import RKMapping
import Testing

@Suite("The tables of a database")
struct DatabaseSchemaTests {
  @Test("a target is a table, a to-one relationship columns, a to-many one a join table")
  func shapes() throws {
    let trial = try TableTrial(
      #"""
      {"root-map-ref": "u", "mappers": [
        {"id": "u", "target": "User", "identification": "id",
          "attributes": [{"to": "id", "type": "integer"}],
          "relationships": [
            {"from": "city", "to": "city", "map-ref": "c", "many": false},
            {"from": "tags", "to": "tags", "map-ref": "t", "many": true},
            {"from": "notes", "to": "notes", "map-ref": "n", "many": true},
            {"from": "home", "to": "home", "map-ref": "h", "many": false}]},
        {"id": "c", "target": "City", "identification": ["land", "zip"],
          "attributes": [{"to": "land", "type": "string"}, "zip", "name"]},
        {"id": "t", "target": "Tag", "identification": "name",
          "attributes": [{"to": "name", "type": "string"}]},
        {"id": "n", "target": "Note", "attributes": [{"to": "on", "type": "boolean"}]},
        {"id": "h", "target": "Home", "attributes": [{"to": "street", "type": "string"}]}]}
      """#
    )
    #expect(
      trial.text == """
        table User, key id
          id integer, required
          home_street string
          city_land string
          city_zip
          city_land city_zip refers to City

        table City, key land zip
          land string, required
          zip, required
          name

        table Tag, key name
          name string, required

        table Note, key User_id position
          User_id integer, required, belongs to User
          position integer, required
          on boolean

        table User_tags, key User_id tags_name, joins two tables
          User_id integer, required, belongs to User
          tags_name string, required, refers to Tag
          position integer, required
        """
    )
  }

  @Test("parts for undeclared cardinality are created when the records come")
  func undeclared() throws {
    let trial = try TableTrial(
      #"""
      {"root-map-ref": "p", "mappers": [
        {"id": "p", "target": "P", "identification": "id", "attributes": ["id"], "relationships": [
          {"from": "t", "to": "t", "map-ref": "t"}, {"from": "k", "to": "k", "map-ref": "k"}]},
        {"id": "t", "target": "T", "identification": "n", "attributes": ["n"]},
        {"id": "k", "target": "K", "attributes": ["a"], "relationships": [
          {"from": "c", "to": "c", "map-ref": "t", "many": false},
          {"from": "l", "to": "l", "map-ref": "t", "many": true}]}]}
      """#
    )
    #expect(
      trial.text == """
        table P, key id
          id, required
          k_a, made when its first value comes
          t_n, made when its first value comes, refers to T
          k_c_n, made when its first value comes, refers to T

        table T, key n
          n, required

        table K, key _id, made when its first row comes
          _id integer, required
          P_id, required, belongs to P
          position integer, required
          a
          c_n, refers to T
          unique P_id position

        table P_t, key P_id t_n, joins two tables, made when its first row comes
          P_id, required, belongs to P
          t_n, required, refers to T
          position integer, required

        table P_k_l, key P_id k_l_n, joins two tables, made when its first row comes
          P_id, required, belongs to P
          k_l_n, required, refers to T
          position integer, required

        table K_l, key K__id l_n, joins two tables, made when its first row comes
          K__id integer, required, belongs to K
          l_n, required, refers to T
          position integer, required
        """
    )
  }

  @Test("if another mapper of the target declares the cardinality, nothing is late")
  func declaredElsewhere() throws {
    let trial = try TableTrial(
      #"""
      {"descriptors": [{"keyPath": "a", "root-map-ref": "a"}, {"keyPath": "b", "root-map-ref": "b"}],
        "mappers": [
        {"id": "a", "target": "P", "identification": "id", "attributes": ["id"], "relationships": [
          {"from": "k", "to": "k", "map-ref": "t"}, {"from": "l", "to": "l", "map-ref": "t"}]},
        {"id": "b", "extends": "a", "relationships": [
          {"from": "k", "to": "k", "map-ref": "t", "many": false},
          {"from": "l", "to": "l", "map-ref": "t", "many": true}]},
        {"id": "t", "target": "T", "identification": "n", "attributes": ["n"]}]}
      """#
    )
    #expect(
      trial["P"] == """
        table P, key id
          id, required
          k_n, refers to T
          l_n, made when its first value comes, refers to T
        """
    )
    #expect(trial["P_l"].hasPrefix("table P_l, key P_id l_n, joins two tables\n"))
    #expect(trial["P_k"].hasPrefix("table P_k, key P_id k_n, joins two tables, made when"))
  }

  @Test("a record composed with its owner is a single one, and its columns exist at once")
  func composed() throws {
    let trial = try TableTrial(
      #"""
      {"root-map-ref": "p", "mappers": [
        {"id": "p", "target": "P", "attributes": ["a"],
          "relationships": [{"from": "", "to": "k", "map-ref": "k"}]},
        {"id": "k", "target": "K", "attributes": ["b"]}]}
      """#
    )
    #expect(trial["P"].hasSuffix("  a\n  k_b"))
  }

  @Test("a table that is a child of several, and of roots, has columns for each owner")
  func severalOwners() throws {
    let trial = try TableTrial(
      #"""
      {"descriptors": [{"keyPath": "a", "root-map-ref": "a"}, {"keyPath": "b", "root-map-ref": "b"},
          {"keyPath": "k", "root-map-ref": "k"}],
        "mappers": [
        {"id": "a", "target": "A", "identification": "id", "attributes": ["id"],
          "relationships": [{"from": "x", "to": "x", "map-ref": "k", "many": true}]},
        {"id": "b", "target": "B", "attributes": ["id"],
          "relationships": [{"from": "y", "to": "y", "map-ref": "k"},
            {"from": "z", "to": "z", "map-ref": "k", "many": true}]},
        {"id": "k", "target": "K", "attributes": ["n"]}]}
      """#
    )
    #expect(
      trial["K"] == """
        table K
          A_id, belongs to A
          B__id integer, belongs to B
          position integer
          relationship string
          n
          unique A_id relationship position
          unique B__id relationship position
        """
    )
    #expect(
      trial["B"]
        == "table B, key _id\n  _id integer, required\n  id\n  y_n, made when its first value comes"
    )
  }

  @Test("a dynamic relationship has columns, or a join table, for each target")
  func dynamic() throws {
    let trial = try TableTrial(
      #"""
      {"root-map-ref": "o", "mappers": [
        {"id": "o", "target": "O", "identification": "id", "attributes": ["id"], "relationships": [
          {"from": "pet", "to": "pet", "map-ref": "d", "many": false},
          {"from": "all", "to": "all", "map-ref": "d", "many": true}]},
        {"id": "d", "dynamic": true, "matchers": [
          {"keyPath": "k", "expectValue": "cat", "map-ref": "c"},
          {"keyPath": "k", "expectValue": "dog", "map-ref": "h"}]},
        {"id": "c", "target": "Cat", "identification": "id", "attributes": ["id"]},
        {"id": "h", "target": "Dog", "identification": "id", "attributes": ["id"]}]}
      """#
    )
    #expect(
      trial["O"] == """
        table O, key id
          id, required
          pet_Cat_id, refers to Cat
          pet_Dog_id, refers to Dog
        """
    )
    #expect(trial["O_all_Cat"].contains("\n  all_id, required, refers to Cat\n"))
    #expect(trial["O_all_Dog"].contains("\n  all_id, required, refers to Dog\n"))
  }

  @Test("flattening ends at a recursive mapper, in JSON text")
  func recursion() throws {
    let trial = try TableTrial(
      #"""
      {"mappers": [{"id": "p", "target": "P", "attributes": ["n"],
        "relationships": [{"from": "p", "to": "p", "map-ref": "p"}]}]}
      """#
    )
    #expect(
      trial.text == """
        table P, key _id
          _id integer, required
          P__id integer, belongs to P
          position integer
          n
          p object, made when its first value comes
          unique P__id position
        """
    )
  }

  @Test("unique and indexes of the target are those of its table, through what it extends")
  func declared() throws {
    let trial = try TableTrial(
      #"""
      {"root-map-ref": "p", "targets": {
          "Base": {"properties": {"id": "integer", "slug": "string", "at": "date", "c": "C",
            "a.b": "string", "gone": "string", "l": "[C]"},
            "unique": [["slug"], ["id"], ["gone"], ["slug", "gone"]],
            "indexes": ["at", ["at", "c"], ["a.b"], ["l"]]},
          "P": {"extends": "Base"}},
        "mappers": [
        {"id": "p", "target": "P", "identification": "id", "attributes": ["id", "slug", "at", "a.b"],
          "relationships": [{"from": "c", "to": "c", "map-ref": "c"},
            {"from": "l", "to": "l", "map-ref": "c"}]},
        {"id": "c", "target": "C", "identification": ["x", "y"], "attributes": ["x", "y"]}]}
      """#
    )
    #expect(
      trial["P"] == """
        table P, key id
          id integer, required
          slug string
          at instant
          a_b string
          c_x
          c_y
          c_x c_y refers to C
          unique slug
          index at
          index at c_x c_y
          index a_b
        """
    )
  }

  @Test("names that a database does not distinguish, or reserves, are changed")
  func names() throws {
    let trial = try TableTrial(
      #"""
      {"descriptors": [{"keyPath": "a", "root-map-ref": "a"}, {"keyPath": "b", "root-map-ref": "b"}],
        "mappers": [
        {"id": "a", "target": "sqlite_T", "identification": ["Id", "id"],
          "attributes": ["Id", "id", "x\u0000y"]},
        {"id": "b", "target": "SQLITE_t", "attributes": ["id", "ID"]}]}
      """#
    )
    #expect(
      trial.text == """
        table _sqlite_T, key Id id_2
          Id, required
          id_2, required
          x_y

        table _SQLITE_t_2
          id
          ID_2
        """
    )
  }

  @Test("the key is that of the first mapper in the spec, whichever descriptor applies")
  func lastingKey() throws {
    let spec = #"""
      {"descriptors": [
          {"name": "b", "path": "/b", "root-map-ref": "b"},
          {"name": "a", "path": "/a", "root-map-ref": "a"}],
        "mappers": [
        {"id": "a", "target": "T", "identification": "x", "attributes": ["x", "y"]},
        {"id": "b", "target": "T", "identification": "y", "attributes": ["x", "y"]}]}
      """#
    for name in ["a", "b"] {
      var options = MapperOptions()
      options.descriptorName = name
      #expect(try TableTrial(spec, options: options).text.hasPrefix("table T, key x\n"))
    }
  }

  @Test("a hidden attribute is not a key")
  func hiddenKey() throws {
    let trial = try TableTrial(
      #"""
      {"mappers": [{"id": "a", "target": "T", "identification": "x",
        "attributes": [{"to": "x", "hidden": true}, "y"]}]}
      """#
    )
    #expect(trial.text == "table T\n  y")
  }

  @Test("undeclared cardinality is expected to be to-one, with a warning")
  func expectedTables() throws {
    let mapper = try Mapper(
      Mapping(
        text: #"""
          {"root-map-ref": "p", "mappers": [
            {"id": "p", "target": "P", "identification": "id", "attributes": ["id"],
              "relationships": [{"from": "t", "to": "t", "map-ref": "t"}]},
            {"id": "t", "target": "T", "identification": "n", "attributes": ["n"]}]}
          """#
      )
    )
    let (schema, warnings) = try mapper.expectedTables()
    #expect(schema.tables.map(\.name) == ["P", "T"])
    #expect(schema.tables[0].columns.map(\.name) == ["id", "t_n"])
    #expect(!schema.tables[0].columns[1].isLate)
    #expect(warnings.map(\.code.id) == ["RK5011"])
  }

  @Test("a table has no more columns than SQLite's", arguments: [2_000, 2_001])
  func width(count: Int) throws {
    let names = (1...count).map { "\"a\($0)\"" }.joined(separator: ", ")
    let mapper = try Mapper(Mapping(text: spec(attributes: "[\(names)]")))
    do {
      #expect(try mapper.expectedTables().schema.tables[0].columns.count == count)
      #expect(count == 2_000)
    } catch {
      #expect(error.diagnostics.map(\.code.id) == ["RK5014"])
      #expect(count == 2_001)
    }
  }

  @Test("a column that mappers of one target fill with values of different types has none")
  func differentTypes() throws {
    let trial = try TableTrial(
      #"""
      {"descriptors": [{"keyPath": "a", "root-map-ref": "a"}, {"keyPath": "b", "root-map-ref": "b"}],
        "mappers": [
        {"id": "a", "target": "T", "attributes": [{"to": "x", "type": "integer"}, {"to": "y", "type": "date"}]},
        {"id": "b", "target": "T", "attributes": [{"to": "x", "type": "string"}, {"to": "y", "type": "date"}]}]}
      """#
    )
    #expect(trial.text == "table T\n  x\n  y instant")
  }

  @Test("a unique set needs all of its columns")
  func uniqueWithoutColumn() throws {
    let trial = try TableTrial(
      #"""
      {"mappers": [{"id": "a", "target": "T", "identification": "id", "attributes": ["id", "x"]}],
       "targets": {"T": {"properties": {"id": "integer", "x": "string", "y": "string"},
         "unique": [["x", "y"]], "indexes": [["y", "x"]]}}}
      """#
    )
    #expect(trial.text == "table T, key id\n  id integer, required\n  x string")
  }

  @Test("a column that one kind of record needs is created at once")
  func lateForOneKindAlone() throws {
    for kinds in [["b", "c"], ["c", "b"]] {
      let trial = try TableTrial(
        #"""
        {"root-map-ref": "a", "mappers": [
          {"id": "a", "target": "A", "identification": "id", "attributes": ["id"],
            "relationships": [{"from": "r", "to": "r", "map-ref": "d", "many": false}]},
          {"id": "d", "dynamic": true, "matchers": [
            {"keyPath": "k", "expectValue": 1, "map-ref": "\#(kinds[0])"},
            {"keyPath": "k", "expectValue": 2, "map-ref": "\#(kinds[1])"}]},
          {"id": "b", "target": "B", "attributes": ["x.y"]},
          {"id": "c", "target": "C", "relationships": [{"from": "x", "to": "x", "map-ref": "y"}]},
          {"id": "y", "target": "Y", "attributes": ["y", "z"]}]}
        """#
      )
      #expect(trial["A"].contains("\n  r_x_y\n"), "\(trial.text)")
      #expect(trial["A"].contains("\n  r_x_z, made when its first value comes"))
    }
  }
}
