import RKDiagnostics
import Testing

@Suite("RK2104, RK2106, RK2109, RK2111, RK2161, RK2162: what tables make of a spec")
struct TableRulesTests {
  @Test("columns whose names differ in case, or are made of two")
  func columns() {
    let marked = """
      {"root-map-ref": "a", "mappers": [
       {"id": "a", "target": "A", "attributes": ["name", «RK2104»"Name", "b_x", "c.x", «RK2104»"c_x"],
        "relationships": [{"from": "b", "to": «RK2104»"b", "many": false, "map-ref": "b"}]},
       {"id": "b", "target": "B", "attributes": ["x"]}]}
      """
    #expect(linted(marked) == marked)
  }

  @Test("the reference to a row, and the columns that rkmap adds")
  func ownColumns() {
    let marked = """
      {"root-map-ref": "a", "mappers": [
       {"id": "a", "target": "A", "attributes": ["id", "b_id"], "identification": "id",
        "relationships": [{"from": "b", "to": «RK2104»"b", "many": false, "map-ref": "b"},
                          {"from": "c", "to": "c", "many": true, "map-ref": "c"}]},
       {"id": "b", "target": "B", "attributes": ["id"], "identification": "id"},
       {"id": "c", "target": "C", "attributes": ["x", «RK2104»"position"]}]}
      """
    #expect(linted(marked) == marked)
  }

  @Test("columns of different mappers of one target are the same if their names are")
  func severalMappers() {
    let marked = """
      {"root-map-ref": "d", "mappers": [
       {"id": "d", "dynamic": "YES", "default": "b",
        "matchers": [{"keyPath": "k", "expectValue": 1, "map-ref": "a"}]},
       {"id": "a", "target": "A", "attributes": ["name", "x"]},
       {"id": "b", "target": "A", "attributes": ["name", «RK2104»"X"]}]}
      """
    #expect(linted(marked) == marked)
  }

  @Test("tables whose names differ in case")
  func tables() {
    let spec = """
      {"descriptors": [{"keyPath": "a", "path": "/a", "root-map-ref": "a"},
                       {"keyPath": "b", "path": "/b", "root-map-ref": "b"}],
       "mappers": [{"id": "a", "target": "User", "attributes": ["x"]},
                   {"id": "b", "target": "user", "attributes": ["x"]}]}
      """
    #expect(
      lintMessages(spec) == [
        "in a database the table of 'user' is called 'user_2': 'User' has its name"
      ]
    )
  }

  private func tree(many: String, identified: Bool) -> String {
    """
    {"root-map-ref": "o", "mappers": [
     {"id": "o", "attributes": ["id"], \(identified ? #""identification": "id","# : "")
      "relationships": [{"from": "n", "to": "n", "many": true, "map-ref": "n"}]},
     {"id": "n", "attributes": ["x"],
      "relationships": [{"from": "n", "to": "n", "many": \(many), "map-ref": "n"}]}]}
    """
  }

  @Test("a cycle without identity is worth a warning if columns would have no end")
  func circles() {
    func found(_ spec: String) -> [String] {
      MarkedSpec(spec).findings(isLinted: true).map { "\($0.severity) \($0.code.id)" }
    }
    #expect(found(tree(many: "false", identified: true)) == ["warning RK2106"])
    #expect(found(tree(many: "true", identified: true)) == ["note RK2106"])
    #expect(found(tree(many: "false", identified: false)) == ["note RK2106"])
    let told = tree(many: "false", identified: true)
      .replacing(#""attributes": ["x"]"#, with: #""attributes": ["x"], "identification": "x""#)
    #expect(found(told).isEmpty)
  }

  @Test("a cycle through several mappers is one diagnostic")
  func circleOfSeveral() {
    let marked = """
      {"root-map-ref": "a", "mappers": [
       {"id": "a", "attributes": ["x"], "relationships": [{"from": "b", "to": «RK2106»"b", "map-ref": "d"}]},
       {"id": "d", "dynamic": "YES", "default": "b"},
       {"id": "b", "attributes": ["x"], "relationships": [{"from": "a", "to": "a", "map-ref": "a"}]}]}
      """
    #expect(linted(marked) == marked)
  }

  @Test("cardinality is only requested in specs with identities")
  func cardinality() {
    let marked = """
      {"root-map-ref": "a", "mappers": [
       {"id": "a", "target": "A", "attributes": ["id"], "identification": "id",
        "relationships": [{"from": "b", "to": «RK2109»"b", "map-ref": "b"},
                          {"from": "c", "to": "c", "map-ref": "b", "many": true},
                          {"from": "d", "to": "d", "map-ref": "b"},
                          {"from": "e", "to": "e", "map-ref": "keys"},
                          {"from": "", "to": "f", "map-ref": "b"}],
        "connections": [{"to": «RK2109»"g", "target": "A", "where": {"id": "id"}},
                        {"to": "h", "target": "A", "where": {"id": "id"}, "many": true}]},
       {"id": "b", "attributes": ["x"]},
       {"id": "keys", "attributes": [{"@key": "k"}], "forceCollection": "YES"}],
       "targets": {"A": {"properties": {"d": "[b]"}}}}
      """
    #expect(linted(marked).replacing("«RK2110»", with: "") == marked)
    let plain = marked.replacing(#""identification": "id","#, with: "")
    #expect(!linted(plain).contains("RK2109"))
  }

  @Test("RK2162: decimals stored as text, reported once unless intended")
  func decimals() {
    let marked = """
      {"root-map-ref": "a", "mappers": [
       {"id": "a", "target": "A", "identification": "id",
        "attributes": ["id", {"to": "x", "type": "decimal", "column": "text"}, {"to": "z"},
          {"to": «RK2162»"y", "type": "decimal"}, {"to": "w", "type": "decimal"}]}],
       "targets": {"A": {"properties": {"z": {"type": "decimal", "column": "text"}}}}}
      """
    #expect(linted(marked) == marked)
    let plain = marked.replacing(#""identification": "id","#, with: "")
    #expect(!linted(plain).contains("RK2162"))
  }

  @Test("RK2161: what is said of the columns of decimals contradicts itself, or cannot be")
  func decimalColumns() {
    let marked = """
      {"root-map-ref": "a", "mappers": [
       {"id": "a", "target": "A", "identification": ["id", "r"],
        "attributes": ["id", {"to": "x", "type": "decimal", «RK2161»"column": "scaled"},
          {"to": "y", "type": "decimal", "column": "text", "scale": «RK2161»2},
          {"to": "z", "type": "decimal", "column": "scaled", "scale": «RK2161»19},
          {"to": "l", "type": "[decimal]", «RK2161»"column": "real"},
          {"to": «RK2161»"r", "type": "decimal", "column": "real"},
          {"to": "p"}, {"to": "q", "type": "decimal", "column": "real"},
          «RK2161»{"to": "d", "type": "decimal", "column": "scaled", "scale": 1, "default": 0.25}],
        "relationships": [{"from": "b", "to": "b", "map-ref": "b"}]},
       {"id": «RK2048»"b", "target": "A",
        "attributes": ["id",
          {"to": «RK2161»"q", "type": "decimal", "column": "scaled", "scale": 2}]}],
       "targets": {"A": {"properties": {"p": {"type": "decimal", "column": "scaled", "scale": 4},
        "t": {"type": "string", «RK2161»"column": "text"}}}}}
      """
    let found = annotated(marked).replacing(/«RK21(0[0-9]|1[0-9])»/, with: "")
    #expect(found == marked)
  }

  @Test("a join table gets another name if a target has its name")
  func joins() {
    let spec = """
      {"descriptors": [{"keyPath": "a", "path": "/a", "root-map-ref": "a"},
                       {"keyPath": "b", "path": "/b", "root-map-ref": "b"}],
       "mappers": [
       {"id": "a", "target": "A", "attributes": ["id"], "identification": "id",
        "relationships": [{"from": "c", "to": "c", "map-ref": "c", "many": true}]},
       {"id": "b", "target": "a_C", "attributes": ["id"], "identification": "id"},
       {"id": "c", "target": "C", "attributes": ["id"], "identification": "id"}]}
      """
    #expect(
      lintMessages(spec) == [
        "in a database the table of 'c' in 'A' is called 'A_c_2': 'a_C' has its name"
      ]
    )
  }

  @Test(
    "an identity is suggested by names, and only suggested",
    arguments: [
      ("id", true), ("uuid", true), ("articleID", true), ("article_id", true), ("authorID", false),
      ("identity", false),
    ]
  )
  func identities(name: String, isFound: Bool) {
    let marked =
      #"{"mappers": [{"id": \#(isFound ? "" : "«RK2111»")"a", "entity": "YES", "target": "Article", "attributes": [\#(isFound ? "«RK2111»" : "")"\#(name)"]}]}"#
    #expect(linted(marked) == marked)
    let plain = marked.replacing(#""entity": "YES","#, with: "")
    #expect(lintMessages(MarkedSpec(plain).text).isEmpty)
  }

  @Test("an identity is suggested for connected records, and besides others")
  func connected() {
    let marked = """
      {"root-map-ref": "a", "mappers": [
       {"id": "a", "target": "A", "attributes": ["bID", «RK2111»"id"],
        "connections": [{"to": "b", "target": "B", "where": {"bID": "id"}}]},
       {"id": "b", "target": "B", "attributes": ["id"], "identification": "id"}],
       "targets": {"A": {"properties": {"b": "B"}}}}
      """
    #expect(linted(marked).replacing("«RK2110»", with: "") == marked)
  }

  @Test("root records beside others with an identity get theirs, or say that each run adds them")
  func roots() {
    func marked(_ mark: String, _ policy: String) -> String {
      """
      {"descriptors": [{"keyPath": "a", "root-map-ref": "a"}, {"keyPath": "b", "root-map-ref": "b"}],
       "mappers": [
       {"id": "a", "target": "A", "attributes": ["id"], "identification": "id",
        "relationships": [{"from": "c", "to": "c", "many": true, "map-ref": "c"}]},
       {"id": \(mark)"b", "target": "B", \(policy)"attributes": ["x"]},
       {"id": "c", "target": "C", "attributes": ["y"]}]}
      """
    }
    for text in [marked("«RK2111»", ""), marked("", #""onRepeat": "last", "#)] {
      #expect(linted(text).replacing("«RK2110»", with: "") == text)
    }
  }

  @Test("the fix for a column's name is shown at its owner")
  func namesOfOthers() {
    func help(_ attributes: String) -> [String] {
      let spec = """
        {"root-map-ref": "a", "mappers": [
         {"id": "a", "target": "A", "attributes": ["id"], "identification": "id",
          "relationships": [{"from": "c", "to": "c", "many": true, "map-ref": "c"}]},
         {"id": "c", "target": "C", "attributes": [\(attributes)]}]}
        """
      return MarkedSpec(spec).findings(isLinted: true).flatMap(\.help)
    }
    let joined = "flattened names are joined by '_': rename the destination"
    let letters = "SQLite takes names that differ only in case as one; rename the destination"
    #expect(help(#""x", "position""#) == [joined])
    #expect(help(#""x.y", "x_y""#) == [joined])
    #expect(help(#""x", "X""#) == [letters])
  }

  @Test("an identity is suggested neither for constants nor for hidden attributes")
  func unlikelyIdentities() {
    for attribute in [#"{"to": "id", "value": 1}"#, #"{"to": "id", "hidden": true}"#] {
      let spec =
        #"{"mappers": [{"id": "a", "entity": "YES", "target": "A", "attributes": ["x", \#(attribute)]}]}"#
      #expect(lintMessages(spec).contains("nothing identifies records of 'A'"))
    }
  }
}
