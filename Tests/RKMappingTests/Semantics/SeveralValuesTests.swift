import RKMapping
import Testing

@Suite("Key paths to several values")
struct SeveralValuesTests {
  private func related(_ path: String) -> String {
    #"""
    {"root-map-ref": "a", "mappers": [
      {"id": "a", "attributes": ["k"], "relationships": [
        {"from": "\#(path)", "to": "r", "map-ref": "b"}]},
      {"id": "b", "attributes": ["n", {"@key": "key"},
        {"@metadata.mapping.collectionIndex": "i"}]}]}
    """#
  }

  @Test(
    "every item is a representation with the key that it was found under",
    arguments: [
      (
        "o.*", #"{"o":{"x":{"n":1},"y":null,"z":{"n":2}}}"#,
        #"[{"n":1,"key":"x","i":0},{"n":2,"key":"z","i":2}]"#
      ),
      ("l[*]", #"{"l":[{"n":1}]}"#, #"[{"n":1,"key":"l","i":0}]"#),
      (
        "o.*[*]", #"{"o":{"x":[{"n":1}],"y":[{"n":2}]}}"#,
        #"[{"n":1,"key":"x","i":0},{"n":2,"key":"y","i":1}]"#
      ),
      (
        "p-*", #"{"p-1":{"n":1},"p-2":{"n":2}}"#,
        #"[{"n":1,"key":"p-1","i":0},{"n":2,"key":"p-2","i":1}]"#
      ),
      ("..q", #"{"a":[{"q":{"n":1}}]}"#, #"[{"n":1,"key":"q","i":0}]"#),
      ("l[*].@first", #"{"l":[{"n":1}]}"#, #"{"n":1,"key":"l","i":null}"#),
      ("o.@values", #"{"o":{"x":{"n":1}}}"#, #"[{"n":1,"key":"x","i":0}]"#),
      ("l[*]", #"{"l":[]}"#, "[]"),
    ]
  )
  func relationship(path: String, input: String, expected: String) throws {
    let input = #"{"k":0,\#(input.dropFirst())"#
    #expect(try map(input, by: related(path)) == #"{"k":0,"r":\#(expected)}"#)
  }

  @Test("an item that is an array is not a representation")
  func arrayItem() throws {
    let trial = try MappingTrial(related("l[*]"), #"{"k":0,"l":[[{"n":1}]]}"#)
    #expect(trial.findings == ["RK1002 /l/0"])
  }

  @Test("a descriptor's key path may lead to several representations")
  func descriptor() throws {
    let spec =
      #"{"keyPath": "o.*.l[*]", "mappers": [{"id": "a", "attributes": ["n", {"@key": "key"}]}]}"#
    #expect(
      try map(#"{"o":{"x":{"l":[{"n":1}]},"y":{},"z":{"l":[{"n":2}]}}}"#, by: spec)
        == #"[{"n":1,"key":"l"},{"n":2,"key":"l"}]"#
    )
    #expect(try MappingTrial(spec, #"{"o":1}"#).findings == ["RK1001 "])
    #expect(try map(#"{"o":{}}"#, by: spec) == "[]")
  }

  @Test("unread keys are reported, those that a path skips are not")
  func unknownKeys() throws {
    let spec = #"""
      {"mappers": [{"id": "a", "unknown": "report", "attributes": [
        {"l[*].n": "n"}, {"o.*.m": "m"}, {"x-*.y": "y"}, {"c.@count": "c"}, {"s.@sum.v": "s"}]}]}
      """#
    let trial = try MappingTrial(
      spec,
      #"{"l":[{"n":1,"u":0}],"o":{"p":{"m":1,"v":0}},"x-1":{"y":1,"z":0},"c":[{"d":0}],"#
        + #""s":[{"v":1,"w":0}],"t":0}"#
    )
    #expect(
      trial.findings
        == ["RK3001 /l/0/u", "RK3001 /o/p/v", "RK3001 /x-1/z", "RK3001 /s/0/w", "RK3001 /t"]
    )
    let deep = #"{"mappers": [{"id": "a", "unknown": "report", "attributes": {"a..n": "n"}}]}"#
    #expect(
      try MappingTrial(deep, #"{"a":{"b":{"n":1}},"c":0}"#).findings == ["RK3001 /c"]
    )
  }

  @Test("numbers that operators compute are converted, listed and matched like others")
  func madeNumbers() throws {
    let attributes = #"""
      [{"from": "l.@sum.n", "to": "a", "type": "string"}, {"from": "l.@count", "to": "b", "type": "date",
        "format": "epoch"}, {"from": "l.c.@count", "to": "c"}, {"from": "l[*].c.@first.@sum", "to": "d"},
        {"from": "l.@unionOfObjects.c.@sum", "to": "e"}]
      """#
    #expect(
      try map(
        #"{"l":[{"n":0.1,"c":[1,2]},{"n":0.20,"c":[3]}]}"#,
        by: spec(attributes: attributes)
      ) == #"{"a":"0.3","b":"1970-01-01T00:00:02Z","c":2,"d":3,"e":[3,3]}"#
    )
    let dynamic = #"""
      {"root-map-ref": "d", "mappers": [
        {"id": "d", "dynamic": true, "matchers": [
          {"keyPath": "l.@sum", "expectValue": 3, "map-ref": "a"},
          {"keyPath": "l.@max", "expectType": "number", "map-ref": null}]},
        {"id": "a", "attributes": {"l.@max": "m"}}]}
      """#
    #expect(try map(#"[{"l":[1,2]},{"l":[1]}]"#, by: dynamic) == #"[{"m":2}]"#)
  }

  @Test("an operator that finds a collection has found something, whatever the result")
  func nothing() throws {
    let spec = spec(attributes: #"[{"from": "l.@max", "to": "x"}, {"to": "k", "value": 1}]"#)
    #expect(try map(#"{"l":[]}"#, by: spec) == #"{"k":1}"#)
    #expect(try MappingTrial(spec, #"{"l":{}}"#).findings == ["RK1003 "])
    #expect(try MappingTrial(spec, #"{"k":[]}"#).findings == ["RK1003 "])
  }

  @Test("what an expression reads makes no representation mappable")
  func readByExpression() throws {
    let spec = spec(attributes: #"[{"to": "x", "expression": "l.@max"}]"#)
    #expect(try MappingTrial(spec, #"{"l":[]}"#).findings == ["RK1003 "])
  }

  @Test("a null for a missing element is found by nullPath")
  func nullOfElement() throws {
    let attribute = #"{"from": "l.a.@unionOfObjects.b", "to": "x", "nullPath": "null"}"#
    #expect(
      try map(#"{"l":[{},{"a":{"b":1}}]}"#, by: spec(attributes: "[\(attribute)]"))
        == #"{"x":[null,1]}"#
    )
  }

  @Test("a hundred thousand matches are found in linear time")
  func many() throws {
    let count = 100_000
    let list = (0..<count).map { #"{"n":\#($0),"t":\#($0 % 7)}"# }.joined(separator: ",")
    let attributes = #"""
      [{"from": "l[*].n.@count", "to": "a"}, {"from": "..n.@sum", "to": "b"},
        {"from": "l.@distinctUnionOfObjects.t", "to": "c"}, {"from": "l.@distinctUnionOfObjects.n", "to": "d"}]
      """#
    let output = try #require(try map(#"{"l":[\#(list)]}"#, by: spec(attributes: attributes)))
    #expect(output.hasPrefix(#"{"a":100000,"b":4999950000,"c":[0,1,2,3,4,5,6],"d":[0,1,"#))
  }
}
