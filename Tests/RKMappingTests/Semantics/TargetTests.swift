import RKDiagnostics
import RKMapping
import Testing

@Suite("What a target declares for its properties")
struct TargetTests {
  /// A spec with some targets, and mappers of which the first is the root.
  private func spec(_ targets: String, _ mappers: String) -> String {
    #"{"targets": {\#(targets)}, "root-map-ref": "m", "mappers": [\#(mappers)]}"#
  }

  private func spec(properties: String, attributes: String) -> String {
    spec(
      #""M": {"properties": {\#(properties)}}"#,
      #"{"id": "m", "target": "M", "attributes": \#(attributes)}"#
    )
  }

  @Test("an attribute without a type has that of its property; its own takes precedence")
  func types() throws {
    let spec = #"""
      {"targets": {"M": {"properties": {"n": "integer", "d": "decimal", "a": "integer", "i": "date"}}},
        "mappers": [{"id": "m", "target": "M", "attributes": [
          "n", {"to": "d", "from": "n", "type": "integer"}, {"to": "a", "type": "any"}, "u",
          {"to": "i", "type": "integer"}]}]}
      """#
    let trial = try MappingTrial(spec, #"{"n":"5","a":"6","u":"7","i":"8"}"#)
    #expect(trial.output == #"{"n":5,"d":5,"a":"6","u":"7","i":8}"#)
  }

  @Test("the target of a mapper that names none is its id")
  func targetOfId() throws {
    let spec = spec(#""m": {"properties": {"n": "integer"}}"#, #"{"id": "m", "attributes": ["n"]}"#)
    #expect(try map(#"{"n":"5"}"#, by: spec) == #"{"n":5}"#)
  }

  @Test("a constant is used unchanged")
  func constants() throws {
    let spec = spec(
      properties: #""c": "integer""#,
      attributes: #"["k", {"to": "c", "value": "5"}]"#
    )
    #expect(try map(#"{"k":0}"#, by: spec) == #"{"k":0,"c":"5"}"#)
  }

  @Test("a target has the properties of the one that it extends, in their places")
  func inheritance() throws {
    let targets = #"""
      "A": {"properties": {"x": "integer", "y": "integer", "z": "integer"}, "identification": "x"},
      "B": {"extends": "A", "properties": {"w": "any", "y": "decimal"}, "indexes": ["w"]},
      "M": {"extends": "B", "properties": {"z": "any"}}
      """#
    let spec = spec(targets, #"{"id": "m", "target": "M", "attributes": ["x", "y", "z"]}"#)
    let input = #"{"x":"1","y":"2","z":"3"}"#
    #expect(try map(input, by: spec) == #"{"x":1,"y":"2","z":"3"}"#)
    let target = try #require(Mapping(text: spec).graph.targets.last)
    #expect(target.properties.map(\.name.text) == ["x", "y", "z", "w"])
    #expect(target.identification == ["x"])
    #expect(target.indexes == [["w"]])
    #expect(target.base == "B")
  }

  @Test("formats and zones of dates are the attribute's, else the property's, else the spec's")
  func dates() throws {
    let spec = #"""
      {"dateFormats": ["d/M/yyyy"], "targets": {"M": {"properties": {
        "a": "date", "b": {"type": "date", "format": "M/d/yyyy", "timeZone": "+01:00"},
        "c": {"type": "date", "format": "M/d/yyyy", "timeZone": "+01:00"}}}},
        "mappers": [{"id": "m", "target": "M", "attributes": [
          {"v": "a"}, {"v": "b"}, {"from": "v", "to": "c", "format": "d/M/yyyy", "timeZone": "UTC"}]}]}
      """#
    #expect(
      try map(#"{"v":"1/2/2000"}"#, by: spec)
        == #"{"a":"2000-02-01T00:00:00Z","b":"2000-01-01T23:00:00Z","c":"2000-02-01T00:00:00Z"}"#
    )
  }

  @Test(
    "default and required apply if the attribute states nothing itself",
    arguments: [
      (#"["a"]"#, #"{"a":"x","k":0}"#), (#"[{"to": "a", "default": "y"}]"#, #"{"a":"y","k":0}"#),
      (#"[{"to": "a", "onMissing": "absent"}]"#, #"{"k":0}"#),
      (#"["b"]"#, "RK1005 "), (#"[{"to": "b", "required": false}]"#, #"{"k":0}"#),
    ]
  )
  func defaults(attributes: String, output: String) throws {
    let spec = spec(
      properties: #""a": {"default": "x"}, "b": {"required": true}"#,
      attributes: attributes.dropLast() + #", "k"]"#
    )
    let trial = try MappingTrial(spec, #"{"k":0}"#)
    #expect(trial.findings.isEmpty ? trial.output == output : trial.findings.joined() == output)
  }

  @Test("a required relationship of the target must be there")
  func requiredRelationship() throws {
    let spec = spec(
      #""M": {"properties": {"k": {"type": "[K]", "required": true}}}"#,
      #"""
      {"id": "m", "target": "M", "attributes": ["a"], "relationships": [
        {"from": "k", "to": "k", "map-ref": "k"}]}, {"id": "k", "target": "K", "attributes": ["b"]}
      """#
    )
    #expect(try MappingTrial(spec, #"{"a":1}"#).findings == ["RK1005 "])
  }

  @Test("the nesting attribute has the type of its property, also under a dynamic mapper")
  func nestingAttribute() throws {
    let targets = #""U": {"properties": {"n": "integer"}}"#
    let plain = spec(
      targets,
      #"{"id": "m", "target": "U", "keyAttribute": "n", "forceCollection": true, "attributes": ["v"]}"#
    )
    #expect(try map(#"{"007":{"v":1}}"#, by: plain) == #"[{"n":7,"v":1}]"#)
    let dynamic = spec(
      targets,
      #"""
      {"id": "m", "dynamic": true, "keyAttribute": "n", "forceCollection": true, "default": "v",
        "matchers": [{"keyPath": "w", "expectValue": 1, "map-ref": "w"}]},
      {"id": "v", "target": "U", "attributes": ["v"]}, {"id": "w", "target": "W", "attributes": ["w"]}
      """#
    )
    #expect(
      try map(#"{"007":{"v":1},"8":{"w":1}}"#, by: dynamic) == #"[{"n":7,"v":1},{"n":"8","w":1}]"#
    )
  }

  @Test("a destination inside an object or a record is a property of it")
  func dottedDestinations() throws {
    let spec = spec(
      #"""
      "M": {"properties": {"o": "object", "p.q": "integer", "a": "A"}},
      "A": {"properties": {"zip": "integer"}}
      """#,
      #"""
      {"id": "m", "target": "M", "attributes": [{"v": "o.x"}, {"v": "p.q"}, {"v": "a.zip"}, {"v": "z.z"}]}
      """#
    )
    #expect(
      try map(#"{"v":"5"}"#, by: spec)
        == #"{"o":{"x":"5"},"p":{"q":5},"a":{"zip":5},"z":{"z":"5"}}"#
    )
  }

  @Test("an attribute that fills a member of a related record has the type of its target")
  func overlay() throws {
    let spec = spec(
      #""A": {"properties": {"zip": "integer"}}"#,
      #"""
      {"id": "m", "target": "M", "attributes": [{"x.zip": "home.zip"}], "relationships": [
        {"from": "h", "to": "home", "map-ref": "a"}]},
      {"id": "a", "target": "A", "attributes": ["city"]}
      """#
    )
    #expect(
      try map(#"{"x":{"zip":"5"},"h":{"city":"c"}}"#, by: spec) == #"{"home":{"city":"c","zip":5}}"#
    )
  }

  // MARK: - Relationships

  private func related(_ type: String, _ input: String, many: String = "") throws -> String? {
    let spec = spec(
      #""M": {"properties": {"k": "\#(type)"}}"#,
      #"""
      {"id": "m", "target": "M", "attributes": ["a"], "relationships": [
        {"from": "k", "to": "k", "map-ref": "k"\#(many)}]}, {"id": "k", "target": "K", "attributes": ["b"]}
      """#
    )
    let trial = try MappingTrial(spec, #"{"a":1,"k":\#(input)}"#)
    return trial.findings.isEmpty ? trial.output : trial.findings.joined()
  }

  @Test(
    "the type of the property says whether a relationship is to many",
    arguments: ["[K]", "set<K>", "orderedSet<K>", "[object]", "[any]"]
  )
  func many(type: String) throws {
    #expect(try related(type, #"{"b":2}"#) == #"{"a":1,"k":[{"b":2}]}"#)
    #expect(try related(type, #"[{"b":2},{"b":2}]"#) == #"{"a":1,"k":[{"b":2},{"b":2}]}"#)
  }

  @Test("or to one", arguments: ["K", "object"])
  func one(type: String) throws {
    #expect(try related(type, #"{"b":2}"#) == #"{"a":1,"k":{"b":2}}"#)
    #expect(try related(type, #"[{"b":2}]"#) == "RK1002 /k")
  }

  @Test("or leaves that to the value; the relationship's own cardinality takes precedence")
  func shape() throws {
    #expect(try related("any", #"{"b":2}"#) == #"{"a":1,"k":{"b":2}}"#)
    #expect(try related("any", #"[{"b":2}]"#) == #"{"a":1,"k":[{"b":2}]}"#)
    #expect(
      try related("K", #"{"b":2}"#, many: #", "many": true"#) == #"{"a":1,"k":[{"b":2}]}"#
    )
  }
}
