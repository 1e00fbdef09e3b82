import Foundation
import RKMapping
import TestSupport
import Testing

@Suite("A folder of tables")
struct CSVFolderTests {
  /// Users with a city, tags and notes: one relationship of each kind.
  private static let users = #"""
    {"root-map-ref": "u", "mappers": [
      {"id": "u", "target": "User", "attributes": ["id", "name"], "identification": "id",
        "relationships": [
          {"from": "city", "to": "city", "map-ref": "c", "many": false},
          {"from": "tags", "to": "tags", "map-ref": "t", "many": true},
          {"from": "notes", "to": "notes", "map-ref": "n", "many": true}]},
      {"id": "c", "target": "City", "attributes": ["id", "name"], "identification": "id"},
      {"id": "t", "target": "Tag", "attributes": ["name"], "identification": "name"},
      {"id": "n", "target": "Note", "attributes": ["text"]}]}
    """#

  @Test("every table is written, even without records")
  func empty() throws {
    let trial = try TablesTrial(Self.users, "[]")
    #expect(trial["User.csv"] == "id,name,city_id\n")
    #expect(trial["City.csv"] == "id,name\n")
    #expect(trial["Tag.csv"] == "name\n")
    #expect(trial["Note.csv"] == "User_id,position,text\n")
    #expect(trial["User_tags.csv"] == "User_id,tags_name,position\n")
    #expect(trial.files?.count == 6)
  }

  @Test("a row that is equal to one of its key is written once, and the key is named")
  func equalRows() throws {
    let trial = try TablesTrial(
      Self.users,
      #"""
      [{"id": 1, "city": {"id": 5, "name": "X"}, "tags": [{"name": "a"}], "notes": [{"text": "n"}]},
        {"id": 2, "city": {"id": 5, "name": "X"}, "tags": [{"name": "a"}]},
        {"id": 1, "city": {"id": 5, "name": "X"}, "tags": [{"name": "a"}], "notes": [{"text": "n"}]}]
      """#
    )
    #expect(trial.findings == [])
    #expect(trial["User.csv"] == "id,name,city_id\n1,,5\n2,,5\n")
    #expect(trial["City.csv"] == "id,name\n5,X\n")
    #expect(trial["Tag.csv"] == "name\na\n")
    #expect(trial["User_tags.csv"] == "User_id,tags_name,position\n1,a,0\n2,a,0\n")
    #expect(trial["Note.csv"] == "User_id,position,text\n1,0,n\n")
    #expect(trial.description.contains(#""primaryKey":["User_id","tags_name"]"#))
  }

  @Test("rows that differ in one key are all written, and the key is not named")
  func differingRows() throws {
    let trial = try TablesTrial(
      Self.users,
      #"[{"id": 1, "city": {"id": 5}}, {"id": 2, "city": {"id": 5, "name": "X"}}]"#
    )
    #expect(trial.findings == ["RK5013"])
    #expect(trial["City.csv"] == "id,name\n5,\n5,X\n")
    let keys = trial.description.matches(of: /"primaryKey":\["id"\]/)
    #expect(keys.count == 1, "that of User")
  }

  @Test("child rows that differ in their owner and position are told")
  func differingChildren() throws {
    let trial = try TablesTrial(
      Self.users,
      #"[{"id": 1, "notes": [{"text": "n"}]}, {"id": 1, "notes": [{"text": "m"}]}]"#
    )
    #expect(trial.findings == ["RK5013"])
    #expect(trial["Note.csv"] == "User_id,position,text\n1,0,n\n1,0,m\n")
  }

  @Test("a row without its key is written, and the key is not named")
  func incompleteRows() throws {
    for city in [#"{"name": "X"}"#, #"{"id": null, "name": "X"}"#, #"{"id": "", "name": "X"}"#] {
      let trial = try TablesTrial(Self.users, #"[{"id": 1, "city": \#(city)}]"#) {
        $0.null = "NULL"
      }
      #expect(trial.findings == ["RK5013"])
    }
  }

  @Test("records without a key that have rows below them are numbered")
  func numbers() throws {
    let spec = #"""
      {"root-map-ref": "c", "mappers": [{"id": "c", "target": "C", "attributes": ["t"],
        "relationships": [{"from": "r", "to": "r", "map-ref": "c", "many": true}]}]}
      """#
    let trial = try TablesTrial(
      spec,
      #"[{"t": "a", "r": [{"t": "b", "r": [{"t": "c"}]}]}, {"t": "d"}]"#
    )
    #expect(trial["C.csv"] == "_id,C__id,position,t\n1,,,a\n2,1,0,b\n3,2,0,c\n4,,,d\n")
    #expect(trial.description.contains(#""reference":{"resource":"","fields":["_id"]}"#))
    #expect(trial.description.contains(#""primaryKey":["_id"]"#))
  }

  @Test("numbered rows below equal rows are told apart by their numbers alone")
  func numbersBelowEqualRows() throws {
    let spec = #"""
      {"root-map-ref": "a", "mappers": [
        {"id": "a", "target": "A", "attributes": ["id"], "identification": "id",
          "relationships": [{"from": "b", "to": "b", "map-ref": "b", "many": true}]},
        {"id": "b", "target": "B", "attributes": ["x"],
          "relationships": [{"from": "c", "to": "c", "map-ref": "c", "many": true}]},
        {"id": "c", "target": "C", "attributes": ["y"]}]}
      """#
    let record = #"{"id": 1, "b": [{"x": 1, "c": [{"y": 2}]}]}"#
    let trial = try TablesTrial(spec, "[\(record), \(record)]")
    #expect(trial.findings == [])
    #expect(trial["A.csv"] == "id\n1\n")
    #expect(trial["B.csv"] == "_id,A_id,position,x\n1,1,0,1\n2,1,0,1\n")
    #expect(trial["C.csv"] == "B__id,position,y\n1,0,2\n2,0,2\n")
  }

  @Test("rows below a flattened record belong to its row")
  func flattened() throws {
    let spec = #"""
      {"root-map-ref": "a", "mappers": [
        {"id": "a", "target": "A", "attributes": ["id"], "identification": "id",
          "relationships": [{"from": "b", "to": "b", "map-ref": "b", "many": false}]},
        {"id": "b", "target": "B", "attributes": ["n"], "relationships": [
          {"from": "c", "to": "c", "map-ref": "c", "many": true},
          {"from": "k", "to": "k", "map-ref": "k", "many": false}]},
        {"id": "c", "target": "C", "attributes": ["x"]},
        {"id": "k", "target": "K", "attributes": ["id"], "identification": "id"}]}
      """#
    let trial = try TablesTrial(
      spec,
      #"[{"id": 1, "b": {"n": 2, "c": [{"x": 3}, {"x": 4}], "k": {"id": 9}}}]"#
    )
    #expect(trial["A.csv"] == "id,b_n,b_k_id\n1,2,9\n")
    #expect(trial["C.csv"] == "A_id,position,x\n1,0,3\n1,1,4\n")
    #expect(trial["K.csv"] == "id\n9\n")
    #expect(trial["B.csv"] == nil)
  }

  @Test("several owners have their own columns")
  func owners() throws {
    let spec = #"""
      {"descriptors": [{"keyPath": "a", "root-map-ref": "a"}, {"keyPath": "b", "root-map-ref": "b"}],
        "mappers": [
        {"id": "a", "target": "A", "attributes": ["id"], "identification": "id",
          "relationships": [{"from": "c", "to": "c", "map-ref": "c", "many": true}]},
        {"id": "b", "target": "B", "attributes": ["id"], "identification": "id",
          "relationships": [{"from": "c", "to": "d", "map-ref": "c", "many": true}]},
        {"id": "c", "target": "C", "attributes": ["x"]}]}
      """#
    let trial = try TablesTrial(
      spec,
      #"{"a": [{"id": 1, "c": [{"x": 3}]}], "b": [{"id": 2, "c": [{"x": 4}]}]}"#
    )
    #expect(trial["C.csv"] == "A_id,B_id,position,relationship,x\n1,,0,c,3\n,2,0,d,4\n")
  }

  @Test("keys of one name are distinguished by the target if a relationship leads to several")
  func sharedKeyNames() throws {
    let spec = #"""
      {"root-map-ref": "o", "mappers": [
        {"id": "o", "target": "O", "attributes": ["id"], "identification": "id",
          "relationships": [{"from": "p", "to": "p", "map-ref": "p", "many": false},
            {"from": "q", "to": "q", "map-ref": "p", "many": true}]},
        {"id": "p", "dynamic": true, "matchers": [
          {"keyPath": "t", "expectValue": "c", "map-ref": "c"},
          {"keyPath": "t", "expectValue": "d", "map-ref": "d"}]},
        {"id": "c", "target": "C", "attributes": ["id"], "identification": "id"},
        {"id": "d", "target": "D", "attributes": ["id"], "identification": "id"}]}
      """#
    let trial = try TablesTrial(
      spec,
      #"[{"id": 1, "p": {"t": "d", "id": 7}, "q": [{"t": "c", "id": 8}, {"t": "d", "id": 7}]}]"#
    )
    #expect(trial["O.csv"] == "id,p_C_id,p_D_id\n1,,7\n")
    #expect(trial["O_q_C.csv"] == "O_id,q_id,position\n1,8,0\n")
    #expect(trial["O_q_D.csv"] == "O_id,q_id,position\n1,7,1\n")
  }

  @Test("fields have the types that attributes declare")
  func types() throws {
    let spec = #"""
      {"mappers": [{"id": "a", "target": "A", "attributes": [
        {"from": "i", "to": "i", "type": "integer"}, {"from": "d", "to": "d", "type": "decimal"},
        {"from": "t", "to": "t", "type": "date"}, "u",
        {"from": "e", "to": "e", "type": "integer", "default": "none"}]}]}
      """#
    let trial = try TablesTrial(spec, #"{"i": 1}"#)
    for field in [
      "i\",\"type\":\"integer", "d\",\"type\":\"number", "t\",\"type\":\"datetime",
      "u\",\"type\":\"any", "e\",\"type\":\"any",
    ] {
      #expect(trial.description.contains("{\"name\":\"" + field + "\"}"))
    }
  }

  @Test("a target's declaration has the key and the types if its mappers state none")
  func declaredTarget() throws {
    let spec = #"""
      {"root-map-ref": "a", "mappers": [
        {"id": "a", "target": "A", "attributes": ["id", "n", "tags"],
          "relationships": [{"from": "b", "to": "b", "map-ref": "b"}]},
        {"id": "b", "target": "B", "attributes": ["id"]}],
      "targets": {
        "A": {"properties": {"id": "string", "n": "number", "tags": "[string]", "b": "[B]"},
          "identification": ["id"]},
        "B": {"properties": {"id": "integer"}, "identification": ["id"]}}}
      """#
    let trial = try TablesTrial(spec, #"{"id": 1, "n": 1.5, "tags": ["x"], "b": [{"id": 2}]}"#)
    #expect(trial.findings == [])
    #expect(trial["A.csv"] == "id,n,tags\n1,1.5,\"[\"\"x\"\"]\"\n")
    #expect(trial["A_b.csv"] == "A_id,b_id,position\n1,2,0\n")
    #expect(trial.description.contains(#"{"name":"b_id","type":"integer"}"#))
    #expect(trial.description.contains(#"{"name":"tags","type":"array"}"#))
    #expect(trial.description.contains(#"{"name":"n","type":"number"}"#))
  }

  @Test("a target's name is not a path, and file names are unique")
  func names() throws {
    let spec = #"""
      {"descriptors": [{"keyPath": "a", "root-map-ref": "a"}, {"keyPath": "b", "root-map-ref": "b"},
        {"keyPath": "c", "root-map-ref": "c"}], "mappers": [
        {"id": "a", "target": "../x/A b", "attributes": ["x"]},
        {"id": "b", "target": "Case", "attributes": ["x"]},
        {"id": "c", "target": "case", "attributes": ["x"]}]}
      """#
    let trial = try TablesTrial(spec, "{}")
    let names = trial.files.map { $0.keys.sorted() }
    #expect(names == ["Case.csv", "_.._x_A b.csv", "case_2.csv", "datapackage.json"])
    #expect(trial.description.contains(#""name":".._x_a_b""#))
  }

  @Test("an existing folder keeps other files")
  func existing() throws {
    let folder = try ScratchFolder()
    try folder.write("mine", to: "tables/notes.txt")
    try folder.write("old", to: "tables/A.csv")
    let mapper = try Mapper(Mapping(text: spec(attributes: #"["x"]"#)))
    let output = Output.file(folder.path(of: "tables/"))
    let failed = try? mapper.apply(to: [.bytes(Array(#"[{"x":1},{"y":1}]"#.utf8))], into: output)
    #expect(failed == nil)
    #expect(folder.names(in: "tables") == ["A.csv", "notes.txt"])
    #expect(folder.read("tables/A.csv") == "old")
    try mapper.apply(to: [.bytes(Array(#"{"x":1}"#.utf8))], into: output)
    #expect(folder.names(in: "tables") == ["A.csv", "datapackage.json", "notes.txt"])
    #expect(folder.read("tables/A.csv") == "x\n1\n")
    #expect(folder.read("tables/notes.txt") == "mine")
  }

  @Test("a failed run removes the folder that it created")
  func failure() throws {
    let trial = try TablesTrial(spec(attributes: #"["x"]"#), #"[{"x":1},{"y":1}]"#)
    #expect(trial.files == nil)
    #expect(trial.report.ending == .failedRecord)
  }

  @Test("anything but a folder is not written to")
  func file() throws {
    let folder = try ScratchFolder()
    try folder.write("mine", to: "tables")
    let mapper = try Mapper(Mapping(text: spec(attributes: #"["x"]"#)))
    let list = FindingList()
    let report = mapper.apply(
      to: [.bytes([])],
      into: .file(folder.path(of: "tables/")),
      reportingTo: list
    )
    #expect(report.ending == .badOutput)
    #expect(list.diagnostics.map(\.code.id) == ["RK5001"])
    #expect(folder.read("tables") == "mine")
  }
}
