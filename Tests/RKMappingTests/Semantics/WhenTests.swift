import RKMapping
import Testing

@Suite("Representations that a predicate accepts or declines")
struct WhenTests {
  @Test("one for which `when` is false is declined and counted")
  func declined() throws {
    let trial = try MappingTrial(
      #"{"mappers": [{"id": "a", "attributes": ["id"], "when": "live == YES"}]}"#,
      #"[{"id":1,"live":true},{"id":2,"live":false},{"id":3}]"#
    )
    #expect(trial.output == #"[{"id":1}]"#)
    #expect(trial.findings == [])
    #expect(trial.report.declinedCount == 2)
    #expect(trial.report.recordCount == 1)
  }

  @Test(
    "declined representations are not reported",
    arguments: [
      // A copy that is not text, an unknown key, a repeated key, a missing required value, a
      // failure.
      #"{"t":1,"id":"\ud800"}"#, #"{"t":1,"id":1,"x":2}"#, #"{"t":1,"id":1,"id":2}"#, #"{"t":1}"#,
      #"{"t":1,"id":1,"n":"x"}"#, #"{"t":1,"o":{"p":1,"p":2}}"#, "1",
    ]
  )
  func silence(input: String) throws {
    let trial = try MappingTrial(
      #"""
      {"many": false, "mappers": [{"id": "a", "unknown": "error", "when": "t == 2 AND o.p != 5", "attributes":
        [{"to": "id"}, {"to": "r", "required": true}, {"to": "n", "type": "integer", "onError": "fail"}, "t"]}]}
      """#,
      input
    )
    #expect(trial.findings == [])
    #expect(trial.report.declinedCount == 1)
  }

  @Test("a repeated key of an accepted one is reported, also after a declined one")
  func repeatedKeys() throws {
    let trial = try MappingTrial(
      #"{"mappers": [{"id": "a", "attributes": ["id"], "when": "t == 2"}]}"#,
      #"[{"t":1,"id":1,"id":2},{"t":2,"id":1,"id":2}]"#
    )
    #expect(trial.output == #"[{"id":2}]"#)
    #expect(trial.findings == ["RK4008 /1/id"])
  }

  @Test("related records are declined, too: a list is shorter, a single one is absent")
  func related() throws {
    let spec = #"""
      {"root-map-ref": "a", "mappers": [
        {"id": "a", "attributes": ["id"], "relationships": [
          {"from": "one", "to": "one", "map-ref": "b"}, {"from": "all", "to": "all", "map-ref": "b"}]},
        {"id": "b", "attributes": ["n"], "when": "n != 0 AND @parent.id == 1"}]}
      """#
    let output = try map(
      #"[{"id":1,"one":{"n":0},"all":[{"n":0},{"n":2}]},{"id":2,"one":{"n":1},"all":[{"n":1}]}]"#,
      by: spec
    )
    #expect(output == #"[{"id":1,"all":[{"n":2}]},{"id":2,"all":[]}]"#)
  }

  @Test("a declined composed record is not made, a scalar in place of an object is tested")
  func otherForms() throws {
    let spec = #"""
      {"root-map-ref": "a", "mappers": [
        {"id": "a", "attributes": ["id"], "relationships": [
          {"from": "", "to": "b", "map-ref": "b"}, {"from": "c", "to": "c", "map-ref": "c"}]},
        {"id": "b", "attributes": ["n"], "when": "n > 1"},
        {"id": "c", "attributes": ["s"], "scalarAs": "s", "when": "SELF != 'x'"}]}
      """#
    let output = try map(
      #"[{"id":1,"n":1,"c":"x"},{"id":2,"n":2,"c":"y"}]"#,
      by: spec
    )
    #expect(output == #"[{"id":1},{"id":2,"b":{"n":2},"c":{"s":"y"}}]"#)
  }

  @Test("positions of arrays, and keys, are read like members")
  func positions() throws {
    let rows =
      #"{"many": false, "mappers": [{"id": "a", "attributes": {"[0]": "id"}, "when": "self[0] != 'asin'"}]}"#
    let trial = try MappingTrial(rows, "[\"asin\"]\n[\"B0\"]\n", format: .ndjson) {
      $0.format = .ndjson
    }
    #expect(trial.output == #"{"id":"B0"}"#)
    let keyed = #"""
      {"mappers": [{"id": "a", "keyAttribute": "k", "forceCollection": true, "attributes": ["n"],
        "when": "@key != 'x' AND n < 3"}]}
      """#
    #expect(try map(#"{"x":{"n":1},"y":{"n":2},"z":{"n":3}}"#, by: keyed) == #"[{"k":"y","n":2}]"#)
  }

  @Test("keys that a predicate reads are known")
  func knownKeys() throws {
    let spec = #"""
      {"root-map-ref": "d", "mappers": [
        {"id": "d", "dynamic": true, "matchers": [{"predicate": "kind == 1", "map-ref": "a"}]},
        {"id": "a", "attributes": ["id", {"to": "sum", "expression": "p.q + 1"}], "when": "t == 2",
          "unknown": "error"}]}
      """#
    let output = try map(#"{"kind":1,"id":1,"t":2,"p":{"q":4}}"#, by: spec)
    #expect(output == #"{"id":1,"sum":5}"#)
    #expect(
      try MappingTrial(spec, #"{"kind":1,"id":1,"t":2,"p":{"r":4}}"#).findings == ["RK3001 /p/r"]
    )
  }

  // MARK: - Matchers

  @Test("matchers with predicates are tried in order, among others")
  func matchers() throws {
    let spec = #"""
      {"root-map-ref": "d", "mappers": [
        {"id": "d", "dynamic": true, "matchers": [
          {"predicate": "a > 5 AND b == nil", "map-ref": "x"}, {"keyPath": "a", "expectValue": 6, "map-ref": "y"},
          {"predicate": "a < 0", "map-ref": null}], "default": "z"},
        {"id": "x", "attributes": {"a": "x"}}, {"id": "y", "attributes": {"a": "y"}},
        {"id": "z", "attributes": {"a": "z"}}]}
      """#
    let output = try map(#"[{"a":7},{"a":6,"b":1},{"a":-1},{"a":7,"b":1}]"#, by: spec)
    #expect(output == #"[{"x":7},{"y":6},{"z":7}]"#)
  }

  @Test("over keyed objects matchers see the inner value and the key")
  func keyedObjects() throws {
    let spec = #"""
      {"root-map-ref": "any", "mappers": [
        {"id": "any", "dynamic": "YES", "keyAttribute": "name", "forceCollection": "YES", "matchers": [
          {"predicate": "@key == 'primary'", "map-ref": null},
          {"predicate": "kind == 'disk' AND size > 1", "map-ref": "disk"}], "default": "other"},
        {"id": "disk", "attributes": ["size"]}, {"id": "other", "attributes": ["kind"]}]}
      """#
    let output = try map(
      #"{"primary":{"kind":"disk","size":3},"sda":{"kind":"disk","size":2},"eth.0":{"kind":"nic"}}"#,
      by: spec
    )
    #expect(output == #"[{"name":"sda","size":2},{"name":"eth.0","kind":"nic"}]"#)
  }

  // MARK: - Deletion

  @Test("deleted records are left out and counted as declined, related ones, too")
  func deletion() throws {
    let spec = #"""
      {"root-map-ref": "a", "mappers": [
        {"id": "a", "attributes": ["id", {"from": "d", "to": "gone"}],
          "deletionPredicate": "gone == YES OR id > 2",
          "relationships": [{"from": "kids", "to": "kids", "map-ref": "k"}, {"from": "one", "to": "one", "map-ref": "k"}]},
        {"id": "k", "attributes": ["n"], "deletionPredicate": "n == 0"}]}
      """#
    let input = #"""
      [{"id":1,"d":true},{"id":2,"kids":[{"n":0},{"n":1}],"one":{"n":0}},{"id":3,"kids":[{"n":1},{"n":2}]}]
      """#
    let trial = try MappingTrial(spec, input)
    #expect(trial.output == #"[{"id":2,"kids":[{"n":1}]}]"#)
    #expect(trial.findings == [])
    #expect(trial.report.declinedCount == 2)
  }
}
