import RKMapping
import Testing

@Suite("Nulls in the middle of key paths")
struct NullPathTests {
  /// The output for an attribute with that source, for which a null on the path is null.
  private func output(_ source: String, _ input: String, _ members: String = "") throws -> String? {
    let attribute = #"{"from": \#(source), "to": "v", "nullPath": "null"\#(members)}"#
    return try map(input, by: spec(attributes: "[\"k\", \(attribute)]"))
  }

  @Test(
    "a null is found wherever the path meets it, and only there",
    arguments: [
      (#"{"a":null,"k":0}"#, #"{"k":0,"v":null}"#),
      (#"{"a":{"b":null},"k":0}"#, #"{"k":0,"v":null}"#),
      (#"{"a":{"b":{"c":null}},"k":0}"#, #"{"k":0,"v":null}"#),
      (#"{"a":{"b":{"c":5}},"k":0}"#, #"{"k":0,"v":5}"#),
      (#"{"a":{"b":{}},"k":0}"#, #"{"k":0}"#), (#"{"a":{},"k":0}"#, #"{"k":0}"#),
      (#"{"k":0}"#, #"{"k":0}"#), (#"{"a":1,"k":0}"#, #"{"k":0}"#),
      (#"{"a":{"b":"x"},"k":0}"#, #"{"k":0}"#),
    ]
  )
  func plain(input: String, expected: String) throws {
    #expect(try output(#""a.b.c""#, input) == expected)
  }

  @Test(
    "over an array an element whose path meets a null gives null",
    arguments: [
      (#"{"a":[{"b":{"c":1}},null,{"b":null},{}],"k":0}"#, #"{"k":0,"v":[1,null,null,null]}"#),
      (#"{"a":{"b":[{"c":1},null,[null,{"c":2}]]},"k":0}"#, #"{"k":0,"v":[1,null,[null,2]]}"#),
      (#"{"a":[null],"k":0}"#, #"{"k":0,"v":[null]}"#),
      (#"{"a":[{"b":{"c":1}},7],"k":0}"#, #"{"k":0}"#),
    ]
  )
  func distribution(input: String, expected: String) throws {
    #expect(try output(#""a.b.c""#, input) == expected)
    let usual = #"[{"a.b.c": "v"}, "k"]"#
    let hasNull = input.contains("null")
    #expect(try map(input, by: spec(attributes: usual)) == (hasNull ? #"{"k":0}"# : expected))
  }

  @Test("an index into null finds the null")
  func index() throws {
    #expect(try output(#""a[0].b""#, #"{"a":null,"k":0}"#) == #"{"k":0,"v":null}"#)
    #expect(try output(#""a[0].b""#, #"{"a":[null],"k":0}"#) == #"{"k":0,"v":null}"#)
    #expect(try output(#""a[1].b""#, #"{"a":[null],"k":0}"#) == #"{"k":0}"#)
  }

  @Test("a null that is found is present: later sources are ignored, and onNull applies")
  func present() throws {
    let input = #"{"a":null,"b":5,"k":0}"#
    #expect(try output(#"["a.x", "b"]"#, input) == #"{"k":0,"v":null}"#)
    #expect(try output(#"["x.a", "b"]"#, input) == #"{"k":0,"v":5}"#)
    #expect(
      try output(#""a.x""#, input, #", "onNull": "default", "default": 7"#) == #"{"k":0,"v":7}"#
    )
    #expect(try output(#""a.x""#, input, #", "onNull": "error""#) == "RK1005 /a")
    #expect(try output(#""a.x""#, input, #", "required": true"#) == "RK1005 /a")
  }

  @Test("a null that is found makes a representation mappable")
  func counts() throws {
    let attributes = #"[{"from": "a.b", "to": "v", "nullPath": "null"}]"#
    #expect(try map(#"{"a":null}"#, by: spec(attributes: attributes)) == #"{"v":null}"#)
  }

  @Test("paths from ancestors have it, too, separately for each rule")
  func ancestors() throws {
    let spec = #"""
      {"root-map-ref": "a", "mappers": [
        {"id": "a", "attributes": ["k"], "relationships": [{"from": "b", "to": "b", "map-ref": "b"}]},
        {"id": "b", "attributes": ["n",
          {"from": "@parent.x.y", "to": "found", "nullPath": "null"},
          {"from": "@parent.x.y", "to": "lost"},
          {"from": "@root.x.y", "to": "root", "nullPath": "null"}]}]}
      """#
    #expect(
      try map(#"{"k":0,"x":null,"b":{"n":1}}"#, by: spec)
        == #"{"k":0,"b":{"n":1,"found":null,"root":null}}"#
    )
  }

  @Test("a relationship whose path meets a null is null; such elements are skipped")
  func relationships() throws {
    let spec = #"""
      {"root-map-ref": "a", "mappers": [
        {"id": "a", "nullPath": "null", "attributes": ["k"],
          "relationships": [{"from": "p.b", "to": "b", "map-ref": "b"}]},
        {"id": "b", "attributes": ["n"]}]}
      """#
    #expect(try map(#"{"k":0,"p":null}"#, by: spec) == #"{"k":0,"b":null}"#)
    #expect(try map(#"{"k":0,"p":[null,{"b":{"n":1}}]}"#, by: spec) == #"{"k":0,"b":[{"n":1}]}"#)
    #expect(try map(#"{"k":0}"#, by: spec) == #"{"k":0}"#)
  }

  @Test("on a dynamic mapper it applies to the key paths of the matchers")
  func matchers() throws {
    func spec(_ policy: String) -> String {
      #"""
      {"root-map-ref": "d", "mappers": [
        {"id": "d", "dynamic": true, "nullPath": "\#(policy)", "default": "rest", "matchers": [
          {"keyPath": "a.b", "expectType": "null", "map-ref": "none"}]},
        {"id": "none", "attributes": [{"k": "none"}]}, {"id": "rest", "attributes": [{"k": "rest"}]}]}
      """#
    }
    #expect(try map(#"{"k":0,"a":null}"#, by: spec("null")) == #"{"none":0}"#)
    #expect(try map(#"{"k":0,"a":null}"#, by: spec("missing")) == #"{"rest":0}"#)
  }
}
