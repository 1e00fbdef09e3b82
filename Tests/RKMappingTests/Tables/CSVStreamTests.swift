import RKMapping
import Testing

@Suite("One stream of CSV")
struct CSVStreamTests {
  /// A spec whose records of A have a relationship to records of B.
  private func spec(
    relationship: String,
    related: String = #"{"id": "b", "target": "B", "attributes": ["name"]}"#,
    attributes: String = #"["id"]"#
  ) -> String {
    #"""
    {"root-map-ref": "a", "mappers": [
      {"id": "a", "target": "A", "attributes": \#(attributes),
        "relationships": [{"from": "b", "to": "b", "map-ref": "b", \#(relationship)}]},
      \#(related)]}
    """#
  }

  @Test("the header is written before any record, and without any input", arguments: ["", "[]"])
  func header(input: String) throws {
    let trial = try CSVTrial(spec(relationship: #""many": false"#), input)
    #expect(trial.text == "id,b.name\n")
    #expect(trial.findings == (input.isEmpty ? ["RK4009"] : []))
  }

  @Test("a list instead of a declared single record cannot be converted")
  func listForOne() throws {
    let trial = try CSVTrial(
      spec(relationship: #""onMissing": "absent""#),
      #"[{"id": 1, "b": [{"name": "x"}]}]"#
    )
    #expect(trial.text == "id,b.name\n1,\n")
    #expect(trial.findings == ["RK1002 /0/b", "RK5011"])
  }

  @Test("an attribute that replaces a related record has the record's column")
  func overlay() throws {
    let trial = try CSVTrial(
      spec(
        relationship: #""many": false"#,
        attributes: #"["id", {"from": "c.city", "to": "b.city"}, {"from": "c.n", "to": "b.name"}]"#
      ),
      #"""
      [{"id": 1, "b": {"name": "x"}, "c": {"city": "y", "n": "z"}}, {"id": 2, "c": {"city": "y"}},
        {"id": 3, "b": null}]
      """#
    )
    let json = try MappingTrial(
      spec(
        relationship: #""many": false"#,
        attributes: #"["id", {"from": "c.city", "to": "b.city"}, {"from": "c.n", "to": "b.name"}]"#
      ),
      #"[{"id": 1, "b": {"name": "x"}, "c": {"city": "y", "n": "z"}}]"#
    )
    #expect(json.output == #"[{"id":1,"b":{"name":"z","city":"y"}}]"#)
    #expect(trial.findings == [])
    let rows = try #require(trial.text).split(separator: "\n").map(String.init)
    #expect(Set(rows[0].split(separator: ",")) == ["id", "b.name", "b.city"])
    #expect(rows[1].contains("z") && rows[1].contains("y"))
    #expect(rows[2].hasPrefix("2,") && rows[2].contains("y"))
    #expect(rows[3] == "3,,")
  }

  @Test("an owner's columns are distinguished from ones of the same name")
  func equalNames() throws {
    let trial = try CSVTrial(
      spec(
        relationship: #""many": false"#,
        attributes: #"["id", {"from": "x", "to": "b\\.name"}]"#
      ),
      #"[{"id": 1, "x": "own", "b": {"name": "related"}}]"#
    )
    #expect(trial.text == "id,b.name,b.name_2\n1,own,related\n")
  }

  @Test("records of a chosen mapper have the columns of all, and their own values")
  func dynamicRoots() throws {
    let spec = #"""
      {"root-map-ref": "d", "mappers": [
        {"id": "d", "dynamic": true, "matchers": [
          {"keyPath": "t", "expectValue": 1, "map-ref": "one"},
          {"keyPath": "t", "expectValue": 2, "map-ref": "two"}]},
        {"id": "one", "target": "T", "attributes": ["a", "b"]},
        {"id": "two", "target": "T", "attributes": ["c", "b"]}]}
      """#
    let trial = try CSVTrial(
      spec,
      #"[{"t": 1, "a": "A", "b": "B"}, {"t": 2, "b": "B", "c": "C"}, {"t": 3}]"#
    )
    #expect(trial.text == "a,b,c\nA,B,\n,B,C\n")
  }

  @Test("keys that are data are a column")
  func nesting() throws {
    let spec = #"""
      {"mappers": [{"id": "u", "target": "U", "keyAttribute": "name", "forceCollection": true,
        "attributes": [{"(name).email": "email"}]}]}
      """#
    let trial = try CSVTrial(spec, #"{"ann": {"email": "a@x"}, "bob": {"email": "b@x"}}"#)
    #expect(trial.text == "name,email\nann,a@x\nbob,b@x\n")
  }

  @Test("a relationship to a mapper with one record per key is to-many")
  func collection() throws {
    let related = #"""
      {"id": "b", "target": "B", "keyAttribute": "k", "forceCollection": true,
        "attributes": [{"(k).n": "n"}]}
      """#
    let trial = try CSVTrial(
      spec(relationship: #""onMissing": "absent""#, related: related),
      #"[{"id": 1, "b": {"x": {"n": 1}, "y": {"n": 2}}}]"#
    )
    #expect(trial.findings == ["RK5012"])
    #expect(trial.text == "id\n1\n")
  }

  @Test("null instead of a record in JSON text is null")
  func nullRecord() throws {
    let spec = #"""
      {"root-map-ref": "a", "mappers": [{"id": "a", "target": "A", "attributes": ["n"],
        "relationships": [{"from": "a", "to": "a", "map-ref": "a", "many": false}]}]}
      """#
    let trial = try CSVTrial(spec, #"[{"n": 1, "a": null}, {"n": 2}, {"n": 3, "a": {"n": 4}}]"#) {
      $0.null = "NULL"
    }
    #expect(trial.text == "n,a\n1,NULL\n2,\n3,\"{\"\"n\"\":4}\"\n")
  }

  @Test("chosen by name, a target of to-many records has its owner's key and its position")
  func picked() throws {
    let spec = #"""
      {"root-map-ref": "a", "mappers": [
        {"id": "a", "target": "A", "attributes": ["id"], "identification": "id",
          "relationships": [{"from": "b", "to": "b", "map-ref": "b", "many": true}]},
        {"id": "b", "target": "B", "attributes": ["name"]}]}
      """#
    let input = #"[{"id": 7, "b": [{"name": "x"}, {"name": "y"}]}]"#
    let trial = try CSVTrial(spec, input) { $0.targetName = "B" }
    #expect(trial.text == "A_id,position,name\n7,0,x\n7,1,y\n")
    #expect(trial.findings == [])
  }

  @Test("an impossible output is reported before anything is read")
  func impossible() throws {
    let trial = try CSVTrial(spec(relationship: #""many": false"#), "no JSON") {
      $0.targetName = "C"
    }
    #expect(trial.report.ending == .badOutput)
    #expect(trial.findings == ["RK5903"])
    #expect(trial.text == nil)
  }

  @Test("the rows before a failed record stay in a stream, and none stay in a file")
  func failure() throws {
    let trial = try CSVTrial(
      #"{"mappers": [{"id": "a", "attributes": ["x"]}]}"#,
      #"[{"x":1},{"y":1}]"#
    )
    #expect(trial.text == nil)
    #expect(trial.report.ending == .failedRecord)
  }
}
