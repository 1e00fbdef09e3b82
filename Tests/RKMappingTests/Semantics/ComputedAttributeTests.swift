import RKMapping
import Testing

@Suite("Attributes made by expressions and templates")
struct ComputedAttributeTests {
  /// The output for an attribute `v` with some members, or the diagnostics of a run that failed.
  private func outcome(_ input: String, _ members: String) throws -> String? {
    let trial = try MappingTrial(spec(attributes: #"["k", {"to": "v", \#(members)}]"#), input)
    let findings = trial.findings.joined(separator: ",")
    return trial.report.ending == .complete
      ? [trial.output ?? "", findings].filter { !$0.isEmpty }.joined(separator: " ") : findings
  }

  @Test(
    "an expression's value is treated like one that was found",
    arguments: [
      (#"{"k":0,"a":3,"b":4}"#, #""expression": "a * b + 1""#, #"{"k":0,"v":13}"#),
      (#"{"k":0,"a":1}"#, #""expression": "a > 0""#, #"{"k":0,"v":true}"#),
      (
        #"{"k":0,"a":"x"}"#, #""expression": "uppercase(a)", "transform": "lowercase""#,
        #"{"k":0,"v":"x"}"#
      ),
      (#"{"k":0,"a":3}"#, #""expression": "a", "type": "string""#, #"{"k":0,"v":"3"}"#),
      (#"{"k":0,"a":1}"#, #""expression": "a", "map": {"1": "one"}"#, #"{"k":0,"v":"one"}"#),
      (#"{"k":0,"a":1.5}"#, #""expression": "a", "type": "integer""#, #"{"k":0} RK1002 /a"#),
      (#"{"k":0,"a":1}"#, #""expression": "a + 0.5", "type": "integer""#, #"{"k":0} RK1002 "#),
      (
        #"{"k":0,"a":1}"#, #""expression": "a + 0.5", "type": "integer", "onError": "null""#,
        #"{"k":0,"v":null} RK1002 "#
      ),
      (#"{"k":0,"a":{"b":[1,2]}}"#, #""expression": "a.b""#, #"{"k":0,"v":[1,2]}"#),
      (
        #"{"k":0,"a":[1,"2"]}"#, #""expression": "a", "type": "[string]""#,
        #"{"k":0,"v":["1","2"]}"#
      ),
      // A missing value is NIL; null is NIL.
      (#"{"k":0}"#, #""expression": "a + 1""#, #"{"k":0}"#),
      (#"{"k":0,"a":null}"#, #""expression": "a""#, #"{"k":0}"#),
      (#"{"k":0}"#, #""expression": "a", "onMissing": "null""#, #"{"k":0,"v":null}"#),
      (#"{"k":0}"#, #""expression": "a", "default": 5"#, #"{"k":0,"v":5}"#),
      (#"{"k":0}"#, #""expression": "a", "onMissing": "error""#, "RK1005 "),
      (#"{"k":0}"#, #""expression": "a", "required": true"#, "RK1005 "),
      // It has no value.
      (#"{"k":0,"a":1}"#, #""expression": "a / 0""#, #"{"k":0} RK1002 "#),
      (
        #"{"k":0,"a":"x"}"#, #""expression": "a + 1", "onError": "default", "default": 5"#,
        #"{"k":0,"v":5} RK1002 "#
      ),
      (#"{"k":0,"a":1}"#, #""expression": "a / 0", "onError": "fail""#, "RK1002 "),
      (#"{"k":0,"a":1}"#, #""expression": "a / 0", "required": true"#, "RK1002 "),
    ]
  )
  func expressions(input: String, members: String, expected: String) throws {
    #expect(try outcome(input, members) == expected)
  }

  @Test(
    "a template is the text of other attributes",
    arguments: [
      (#"{"k":1}"#, #""template": "<{k}>""#, #"{"k":1,"v":"<1>"}"#),
      (#"{"k":1.50}"#, #""template": "{k}""#, #"{"k":1.50,"v":"1.50"}"#),
      (#"{"k":true}"#, #""template": "{k}{k}""#, #"{"k":true,"v":"truetrue"}"#),
      (#"{"k":"a\"\u00e9"}"#, #""template": "{k}\"""#, #"{"k":"a\"\u00e9","v":"a\"\u00e9\""}"#),
      (
        #"{"k":"a b/\u00e9~"}"#, #""template": "{k|url}""#,
        #"{"k":"a b/\u00e9~","v":"a%20b%2F%C3%A9~"}"#
      ),
      (#"{"k":12}"#, #""template": "{{{k}}}""#, #"{"k":12,"v":"{12}"}"#),
      (#"{"k":12}"#, #""template": "{k}", "type": "integer""#, #"{"k":12,"v":12}"#),
      (#"{"k":12}"#, #""template": "x{k}", "type": "integer""#, #"{"k":12} RK1002 "#),
      (#"{"k":null}"#, #""template": "{k}""#, #"{"k":null}"#),
      (#"{"k":null}"#, #""template": "{k}", "default": "-""#, #"{"k":null,"v":"-"}"#),
      (#"{"k":null}"#, #""template": "{k}", "required": true"#, "RK1005 "),
      (#"{"k":[1]}"#, #""template": "{k}""#, #"{"k":[1]} RK1002 /k"#),
      (#"{"k":[1]}"#, #""template": "{k}", "onError": "fail""#, "RK1002 /k"),
    ]
  )
  func templates(input: String, members: String, expected: String) throws {
    #expect(try outcome(input, members) == expected)
  }

  @Test("templates see hidden and converted values, late attributes, and other templates")
  func order() throws {
    let attributes = #"""
      [{"to": "all", "template": "{date}|{late}|{sum}|{part}"}, {"to": "part", "template": "({secret})"},
        {"to": "secret", "hidden": true}, {"to": "date", "type": "date", "format": "d/M/yyyy"},
        {"from": "a.b", "to": "late"}, {"to": "sum", "expression": "secret + 1"}]
      """#
    let output = try map(
      #"{"secret":1,"date":"1/2/2003","a":{"b":"x"}}"#,
      by: #"{"dateOutput": "yyyy-MM-dd", "mappers": [{"id": "a", "attributes": \#(attributes)}]}"#
    )
    #expect(
      output
        == #"{"all":"2003-02-01|x|2|(1)","part":"(1)","date":"2003-02-01","late":"x","sum":2}"#
    )
  }

  @Test("computed values make no representation mappable")
  func unmappable() throws {
    let spec = spec(
      attributes:
        #"[{"from": "x", "to": "x"}, {"to": "e", "expression": "y + 1"}, {"to": "t", "template": "t"}]"#
    )
    #expect(try MappingTrial(spec, #"{"y":1}"#).findings == ["RK1003 "])
  }

  @Test("an expression sees the key, the parent, the root and the document")
  func roots() throws {
    let spec = #"""
      {"keyPath": "list", "root-map-ref": "a", "mappers": [
        {"id": "a", "attributes": ["id"], "relationships": [{"from": "b", "to": "b", "map-ref": "b"}]},
        {"id": "b", "keyAttribute": "k", "forceCollection": true, "attributes": [
          {"to": "sum", "expression": "n + @parent.id + @root.id + @document.base"},
          {"to": "key", "expression": "uppercase(@key)"}]}]}
      """#
    let output = try map(#"{"base":100,"list":[{"id":10,"b":{"x":{"n":1}}}]}"#, by: spec)
    // A constant sum does not count, so only the key makes the representation mappable.
    #expect(output == #"[{"id":10,"b":[{"k":"x","sum":121,"key":"X"}]}]"#)
  }

  @Test("arrays are representations of expressions that read them by index")
  func arrays() throws {
    let spec = #"""
      {"many": false, "mappers": [{"id": "a", "attributes": [
        {"from": "[0]", "to": "first"}, {"to": "sum", "expression": "self[0] + self[1]"}]}]}
      """#
    #expect(try map("[1,2]", by: spec) == #"{"first":1,"sum":3}"#)
  }

  @Test("an expression's type is that of its property")
  func properties() throws {
    let spec = #"""
      {"targets": {"A": {"properties": {"sum": "string", "text": "integer"}}},
        "mappers": [{"id": "a", "target": "A", "attributes": ["n",
          {"to": "sum", "expression": "n + 1"}, {"to": "text", "template": "{n}0"}]}]}
      """#
    #expect(try map(#"{"n":1}"#, by: spec) == #"{"n":1,"sum":"2","text":10}"#)
  }
}
