import RKEngine
import RKMapping
import Testing

@Suite("Which rules are used")
struct RuleCoverageTests {
  @Test("an attribute finds a value, null or nothing, and may fail or have a default")
  func attributes() throws {
    let text = spec(
      attributes: #"""
        ["i", {"from": "a", "to": "a", "type": "integer", "onNull": "default", "default": 7,
          "onError": "default"}]
        """#
    )
    let trial = try CoverageTrial(
      text,
      #"[{"i":1,"a":1},{"i":2,"a":null},{"i":3},{"i":4,"a":"x"}]"#
    )
    #expect(
      trial.findings("mappers.a.attributes.a") == "found 2 null 1 missing 1 failed 1 default 3"
    )
    #expect(trial.uses("mappers.a.attributes.a") == "3/4")
    #expect(trial.coverage.paths.first { $0.text == "[].a" }?.counts.failed == 1)
  }

  @Test("of a constant, a template and an expression records that got a value are used")
  func computed() throws {
    let text = spec(
      attributes: #"""
        ["i", {"to": "c", "value": 1}, {"to": "t", "template": "{i}-{e}"},
          {"to": "e", "expression": "n * 2"}]
        """#
    )
    let trial = try CoverageTrial(text, #"[{"i":1,"n":2},{"i":2}]"#)
    #expect(trial.uses("mappers.a.attributes.c") == "2/2")
    #expect(trial.uses("mappers.a.attributes.t") == "1/2")
    #expect(
      trial.findings("mappers.a.attributes.e") == "found 1 null 0 missing 1 failed 0 default 0"
    )
  }

  @Test("matchers count what reached them and what they took, and a default the rest")
  func matchers() throws {
    let text = #"""
      {"root-map-ref": "d", "mappers": [
        {"id": "d", "dynamic": "YES", "default": "o", "matchers": [
          {"keyPath": "k", "expectValue": "a", "map-ref": "a"},
          {"predicate": "n > 1", "map-ref": null}]},
        {"id": "a", "target": "A", "attributes": ["k"]},
        {"id": "o", "target": "O", "when": "n == 1", "attributes": ["n"]}]}
      """#
    let trial = try CoverageTrial(
      text,
      #"[{"k":"a"},{"k":"b","n":2},{"k":"c","n":1},{"k":"d","n":0}]"#
    )
    #expect(trial.uses("mappers.d") == "3/4")
    #expect(trial.uses("mappers.d.matchers[0]") == "1/4")
    #expect(trial.uses("mappers.d.matchers[1]") == "1/3")
    #expect(trial.uses("mappers.d.default") == "2/2")
    #expect(trial.uses("mappers.o") == "1/2")
    #expect(trial.uses("mappers.o.when") == "1/2")
  }

  @Test("entries of a map share its look-ups, and an inherited map is counted by mapper")
  func entries() throws {
    let text = #"""
      {"root-map-ref": "d", "mappers": [
        {"id": "d", "dynamic": "YES", "matchers": [
          {"keyPath": "k", "valueMap": {"a": "a", "b": "b"}}]},
        {"id": "a", "target": "A",
          "attributes": [{"from": "v", "to": "v", "map": {"1": "x", "2": "y", "default": "z"}}]},
        {"id": "b", "extends": "a", "target": "B"}]}
      """#
    let trial = try CoverageTrial(
      text,
      #"[{"k":"a","v":1},{"k":"a","v":"1"},{"k":"b","v":2},{"k":"b","v":true}]"#
    )
    #expect(trial.uses("mappers.a.attributes.v.map.1") == "2/2")
    #expect(trial.uses("mappers.a.attributes.v.map.2") == "0/2")
    #expect(trial.uses("mappers.b.attributes.v.map.1") == "0/2")
    #expect(trial.uses("mappers.b.attributes.v.map.2") == "1/2")
    #expect(trial.uses("mappers.b.attributes.v.map.default") == "1/2")
  }

  @Test("validations count the values they judge, and how often they act")
  func validations() throws {
    let text = #"""
      {"mappers": [{"id": "a", "target": "A", "validate": [{"if": "n == 9", "then": "fail"}],
        "attributes": [{"from": "n", "to": "n", "validate": [
          {"unless": "SELF > 1", "then": "null"}, {"if": "SELF == 100", "then": "reject"}]}, "i"]}]}
      """#
    let trial = try CoverageTrial(text, #"[{"i":1,"n":1},{"i":2,"n":5},{"i":3},{"i":4,"n":9}]"#)
    #expect(trial.uses("mappers.a.attributes.n.validate[0]") == "3/3")
    #expect(trial.coverage.rules.map(\.counts.failed).reduce(0, +) == 2)
    #expect(trial.uses("mappers.a.validate[0]") == "4/4")
    #expect(trial.coverage.recordCount == 3)
  }

  @Test("a connection is used where something is found")
  func connections() throws {
    let text = #"""
      {"mappers": [{"id": "a", "target": "A", "identification": "i", "attributes": ["i", "o"],
        "connections": [{"to": "owner", "target": "A", "where": {"o": "i"}}]}]}
      """#
    let trial = try CoverageTrial(text, #"[{"i":1,"o":2},{"i":2,"o":9},{"i":3}]"#)
    #expect(trial.uses("mappers.a.connections.owner") == "1/3")
  }

  @Test("descriptors count documents and representations, also those that are not reached")
  func descriptors() throws {
    let text = #"""
      {"descriptors": [{"keyPath": "a", "root-map-ref": "m"}, {"keyPath": "b", "root-map-ref": "m"}],
        "mappers": [{"id": "m", "target": "M", "attributes": ["i"]},
          {"id": "unreached", "target": "U", "attributes": ["i"]}]}
      """#
    let trial = try CoverageTrial(text, #"{"a":[{"i":1},{"j":2},null],"b":null}"#)
    #expect(trial.uses("descriptors[0]") == "2/1")
    #expect(trial.uses("descriptors[1]") == "0/1")
    #expect(trial.uses("mappers.unreached") == "none")
    #expect(trial.rules(of: "b") == ["descriptors[1]"])
  }

  @Test("a scalar in place of an object is read by its attribute, or refused")
  func scalars() throws {
    let text = #"""
      {"mappers": [{"id": "m", "target": "M", "scalarAs": "i", "attributes": ["i", "j"]}]}
      """#
    let trial = try CoverageTrial(text, #"[5,{"i":1}]"#)
    #expect(trial.rules(of: "[]") == ["mappers.m.attributes.i"])
    #expect(trial.uses("mappers.m.attributes.i") == "2/2")
    let refused = try CoverageTrial(spec(attributes: #"["i"]"#), #"[5,{"i":1}]"#)
    #expect(refused.uses("mappers.a") == "1/2")
    #expect(refused.paths == ["-[] 1/0", "+[].i 1/1"])
  }

  @Test("the policies that a rule states itself are known, not those of its mapper")
  func policies() throws {
    let text = #"""
      {"mappers": [{"id": "m", "target": "M", "onNull": "absent", "attributes": [
        "i", {"from": "a", "to": "a", "onError": "null", "default": 1}]}]}
      """#
    let rules = try CoverageTrial(text, #"{"i":1}"#).coverage.rules
    #expect(rules.first { $0.name == "mappers.m.attributes.i" }?.stated == [])
    #expect(
      rules.first { $0.name == "mappers.m.attributes.a" }?.stated == [.defaultValue, .onError]
    )
  }
}
