import RKDiagnostics
import RKMapping
import Testing

@Suite("Attributes")
struct AttributeTests {
  @Test(
    "all forms of attributes mean the same",
    arguments: [
      #"{"a": "x", "b": "b"}"#,
      #"[{"a": "x"}, "b"]"#,
      #"[{"a": "x", "b": "b"}]"#,
      #"[[{"a": "x"}], ["b"]]"#,
      #"[{"from": "a", "to": "x"}, {"from": "b"}]"#,
      #"[{"from": "a", "to": "x"}, {"to": "b"}]"#,
      #"{"a": {"to": "x"}, "b": {"to": "b"}}"#,
      #"{"a": {"to": "x"}, "b": {}}"#,
      #"[{"from": ["a"], "to": "x"}, "b"]"#,
    ]
  )
  func forms(attributes: String) throws {
    #expect(try map(#"{"b":2,"a":1,"c":3}"#, by: spec(attributes: attributes)) == #"{"x":1,"b":2}"#)
  }

  @Test("members of a record are in the order of the spec, not of the input")
  func order() throws {
    let attributes = #"["c", {"b": "y.q"}, "a", {"d": "y.p"}]"#
    #expect(
      try map(#"{"a":1,"b":2,"c":3,"d":4}"#, by: spec(attributes: attributes))
        == #"{"c":3,"y":{"q":2,"p":4},"a":1}"#
    )
  }

  @Test("one source may feed several destinations")
  func severalDestinations() throws {
    let attributes = #"[{"a": "x"}, {"a": "y.z"}, "a"]"#
    #expect(
      try map(#"{"a":1}"#, by: spec(attributes: attributes)) == #"{"x":1,"y":{"z":1},"a":1}"#
    )
  }

  @Test(
    "of several sources the first that is present counts, null being present",
    arguments: [
      (#"{"b":2,"a":1}"#, #"{"x":1}"#),
      (#"{"b":2}"#, #"{"x":2}"#),
      (#"{"b":2,"a":null}"#, #"{"x":null}"#),
      (#"{"c":{"d":4},"b":2}"#, #"{"x":2}"#),
      (#"{"c":{"d":4}}"#, #"{"x":4}"#),
    ]
  )
  func severalSources(input: String, output: String) throws {
    let attributes = #"[{"from": ["a", "b", "c.d"], "to": "x"}]"#
    #expect(try map(input, by: spec(attributes: attributes)) == output)
  }

  @Test("the key transform gives the sources of names, component by component")
  func keyTransform() throws {
    let spec = #"""
      {"mappers": [{"id": "a", "keyTransform": "snake_case",
        "attributes": ["userID", "homeTown.postalCode", {"asIs": "asIs"}]}]}
      """#
    let input = #"{"user_id":1,"home_town":{"postal_code":2},"asIs":3}"#
    #expect(try map(input, by: spec) == #"{"userID":1,"homeTown":{"postalCode":2},"asIs":3}"#)
  }

  @Test(
    "an empty source is the representation itself, however it is written",
    arguments: [#"{"": "id"}"#, #"[{"from": "", "to": "id"}]"#, #"[{"from": null, "to": "id"}]"#]
  )
  func nilSource(attributes: String) throws {
    let spec = #"{"keyPath": "user_ids", "mappers": [{"id": "u", "attributes": \#(attributes)}]}"#
    #expect(try map(#"{"user_ids":[1234,5678]}"#, by: spec) == #"[{"id":1234},{"id":5678}]"#)
  }

  @Test("an array in a list is a representation if it is used as a whole")
  func nilSourceOfArrays() throws {
    let spec = #"{"keyPath": "rows", "mappers": [{"id": "r", "attributes": {"": "row"}}]}"#
    #expect(try map(#"{"rows":[[1,2],[]]}"#, by: spec) == #"[{"row":[1,2]},{"row":[]}]"#)
  }

  @Test("a bare nil is an empty source, too")
  func bareNil() throws {
    let spec =
      #"{"keyPath": "ids", "mappers": [{"id": "u", "attributes": [{"from": nil, "to": "i"}]}]}"#
    #expect(try MappingTrial(spec, #"{"ids":[1]}"#).output == #"[{"i":1}]"#)
  }

  @Test("a relationship without a mapper is an attribute")
  func relationshipWithoutMapper() throws {
    let spec = #"""
      {"keyPath": "user_ids", "mappers": [{"id": "u", "relationships": [{"from": "", "to": "id"}]}]}
      """#
    #expect(try map(#"{"user_ids":[1234,5678]}"#, by: spec) == #"[{"id":1234},{"id":5678}]"#)
  }

  @Test(
    "a value without a type passes unchanged, scalars byte for byte",
    arguments: [
      "1", "-0", "1.0", "1e5", "1E+05", "12345678901234567890.12345678901234567890", "true", "null",
      #""""#, #""a\/b\u00e9\uD83D\uDE00\n""#, "[]", "{}", #"[1,2.50,{"b":[null]}]"#,
    ]
  )
  func verbatim(value: String) throws {
    let output = try map(#"{"a":\#(value)}"#, by: spec(attributes: #"["a"]"#))
    #expect(output == #"{"a":\#(value)}"#)
  }

  @Test("in a structure the white space outside strings is not kept")
  func structureSpace() throws {
    let input = "{\"a\" : { \"b c\" : [ 1 ,\n\t\"d  e\" ] } }"
    let output = try map(input, by: spec(attributes: #"["a"]"#))
    #expect(output == #"{"a":{"b c":[1,"d  e"]}}"#)
  }

  @Test(
    "a constant is written as in the spec",
    arguments: [
      (#""github""#, #""github""#), ("1.50", "1.50"), ("true", "true"), ("null", "null"),
      (#"[1, {"b": "c d"}]"#, #"[1,{"b":"c d"}]"#), (#""true""#, #""true""#),
    ]
  )
  func constants(value: String, output: String) throws {
    let attributes = #"["a", {"to": "k", "value": \#(value)}]"#
    #expect(try map(#"{"a":1}"#, by: spec(attributes: attributes)) == #"{"a":1,"k":\#(output)}"#)
  }

  @Test("a hidden attribute is not written")
  func hidden() throws {
    let attributes = #"["a", {"to": "b", "hidden": true}]"#
    #expect(try map(#"{"a":1,"b":2}"#, by: spec(attributes: attributes)) == #"{"a":1}"#)
  }

  @Test("a hidden attribute counts as applied")
  func hiddenIsApplied() throws {
    let attributes = #"["a", {"to": "b", "hidden": true}]"#
    #expect(try map(#"{"b":2}"#, by: spec(attributes: attributes)) == "{}")
  }

  @Test(
    "destinations may have any keys",
    arguments: [
      ("x.y.z", #"{"x":{"y":{"z":1}}}"#),
      (#"x\\.y"#, #"{"x.y":1}"#),
      (#"[\"x y\"].z"#, #"{"x y":{"z":1}}"#),
      (#"\u00e9"#, "{\"\u{E9}\":1}"),
      (#"[\"a\\\"b\"]"#, #"{"a\"b":1}"#),
    ]
  )
  func destinations(destination: String, output: String) throws {
    #expect(try map(#"{"a":1}"#, by: spec(attributes: #"{"a": "\#(destination)"}"#)) == output)
  }

  @Test(
    "a representation to which nothing applies fails its record: RK1003, or RK1002 for a scalar",
    arguments: [("{\"c\":1}", "RK1003"), ("5", "RK1002"), ("\"text\"", "RK1002")]
  )
  func unmappable(input: String, code: String) throws {
    let trial = try MappingTrial(spec(attributes: #"["a", {"to": "k", "value": 1}]"#), input)
    #expect(trial.report.ending == .failedRecord)
    #expect(trial.findings.map { String($0.prefix(6)) } == [code])
    #expect(trial.output == nil)
  }

  @Test("RK1002: an array of arrays instead of representations is a failed conversion")
  func arrayOfArrays() throws {
    let trial = try MappingTrial(spec(attributes: #"["a"]"#), #"[[{"a":1}]]"#)
    #expect(trial.report.ending == .failedRecord)
    #expect(trial.findings == ["RK1002 /0"])
  }

  @Test("a null counts as applied")
  func nullIsApplied() throws {
    #expect(try map(#"{"a":null}"#, by: spec(attributes: #"["a"]"#)) == #"{"a":null}"#)
  }

  @Test("of a repeated key only the one that counts is validated")
  func repeatedKeyIsJudgedOnce() throws {
    let spec = spec(attributes: #"[{"from": "b", "to": "b", "onError": "fail"}]"#)
    let trial = try MappingTrial(spec, #"{"b":"\ud800","b":"ok"}"#)
    #expect(trial.output == #"{"b":"ok"}"#)
    #expect(trial.findings == ["RK4008 /b"])
  }

  @Test(
    "a lone surrogate is found anywhere in a text",
    arguments: [0, 10, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 100, 130, 300]
  )
  func loneSurrogateFarBehind(distance: Int) throws {
    let text = String(repeating: "x", count: distance) + #"\ud800"#
    let spec = spec(attributes: #"[{"from": "", "to": "s"}]"#)
    #expect(try MappingTrial(spec, #"["\#(text)"]"#).findings.first == "RK1002 /0")
  }

  @Test("an attribute below the name of a null relationship makes it an object")
  func memberOfNullRelationship() throws {
    let spec = #"""
      {"root-map-ref": "p", "mappers": [
        {"id": "p", "target": "P", "attributes": [{"n": "author.name"}],
          "relationships": [{"from": "author", "to": "author", "map-ref": "a", "many": false}]},
        {"id": "a", "target": "A", "attributes": ["id"]}]}
      """#
    #expect(try map(#"{"n":"Ann","author":null}"#, by: spec) == #"{"author":{"name":"Ann"}}"#)
    #expect(try map(#"{"author":null}"#, by: spec) == #"{"author":null}"#)
  }

  @Test("nothing is left of a repeated key's first object, at any depth")
  func objectsOfARepeatedKey() throws {
    let spec = spec(attributes: #"["x", {"o.p": "p"}, {"o.q.z": "z"}]"#)
    let trial = try MappingTrial(spec, #"{"x":1,"o":{"p":1,"q":{"z":1}},"o":{"q":2}}"#)
    #expect(trial.output == #"{"x":1}"#)
    #expect(trial.findings == ["RK4008 /o"])
  }
}
