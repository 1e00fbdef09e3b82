import RKDiagnostics
import Testing

@Suite("RK2105, RK2112, RK2113: values that do not fit, and rules that do nothing")
struct ValueRulesTests {
  @Test(
    "constants and defaults have their type as written",
    arguments: [
      (#""value": 7, "type": "string""#, true), (#""value": "x", "type": "string""#, false),
      (#""default": "7", "type": "integer""#, true), (#""default": 7, "type": "integer""#, false),
      (#""default": null, "type": "integer""#, false), (#""default": "x""#, false),
      (#""default": [], "type": "[string]""#, false), (#""default": "", "type": "[string]""#, true),
      (#""default": "2020-01-01", "type": "date""#, false),
    ]
  )
  func constants(members: String, isFound: Bool) {
    let marked = spec(attributes: #"[\#(isFound ? "«RK2105»" : ""){"to": "x", \#(members)}]"#)
    #expect(linted(marked) == marked)
  }

  @Test("a constant does not fit the property of its target, either")
  func properties() {
    let marked = """
      {"mappers": [{"id": "a", "target": "A", "attributes": [«RK2105»{"to": "x", "value": "1"}]}],
       "targets": {"A": {"properties": {"x": "integer"}}}}
      """
    #expect(linted(marked) == marked)
  }

  @Test(
    "the result of a value map is converted, if possible",
    arguments: [
      ("integer", #""one""#, true), ("integer", #""1""#, false), ("integer", "true", false),
      ("boolean", #""Ja""#, true), ("boolean", #""YES""#, false), ("boolean", "2", true),
      ("uuid", "7", true), ("url", "7", true), ("data", "true", true), ("object", "1", true),
      ("date", "true", true), ("date", #""never""#, true), ("date", "0", false),
      ("[integer]", #""x""#, true), ("string", "7", false), ("integer", "null", false),
      ("integer", #""""#, false), ("any", "1", false),
    ]
  )
  func valueMaps(type: String, value: String, isFound: Bool) throws {
    let text = spec(attributes: #"[{"to": "x", "type": "\#(type)", "map": {"a": \#(value)}}]"#)
    let findings = MarkedSpec(text).findings(isLinted: true)
    #expect(findings.map(\.code) == (isFound ? [.unfitConstant] : []))
    // What is reported as impossible is.
    let trial = try MappingTrial(text, #"{"x": "a"}"#)
    #expect(trial.findings.contains("RK1002 /x") == isFound)
  }

  @Test("a hidden attribute that nothing uses")
  func hidden() {
    let marked = spec(attributes: #"["x", {"to": «RK2112»"h", "hidden": true}]"#)
    #expect(linted(marked) == marked)
  }

  @Test(
    "a hidden attribute is used by",
    arguments: [
      #"{"to": "t", "template": "{h}"}"#,
      #"{"to": "v", "validate": [{"if": "h == 1", "then": "null"}]}"#,
      #""x"], "validate": [{"if": "h.y == 1", "then": "fail"}], "ignoreKeys": ["#,
      #""x"], "connections": [{"to": "c", "target": "A", "where": {"h": "x"}}], "ignoreKeys": ["#,
    ]
  )
  func uses(rest: String) {
    let text = spec(attributes: #"[{"to": "h", "hidden": true}, \#(rest)]"#)
    let codes = MarkedSpec(text).findings(isLinted: true).map(\.code)
    #expect(!codes.contains(.idleHiddenAttribute))
    #expect(!codes.contains { $0.severity == .error })
  }

  @Test("related records use an attribute of their owner's")
  func parentObject() {
    let text = """
      {"root-map-ref": "a", "mappers": [
       {"id": "a", "attributes": ["x", {"to": "h", "hidden": true}],
        "relationships": [{"from": "b", "to": "b", "map-ref": "b"}]},
       {"id": "b", "attributes": [{"@metadata.mapping.parentObject.h": "owner"}]}]}
      """
    #expect(lintMessages(text).isEmpty)
  }

  @Test(
    "a default is never used if a policy covers missing values",
    arguments: [
      (#""onMissing": "null""#, true), (#""onMissing": "default""#, false),
      (#""onMissing": "absent", "onNull": "default""#, false),
      (#""onMissing": "error", "onError": "default""#, false), (#""onNull": "absent""#, false),
    ]
  )
  func defaults(members: String, isFound: Bool) {
    let marked = spec(
      attributes: #"[\#(isFound ? "«RK2113»" : ""){"to": "x", "default": 1, \#(members)}]"#
    )
    #expect(linted(marked) == marked)
  }

  @Test("a rule may override its property")
  func propertyDefaults() {
    let text = """
      {"mappers": [{"id": "a", "target": "A", "attributes": [{"to": "x", "onMissing": "absent"}]}],
       "targets": {"A": {"properties": {"x": {"type": "integer", "default": 1}}}}}
      """
    #expect(lintMessages(text).isEmpty)
  }
}
