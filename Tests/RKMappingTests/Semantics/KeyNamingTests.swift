import RKDiagnostics
import RKMapping
import Testing

@Suite("Spellings of keys")
struct KeyNamingTests {
  private func spec(_ keys: String, _ attributes: String, more: String = "") -> String {
    #"{"keys": \#(keys), "mappers": [{"id": "a", "target": "A", "attributes": \#(attributes)\#(more)}]}"#
  }

  @Test("the same for keys in values of expressions; those of records are unchanged")
  func expressions() throws {
    let attributes = """
      [{"to": "n", "expression": "SUBQUERY(kids, $k, $k.Age > 1 AND $k.name == 'x').@count"},
       {"to": "m", "expression": "SUBQUERY(kids, $k, $k.*ME.@count > 0).AGE"},
       {"to": "d", "expression": "SUBQUERY({SELF}, $s, $s..NAME.@count = 1).@count"},
       {"to": "obj", "validate": [{"if": "SELF.Deep = 1", "then": "set", "value": "found"}]},
       {"from": "obj", "to": "Same", "validate": [{"if": "SELF.deep = 1", "then": "null"}]}]
      """
    let spec = spec(#"{"caseInsensitive": true, "rename": {"FullName": "name"}}"#, attributes)
    let input = #"{"Kids":[{"AGE":5,"fullNAME":"x"},{"age":0}],"OBJ":{"Deep":1}}"#
    let output = #"{"n":1,"m":[5],"d":1,"obj":"found","Same":{"Deep":1}}"#
    #expect(try map(input, by: spec) == output)
  }

  @Test(
    "keys that differ only in case are equal, everywhere in a path",
    arguments: [
      (#"["name"]"#, #"{"NAME":1}"#, #"{"name":1}"#),
      (#"["a.b.c"]"#, #"{"A":{"b":{"C":1}}}"#, #"{"a":{"b":{"c":1}}}"#),
      (#"{"a[0].b": "x"}"#, #"{"A":[{"B":1}]}"#, #"{"x":1}"#),
      (#"{"a.b": "x"}"#, #"{"a":[{"B":1},{"b":2}]}"#, #"{"x":[1,2]}"#),
      (#"{"X-*": "x"}"#, #"{"x-1":1,"X-2":2,"y":3}"#, #"{"x":[1,2]}"#),
      (#"{"..Deep": "x"}"#, #"{"a":{"DEEP":1}}"#, #"{"x":[1]}"#),
      (#"["\u00e9t\u00e9"]"#, #"{"\u00c9T\u00c9":1}"#, "{\"\u{E9}t\u{E9}\":1}"),
      (#"["\u00df"]"#, #"{"SS":1,"\u1e9e":2}"#, "{\"\u{DF}\":2}"),
      (#"["name"]"#, #"{"\u004eAME":1}"#, #"{"name":1}"#),
      (#"["NAME", {"from": "name", "to": "other"}]"#, #"{"Name":1}"#, #"{"NAME":1,"other":1}"#),
    ]
  )
  func caseInsensitive(attributes: String, input: String, expected: String) throws {
    #expect(try map(input, by: spec(#"{"caseInsensitive": true}"#, attributes)) == expected)
  }

  @Test(
    "a key that is renamed is read as its name, once",
    arguments: [
      (#"{"rename": {"uid": "id"}}"#, #"["id"]"#, #"{"uid":1}"#, #"{"id":1}"#),
      (#"{"rename": {"uid": "id"}}"#, #"["id", "uid"]"#, #"{"uid":1}"#, #"{"id":1}"#),
      (#"{"rename": {"uid": "id"}}"#, #"["id", "k"]"#, #"{"UID":1,"k":2}"#, #"{"k":2}"#),
      (#"{"rename": {"a": "b", "b": "a"}}"#, #"["a", "b"]"#, #"{"a":1,"b":2}"#, #"{"a":2,"b":1}"#),
      (#"{"rename": {"a": "b", "b": "c"}}"#, #"["b", "c"]"#, #"{"a":1,"b":2}"#, #"{"b":1,"c":2}"#),
      (#"{"rename": {"u": "id", "uid": "id"}}"#, #"["id"]"#, #"{"u":1}"#, #"{"id":1}"#),
      (
        #"{"caseInsensitive": true, "rename": {"UID": "Id"}}"#, #"["iD"]"#, #"{"uId":1}"#,
        #"{"iD":1}"#
      ),
      (#"{"rename": {"u": "x"}}"#, #"{"a[0].x": "x"}"#, #"{"a":[{"u":1}]}"#, #"{"x":1}"#),
      (#"{"rename": {"u": "x-1"}}"#, #"{"x-*": "x"}"#, #"{"u":1,"x-2":2}"#, #"{"x":[1,2]}"#),
    ]
  )
  func renamed(keys: String, attributes: String, input: String, expected: String) throws {
    #expect(try map(input, by: spec(keys, attributes)) == expected)
  }

  @Test("copied structures keep their keys, and keys that are data are unchanged")
  func data() throws {
    let keys = #"{"caseInsensitive": true, "rename": {"a": "b"}}"#
    #expect(
      try map(#"{"X":{"A":{"a":1}}}"#, by: spec(keys, #"["x"]"#)) == #"{"x":{"A":{"a":1}}}"#
    )
    let more = #", "keyAttribute": "key", "forceCollection": true"#
    #expect(
      try map(#"{"A":{"N":1},"b":{"n":2}}"#, by: spec(keys, #"["n"]"#, more: more))
        == #"[{"key":"A","n":1},{"key":"b","n":2}]"#
    )
  }

  @Test("of two keys read as one the last counts, or the first, which is reported once")
  func equalKeys() throws {
    let spec = spec(#"{"caseInsensitive": true}"#, #"["id"]"#)
    let trial = try MappingTrial(spec, #"[{"ID":1,"id":2},{"id":3,"Id":4}]"#)
    #expect(trial.output == #"[{"id":2},{"id":4}]"#)
    #expect(trial.findings == ["RK4008 /0/id"])
  }

  @Test("a descriptor's key path is found while the document is read, in any case")
  func descriptor() throws {
    let spec =
      #"{"keys": {"caseInsensitive": true, "rename": {"rows": "items"}}, "keyPath": "data.items","#
      + #" "mappers": [{"id": "a", "attributes": ["id"]}]}"#
    #expect(try map(#"{"x":0,"DATA":{"Rows":[{"ID":1}]}}"#, by: spec) == #"[{"id":1}]"#)
  }

  @Test("a matcher's key is found in any case, and so are those of its choice")
  func matcher() throws {
    let spec = #"""
      {"keys": {"caseInsensitive": true}, "root-map-ref": "d", "mappers": [
        {"id": "d", "dynamic": true, "matchers": [
          {"keyPath": "Type", "expectValue": "x", "map-ref": "a"}]},
        {"id": "a", "attributes": ["id", {"@parent.NAME": "owner"}]}]}
      """#
    #expect(try map(#"[{"TYPE":"x","Id":1},{"type":"y"}]"#, by: spec) == #"[{"id":1}]"#)
  }

  @Test("unread keys are reported as they are read")
  func unknownKeys() throws {
    let keys = #"{"caseInsensitive": true, "rename": {"uid": "id"}}"#
    let more = #", "unknown": "report", "ignoreKeys": ["_LINKS", "X-*"]"#
    let spec = spec(keys, #"["id", "A.b"]"#, more: more)
    let trial = try MappingTrial(
      spec,
      #"{"UID":1,"a":{"B":2,"c":3},"_links":0,"x-Y":1,"Other":2}"#
    )
    #expect(trial.findings == ["RK3001 /a/c", "RK3001 /Other"])
  }

  @Test(
    "RK2060: all files must agree on keys",
    arguments: [
      #"""
      {"keys": {"caseInsensitive": true, "rename": {"a": "b", «RK2060»"A": "c"}},
        "mappers": [{"id": "m"}]}
      """#,
      #"{"keys": {"caseInsensitive": true, "rename": {"a": "b", "A": "B"}}, "mappers": [{"id": "m"}]}"#,
      #"{"keys": {"rename": {"a": «RK2006»1}}, "mappers": [{"id": "m"}]}"#,
      #"{"keys": {"rename": «RK2006»"a"}, "mappers": [{"id": "m"}]}"#,
      #"{"keys": {«RK2005»"renames": {}}, "mappers": [{"id": "m"}]}"#,
    ]
  )
  func refused(marked: String) {
    #expect(annotated(marked) == marked)
  }

  @Test("descriptors of one key path in two spellings are for different requests, or ambiguous")
  func descriptors() throws {
    let spec = #"""
      {"keys": {"caseInsensitive": true}, "mappers": [{"id": "a", "attributes": ["n"]}], "descriptors": [
        {"keyPath": "items", "path": "/a"}, {"keyPath": "Items", "path": "/b"}]}
      """#
    #expect(throws: DiagnosticsError.self) { try MappingTrial(spec, #"{"ITEMS":{"n":1}}"#) }
    let exact = spec.replacing("true", with: "false")
    #expect(try MappingTrial(exact, #"{"items":{"n":1}}"#).output == #"{"items":{"n":1}}"#)
  }
}
