import RKMapping
import Testing

@Suite("Key paths over documents")
struct KeyPathTests {
  /// The value of the attribute `x` for a key path; a second attribute keeps the record from being
  /// blank.
  private func value(at path: String, in input: String) throws -> String? {
    let attributes = #"[{"from": "\#(path)", "to": "x"}, {"from": "k", "to": "k"}]"#
    let document = #"{"k":0,\#(input.dropFirst())"#
    return try map(document, by: spec(attributes: attributes))
  }

  @Test(
    "a path is followed key by key",
    arguments: [
      ("a", #"{"a":1}"#, "1"),
      ("a.b", #"{"a":{"b":1}}"#, "1"),
      ("a.b.c", #"{"a":{"b":{"c":{"d":1}}}}"#, #"{"d":1}"#),
      ("self.a", #"{"a":1}"#, "1"),
      (#"[\"a.b\"].c"#, #"{"a.b":{"c":1}}"#, "1"),
      (#"a\\.b"#, #"{"a":{"b":2},"a.b":1}"#, "1"),
      (#"[\"@id\"]"#, #"{"@id":1}"#, "1"),
      (#"a[\"b c\"].d"#, #"{"a":{"b c":{"d":1}}}"#, "1"),
      (#"[\"\"]"#, #"{"":1}"#, "1"),
      ("a b", #"{"a b":1}"#, "1"),
    ]
  )
  func down(path: String, input: String, expected: String) throws {
    #expect(try value(at: path, in: input) == #"{"x":\#(expected),"k":0}"#)
  }

  @Test(
    "keys are compared decoded, however they are written",
    arguments: [#"{"\u0061\u00e9":1}"#, "{\"a\u{E9}\":1}", "{\"\\u0061\u{E9}\":1}"]
  )
  func escapedKeys(input: String) throws {
    #expect(try value(at: "a\u{E9}", in: input) == #"{"x":1,"k":0}"#)
  }

  @Test(
    "an index selects an element, from the end if it is negative",
    arguments: [
      ("a[0]", #"{"a":[1,2,3]}"#, "1"),
      ("a[2]", #"{"a":[1,2,3]}"#, "3"),
      ("a[-1]", #"{"a":[1,2,3]}"#, "3"),
      ("a[-3]", #"{"a":[1,2,3]}"#, "1"),
      ("a[1].b", #"{"a":[{"b":1},{"b":2}]}"#, "2"),
      ("a[0][1]", #"{"a":[[1,2],[3]]}"#, "2"),
      ("a[0].b[0]", #"{"a":[{"b":[{"c":1}]}]}"#, #"{"c":1}"#),
    ]
  )
  func indexes(path: String, input: String, expected: String) throws {
    #expect(try value(at: path, in: input) == #"{"x":\#(expected),"k":0}"#)
  }

  @Test(
    "an array in the middle distributes the rest, keeping its length and its nesting",
    arguments: [
      ("a.b", #"{"a":[{"b":1},{"b":2}]}"#, "[1,2]"),
      ("a.b", #"{"a":[{"b":1},{},{"b":3}]}"#, "[1,null,3]"),
      ("a.b", #"{"a":[{"b":null},{"b":1}]}"#, "[null,1]"),
      ("a.b", #"{"a":[]}"#, "[]"),
      ("a.b", #"{"a":[[{"b":1}],[],[{"b":2},{}]]}"#, "[[1],[],[2,null]]"),
      ("a.b.c", #"{"a":[{"b":[{"c":1},{"c":2}]},{"b":{"c":3}}]}"#, "[[1,2],3]"),
      ("a.b.c", #"{"a":[{"b":{"c":1}},{}]}"#, "[1,null]"),
    ]
  )
  func distribution(path: String, input: String, expected: String) throws {
    #expect(try value(at: path, in: input) == #"{"x":\#(expected),"k":0}"#)
  }

  @Test(
    "a path that leads nowhere is missing, not an error",
    arguments: [
      ("a", #"{"b":1}"#), ("a.b", #"{"a":{}}"#), ("a.b", #"{"a":1}"#), ("a.b", #"{"a":"b"}"#),
      ("a.b", #"{"a":true}"#), ("a.b", #"{"a":null}"#), ("a.b.c", #"{"a":{"b":null}}"#),
      ("a[3]", #"{"a":[1,2,3]}"#), ("a[-4]", #"{"a":[1,2,3]}"#), ("a[0]", #"{"a":[]}"#),
      ("a[0]", #"{"a":{"0":1}}"#), ("a[0]", #"{"a":"text"}"#),
      ("a.b", #"{"a":[null,{"b":1}]}"#), ("a.b", #"{"a":[1,{"b":1}]}"#),
      ("a.0", #"{"a":{"1":2}}"#), ("@parent.a", #"{"a":1}"#), ("@key", #"{"a":1}"#),
    ]
  )
  func missing(path: String, input: String) throws {
    #expect(try value(at: path, in: input) == #"{"k":0}"#)
  }

  @Test("a number as a component is a key")
  func numberAsKey() throws {
    #expect(try value(at: "a.0", in: #"{"a":{"0":1}}"#) == #"{"x":1,"k":0}"#)
  }

  @Test("keys of the input may be in any order for paths that share their beginning")
  func sharedPrefixes() throws {
    let attributes = #"{"a.b": "ab", "a.c.d": "acd", "a": "a", "a.c": "ac"}"#
    #expect(
      try map(#"{"a":{"c":{"d":1},"b":2}}"#, by: spec(attributes: attributes))
        == #"{"ab":2,"acd":1,"a":{"c":{"d":1},"b":2},"ac":{"d":1}}"#
    )
  }

  @Test("an array is one representation if its cardinality says so")
  func rows() throws {
    let spec = #"""
      {"keyPath": "rows", "many": false, "mappers": [{"id": "r",
        "attributes": {"[0]": "asin", "[-1]": "last"}}]}
      """#
    #expect(try map(#"{"rows":["B000",3,true]}"#, by: spec) == #"{"asin":"B000","last":true}"#)
  }

  @Test("rows that are arrays are read by index")
  func listOfRows() throws {
    let spec = #"""
      {"keyPath": "rows", "mappers": [{"id": "r", "attributes": {"[0]": "asin", "[1]": "n"}}]}
      """#
    #expect(
      try map(#"{"rows":[["B000",3],["B001"]]}"#, by: spec)
        == #"[{"asin":"B000","n":3},{"asin":"B001"}]"#
    )
  }

  @Test(
    "roots lead to the origin of the representation",
    arguments: [
      ("@root.name", #""root""#),
      ("@root", #"{"name":"root","child":{"n":1,"deep":{"m":1}}}"#),
      ("@document.page", "7"),
      ("@document.items[1].name", #""other""#),
      ("@parent.n", "1"),
      ("@parent.@parent.name", #""root""#),
      ("@key", #""deep""#),
    ]
  )
  func roots(path: String, expected: String) throws {
    let spec = #"""
      {"keyPath": "items", "root-map-ref": "item", "mappers": [
        {"id": "item", "attributes": ["name"],
          "relationships": [{"from": "child.deep", "to": "deep", "map-ref": "deep"}]},
        {"id": "deep", "attributes": ["m", {"from": "\#(path)", "to": "x"}]}]}
      """#
    let input = #"""
      {"page":7,"items":[{"name":"root","child":{"n":1,"deep":{"m":1}}},{"name":"other"}]}
      """#
    #expect(
      try map(input, by: spec)
        == #"[{"name":"root","deep":{"m":1,"x":\#(expected)}},{"name":"other"}]"#
    )
  }

  @Test("the parent of a child without a dotted source is its owner")
  func owner() throws {
    let spec = #"""
      {"root-map-ref": "a", "mappers": [
        {"id": "a", "attributes": ["id"], "relationships": [
          {"from": "kids", "to": "kids", "map-ref": "k"}]},
        {"id": "k", "attributes": ["n", {"@parent.id": "owner"}]}]}
      """#
    #expect(
      try map(#"{"id":9,"kids":[{"n":1},{"n":2}]}"#, by: spec)
        == #"{"id":9,"kids":[{"n":1,"owner":9},{"n":2,"owner":9}]}"#
    )
  }

  @Test("a key is found decoded, not as written")
  func escapedKeys() throws {
    let spec = spec(attributes: #"[{"from": "[\"a\\\\u0062\"]", "to": "raw"}, {"ab": "meant"}]"#)
    #expect(try map(#"{"a\u0062":1}"#, by: spec) == #"{"meant":1}"#)
    #expect(try map(#"{"a\\u0062":2}"#, by: spec) == #"{"raw":2}"#)
  }
}
