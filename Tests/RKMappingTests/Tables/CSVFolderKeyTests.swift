import RKMapping
import Testing

@Suite("Keys and references in a folder of tables")
struct CSVFolderKeyTests {
  @Test(
    "a list that leads to one record twice, or to one without a key, has no primary key",
    arguments: [#"[{"id": 1}, {"id": 1}]"#, #"[{"id": null, "n": 1}]"#]
  )
  func joins(list: String) throws {
    for key in ["", #", "identification": "k""#] {
      let spec = #"""
        {"root-map-ref": "o", "mappers": [
          {"id": "o", "target": "O", "attributes": ["k"]\#(key),
            "relationships": [{"from": "l", "to": "l", "map-ref": "t", "many": true}]},
          {"id": "t", "target": "T", "attributes": ["id", "n"], "identification": "id"}]}
        """#
      let trial = try TablesTrial(spec, #"{"k": 5, "l": \#(list)}"#)
      #expect(trial.findings.contains("RK5013"))
      #expect(!trial.description.contains(#","l_id"]"#))
    }
  }

  @Test(
    "related records may be a reference, or flattened, and the two have two columns"
  )
  func referenceOrFlattened() throws {
    let spec = #"""
      {"root-map-ref": "p", "mappers": [
        {"id": "p", "target": "P", "attributes": ["n"],
          "relationships": [{"from": "o", "to": "o", "map-ref": "d", "many": false}]},
        {"id": "d", "dynamic": true, "matchers": [
          {"keyPath": "k", "expectValue": "a", "map-ref": "a"},
          {"keyPath": "k", "expectValue": "b", "map-ref": "b"}]},
        {"id": "a", "target": "A", "attributes": ["id", "x"]},
        {"id": "b", "target": "B", "attributes": ["id", "y"], "identification": "id"}]}
      """#
    let trial = try TablesTrial(
      spec,
      #"[{"n": 1, "o": {"k": "a", "id": 7, "x": 8}}, {"n": 2, "o": {"k": "b", "id": 9}}]"#
    )
    #expect(trial["P.csv"] == "n,o_id,o_x,o_B_id\n1,7,8,\n2,,,9\n")
    #expect(trial.description.contains(#""foreignKeys":[{"fields":["o_B_id"]"#))
  }

  @Test("an attribute of another mapper named like a reference is not one")
  func attributeAsReference() throws {
    let spec = #"""
      {"descriptors": [{"keyPath": "a", "root-map-ref": "a"}, {"keyPath": "b", "root-map-ref": "b"}],
        "mappers": [
        {"id": "a", "target": "P", "attributes": ["n"],
          "relationships": [{"from": "o", "to": "o", "map-ref": "t", "many": false}]},
        {"id": "b", "target": "P", "attributes": ["n", "o_id"]},
        {"id": "t", "target": "T", "attributes": ["id"], "identification": "id"}]}
      """#
    let trial = try TablesTrial(
      spec,
      #"{"a": [{"n": 1, "o": {"id": 7}}], "b": [{"n": 2, "o_id": 8}]}"#
    )
    #expect(trial["P.csv"] == "n,o_id_2,o_id\n1,,7\n2,8,\n")
    #expect(trial.description.contains(#""foreignKeys":[{"fields":["o_id"]"#))
  }

  @Test("the description names columns as the header does")
  func safeNames() throws {
    let spec = #"{"mappers": [{"id": "a", "target": "A", "attributes": [{"x": "=x"}, "y"]}]}"#
    let trial = try TablesTrial(spec, #"{"x": 1}"#) { $0.isSafe = true }
    #expect(trial["A.csv"] == "'=x,y\n1,\n")
    #expect(trial.description.contains(#"{"name":"'=x","type":"any"}"#))
  }

  @Test(
    "a target's name that readers would not accept as a file name is changed",
    arguments: [
      ("~x", "_~x"), ("$HOME", "_HOME"), ("%a%", "_%a%"), ("a\u{7F}b", "a_b"), (".x", "_.x"),
      (String(repeating: "x", count: 300), String(repeating: "x", count: 200)),
      (String(repeating: "\u{E9}", count: 300), String(repeating: "\u{E9}", count: 100)),
    ]
  )
  func fileNames(target: String, name: String) throws {
    let spec = #"{"mappers": [{"id": "a", "target": "\#(target)", "attributes": ["x"]}]}"#
    let trial = try TablesTrial(spec, "[]")
    #expect(trial.files.map { $0.keys.sorted() } == [name + ".csv", "datapackage.json"].sorted())
  }

  @Test("a table may have twenty thousand columns")
  func wide() throws {
    let names = (0..<20_000).map { "\"c\($0)\"" }.joined(separator: ",")
    let trial = try TablesTrial(
      #"{"mappers": [{"id": "a", "attributes": [\#(names)]}]}"#,
      #"{"c19999": 1}"#
    )
    #expect(trial["a.csv"]?.hasSuffix(",1\n") == true)
  }
}
