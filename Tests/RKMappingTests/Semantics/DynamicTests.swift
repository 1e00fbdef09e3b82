import RKDiagnostics
import RKMapping
import Testing

@Suite("Dynamic mappers")
struct DynamicTests {
  /// A dynamic root with the given members, and the mappers `boy` and `girl`, whose records tell
  /// them apart.
  private func spec(_ members: String) -> String {
    #"""
    {"root-map-ref": "d", "mappers": [
      {"id": "d", "dynamic": "YES", \#(members)},
      {"id": "boy", "target": "Boy", "attributes": {"n": "boy"}},
      {"id": "girl", "target": "Girl", "attributes": {"n": "girl"}}]}
    """#
  }

  private func spec(matcher: String) -> String {
    spec(#""matchers": [{"keyPath": "t", \#(matcher), "map-ref": "boy"}], "default": "girl""#)
  }

  private func isTaken(_ value: String, by matcher: String) throws -> Bool {
    try map(#"{"n":1,"t":\#(value)}"#, by: spec(matcher: matcher)) == #"{"boy":1}"#
  }

  @Test(
    "expectValue matches an equal value",
    arguments: [
      (#""x""#, #""x""#), (#""x""#, #""\u0078""#), ("1", "1"), ("1", "1.0"), ("100", "1e2"),
      ("1", "true"), ("true", "true"), ("false", "false"), ("null", "null"), (#""""#, #""""#),
      ("12345678901234567890", "12345678901234567890"),
    ]
  )
  func equal(expected: String, value: String) throws {
    #expect(try isTaken(value, by: #""expectValue": \#(expected)"#))
  }

  @Test(
    "expectValue does not match a different value",
    arguments: [
      (#""x""#, #""X""#), (#""1""#, "1"), ("1", #""1""#), ("1", "2"), ("null", "0"),
      ("null", #""""#),
      ("true", #""true""#), ("true", "false"), ("12345678901234567890", "12345678901234567891"),
      (#""x""#, #"["x"]"#), ("1", "{}"),
    ]
  )
  func unequal(expected: String, value: String) throws {
    #expect(try !isTaken(value, by: #""expectValue": \#(expected)"#))
  }

  @Test("expectValue null does not match a missing value")
  func missingIsNotNull() throws {
    #expect(try map(#"{"n":1}"#, by: spec(matcher: #""expectValue": null"#)) == #"{"girl":1}"#)
  }

  @Test(
    "expectValues matches any of its values",
    arguments: [(#""a""#, true), ("2", true), ("null", true), (#""b""#, false)]
  )
  func expectValues(value: String, taken: Bool) throws {
    #expect(try isTaken(value, by: #""expectValues": ["a", 2, null]"#) == taken)
  }

  @Test(
    "expectType matches values of one kind of JSON",
    arguments: [
      ("string", #""1""#), ("number", "1.5"), ("boolean", "false"), ("array", "[]"),
      ("object", "{}"),
      ("null", "null"),
    ]
  )
  func expectType(type: String, value: String) throws {
    let taken = try ["string", "number", "boolean", "array", "object", "null"].filter {
      try isTaken(value, by: #""expectType": "\#($0)""#)
    }
    #expect(taken == [type])
  }

  @Test(
    "valueMap leads by the value's text to a mapper",
    arguments: [
      (#""m""#, #"{"boy":1}"#), ("5", #"{"girl":1}"#), (#""5""#, #"{"girl":1}"#),
      (#""other""#, "[]"), ("true", #"{"boy":1}"#),
    ]
  )
  func valueMap(value: String, output: String) throws {
    let members = #"""
      "matchers": [{"keyPath": "t", "valueMap": {"m": "boy", "5": "girl", "true": "boy"}}]
      """#
    let trial = try MappingTrial(spec(members), #"[{"n":1,"t":\#(value)}]"#)
    #expect(trial.output == (output == "[]" ? "[]" : "[\(output)]"))
    #expect(trial.findings == (output == "[]" ? ["RK3041"] : []))
  }

  @Test("an entry null of a valueMap declines")
  func valueMapNull() throws {
    let members = #""matchers": [{"keyPath": "t", "valueMap": {"m": null}}], "default": "girl""#
    let trial = try MappingTrial(spec(members), #"[{"n":1,"t":"m"},{"n":2,"t":"x"}]"#)
    #expect(trial.output == #"[{"girl":2}]"#)
    #expect(trial.report.declinedCount == 1)
  }

  @Test("the first matcher that matches counts")
  func firstMatch() throws {
    let members = #"""
      "matchers": [{"keyPath": "t", "expectType": "string", "map-ref": "boy"},
        {"keyPath": "t", "expectValue": "x", "map-ref": "girl"}]
      """#
    #expect(try map(#"{"n":1,"t":"x"}"#, by: spec(members)) == #"{"boy":1}"#)
  }

  @Test("a matcher may read anywhere below the representation")
  func keyPath() throws {
    let members = #"""
      "matchers": [{"keyPath": "a.b[1]", "expectValue": 2, "map-ref": "boy"}], "default": "girl"
      """#
    #expect(
      try map(#"[{"n":1,"a":{"b":[0,2]}},{"n":2,"a":{"b":[2,0]}}]"#, by: spec(members))
        == #"[{"boy":1},{"girl":2}]"#
    )
  }

  @Test("unmatched representations are declined and counted, which is not an error")
  func declined() throws {
    let members = #""matchers": [{"keyPath": "t", "expectValue": 1, "map-ref": "boy"}]"#
    let trial = try MappingTrial(spec(members), #"[{"n":1,"t":1},{"n":2},{"n":3,"t":2}]"#)
    #expect(trial.output == #"[{"boy":1}]"#)
    #expect(trial.findings == [])
    #expect(trial.report.declinedCount == 2)
    #expect(trial.report.ending == .complete)
  }

  @Test("a single declined representation is not an error, either, but a warning")
  func declinedAlone() throws {
    let members = #""matchers": [{"keyPath": "t", "expectValue": 1, "map-ref": "boy"}]"#
    let trial = try MappingTrial(spec(members), #"{"n":1}"#)
    #expect(trial.findings == ["RK3041"])
    #expect(trial.report.ending == .complete)
    #expect(trial.report.declinedCount == 1)
  }

  @Test("a matcher that leads to null declines what it matches")
  func declineByMatcher() throws {
    let members = #"""
      "matchers": [{"keyPath": "t", "expectValue": 1, "map-ref": null}], "default": "girl"
      """#
    let trial = try MappingTrial(spec(members), #"[{"n":1,"t":1},{"n":2,"t":2}]"#)
    #expect(trial.output == #"[{"girl":2}]"#)
    #expect(trial.report.declinedCount == 1)
  }

  @Test("RK1006: with unmatched error, unmatched representations fail")
  func unmatchedError() throws {
    let members = #"""
      "unmatched": "error", "matchers": [{"keyPath": "t", "expectValue": 1, "map-ref": "boy"}]
      """#
    let trial = try MappingTrial(spec(members), #"[{"n":1,"t":1},{"n":2}]"#)
    #expect(trial.findings == ["RK1006 /1"])
    #expect(trial.report.ending == .failedRecord)
  }

  @Test("with a nesting attribute the matchers see the value under the key")
  func nesting() throws {
    let members = #"""
      "keyAttribute": "k", "forceCollection": true,
      "matchers": [{"keyPath": "t", "expectValue": 1, "map-ref": "boy"}], "default": "girl"
      """#
    #expect(
      try map(#"{"a":{"n":1,"t":1},"b":{"n":2,"t":2}}"#, by: spec(members))
        == #"[{"k":"a","boy":1},{"k":"b","girl":2}]"#
    )
  }

  @Test("with a nesting attribute @key is the nesting key")
  func nestingKey() throws {
    let members = #"""
      "keyAttribute": "k", "matchers": [{"keyPath": "@key", "expectValue": "ann", "map-ref": "boy"}],
      "default": "girl"
      """#
    let spec = spec(members).replacing(
      #"{"root-map-ref""#,
      with: #"{"keyPath": "m", "root-map-ref""#
    )
    #expect(try map(#"{"m":{"ann":{"n":1}}}"#, by: spec) == #"{"k":"ann","boy":1}"#)
    #expect(try map(#"{"m":{"m":{"n":1}}}"#, by: spec) == #"{"k":"m","girl":1}"#)
  }

  @Test("@key chooses a mapper by the key")
  func byKey() throws {
    let members = #"""
      "forceCollection": true,
      "matchers": [{"keyPath": "@key", "expectValue": "a", "map-ref": "boy"}], "default": "girl"
      """#
    #expect(try map(#"{"a":{"n":1},"b":{"n":2}}"#, by: spec(members)) == #"[{"boy":1},{"girl":2}]"#)
  }

  @Test("a dynamic relationship chooses for each child")
  func relationship() throws {
    let spec = #"""
      {"root-map-ref": "p", "mappers": [
        {"id": "p", "relationships": [{"from": "r", "to": "r", "map-ref": "d"}]},
        {"id": "d", "dynamic": true, "matchers": [
          {"keyPath": "t", "expectValue": "x", "map-ref": "a"},
          {"keyPath": "@parent.mode", "expectValue": "b", "map-ref": "b"}]},
        {"id": "a", "attributes": {"n": "a"}}, {"id": "b", "attributes": {"n": "b"}}]}
      """#
    #expect(
      try map(#"{"mode":"b","r":[{"n":1,"t":"x"},{"n":2}]}"#, by: spec)
        == #"{"r":[{"a":1},{"b":2}]}"#
    )
  }

  @Test("a dynamic mapper may lead to another one")
  func chain() throws {
    let spec = #"""
      {"root-map-ref": "d", "mappers": [
        {"id": "d", "dynamic": true, "default": "e"},
        {"id": "e", "dynamic": true, "matchers": [
          {"keyPath": "t", "expectValue": 1, "map-ref": "a"}]},
        {"id": "a", "attributes": ["n"]}]}
      """#
    #expect(try map(#"[{"n":1,"t":1},{"n":2}]"#, by: spec) == #"[{"n":1}]"#)
  }

  @Test("the type key names the target that was chosen")
  func typeKey() throws {
    let trial = try MappingTrial(spec(matcher: #""expectValue": 1"#), #"[{"n":1,"t":1},{"n":2}]"#) {
      $0.typeKey = "@type"
    }
    #expect(trial.output == #"[{"@type":"Boy","boy":1},{"@type":"Girl","girl":2}]"#)
  }

  @Test("the nesting attribute of a dynamic mapper is the first of what it chooses")
  func nestingOfChosen() throws {
    let spec = #"""
      {"root-map-ref": "any", "mappers": [
        {"id": "any", "dynamic": true, "keyAttribute": "name", "forceCollection": true,
          "matchers": [{"keyPath": "kind", "expectValue": "disk", "map-ref": "disk"}],
          "default": "other"},
        {"id": "disk", "attributes": ["size"]},
        {"id": "other", "attributes": ["kind"]}]}
      """#
    #expect(
      try map(#"{"sda":{"kind":"disk","size":2},"eth.0":{"kind":"nic"}}"#, by: spec)
        == #"[{"name":"sda","size":2},{"name":"eth.0","kind":"nic"}]"#
    )
  }

  @Test("the choice of a dynamic mapper keeps its own nesting attribute")
  func nestingOfItsOwn() throws {
    let spec = #"""
      {"root-map-ref": "any", "mappers": [
        {"id": "any", "dynamic": true, "keyAttribute": "name", "default": "own", "matchers": []},
        {"id": "own", "keyAttribute": "title", "attributes": ["n"]}]}
      """#
    #expect(try map(#"{"a":{"n":1}}"#, by: spec) == #"{"title":"a","n":1}"#)
  }

  @Test(
    "expectType sees the kind of a value of the owner's record",
    arguments: [(#"[1,2]"#, "list"), (#"{"x":1}"#, "object")]
  )
  func kindOfOwnersValue(value: String, expected: String) throws {
    let spec = #"""
      {"root-map-ref": "p", "mappers": [
        {"id": "p", "attributes": ["tags"], "relationships": [
          {"from": "kid", "to": "kid", "map-ref": "d"}]},
        {"id": "d", "dynamic": true, "matchers": [
          {"keyPath": "@metadata.mapping.parentObject.tags", "expectType": "array",
            "map-ref": "list"},
          {"keyPath": "@metadata.mapping.parentObject.tags", "expectType": "object",
            "map-ref": "object"}]},
        {"id": "list", "attributes": [{"n": "list"}]},
        {"id": "object", "attributes": [{"n": "object"}]}]}
      """#
    #expect(
      try map(#"{"tags":\#(value),"kid":{"n":1}}"#, by: spec)
        == #"{"tags":\#(value),"kid":{"\#(expected)":1}}"#
    )
  }
}
