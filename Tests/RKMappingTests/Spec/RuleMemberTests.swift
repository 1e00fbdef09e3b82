import RKDiagnostics
import RKMapping
import Testing

@Suite("Rules, templates and predicates of a spec")
struct RuleMemberTests {
  @Test(
    "RK2055: an incomplete or excessive rule is marked at its position",
    arguments: [
      #"«RK2055»{"then": "reject"}"#,
      #"{"if": "SELF == 1", «RK2055»"unless": "SELF == 2", "then": "reject"}"#,
      #"«RK2009»{"if": "SELF == 1"}"#,
      #"{"if": "SELF == 1", "then": «RK2010»"refuse"}"#,
      #"{"if": "SELF == 1", "then": «RK2055»"set"}"#,
      #"{"if": "SELF == 1", "then": "null", «RK2055»"value": 1}"#,
      #"{"if": «RK2006»1, "then": "null"}"#,
      #"{"if": "SELF == «RK2050»", "then": "null"}"#,
      #"{"if": "SELF == 1", "then": "fail", "message": «RK2006»1}"#,
      #"«RK2006»"reject""#,
    ]
  )
  func rules(rule: String) {
    let marked = spec(attributes: #"[{"to": "x", "validate": [\#(rule)]}]"#)
    #expect(annotated(marked) == marked)
  }

  @Test(
    "RK2055: a rule of a record can only fail",
    arguments: [
      #"{"if": "x == 1", "then": «RK2055»"reject"}"#, #"{"if": "x == 1", "then": «RK2055»"null"}"#,
      #"{"if": "x == 1", "then": «RK2055»"set", "value": 1}"#, #"{"if": "x == 1", "then": "fail"}"#,
      #"«RK2055»{"then": "fail"}"#,
    ]
  )
  func recordRules(rule: String) {
    let marked = #"{"mappers": [{"id": "a", "attributes": ["x"], "validate": [\#(rule)]}]}"#
    #expect(annotated(marked) == marked)
  }

  @Test(
    "RK2057: the set value should have the attribute's type",
    arguments: [
      ("integer", "1", true), ("integer", "1.5", false), ("integer", #""1""#, false),
      ("number", "1.5", true), ("decimal", #""1.50""#, true), ("string", "1", false),
      ("boolean", "true", true), ("boolean", "1", false), ("date", #""2020-01-01""#, true),
      ("date", "true", false), ("[string]", "[]", true), ("[string]", "{}", false),
      ("object", "{}", true), ("object", "[]", false), ("any", "[]", true),
      ("integer", "null", true),
    ]
  )
  func otherValues(type: String, value: String, isFine: Bool) {
    let rule = #"{"if": "SELF == 9", "then": "set", "value": \#(value)}"#
    let marked = spec(
      attributes:
        #"[{"to": "x", "type": "\#(type)", "validate": [\#(isFine ? "" : "«RK2057»")\#(rule)]}]"#
    )
    #expect(annotated(marked) == marked)
  }

  @Test(
    "an attribute has one of source, value, template and expression",
    arguments: [
      #"[{"from": "a", "to": "x", «RK2008»"template": "{y}"}, "y"]"#,
      #"[{"from": "a", "to": "x", «RK2008»"expression": "b + 1"}]"#,
      #"[{"to": "x", "value": 1, «RK2008»"expression": "b + 1"}]"#,
      #"[{"to": "x", "expression": "b + 1", «RK2008»"template": "t"}]"#,
      #"{"a": {"to": "x", «RK2008»"expression": "b + 1"}}"#,
      #"{"a": {"to": "x", «RK2008»"template": "t"}}"#,
      #"{"a": {"to": "x", «RK2008»"value": 1}}"#,
    ]
  )
  func oneOrigin(attributes: String) {
    let marked = spec(attributes: attributes)
    #expect(annotated(marked) == marked)
  }

  @Test("RK2050: the mark of too deep nesting begins with its first operand")
  func deepProduct() {
    let product = Array(repeating: "b", count: 102).joined(separator: " * ")
    let marked = spec(
      attributes: #"[{"to": "x", "expression": "1 +  «RK2050»\#(product)"}, "b"]"#
    )
    #expect(annotated(marked) == marked)
  }

  @Test(
    "RK2056: an error of a template is marked within it",
    arguments: [
      #""«RK2056»{y""#, #""y«RK2056»}""#, #""«RK2056»{}""#, #""«RK2056»{|url}""#,
      #""{y«RK2056»|uri}""#, #""{{y}} {y}""#, #""{«RK2056»z}""#, #""{y}{«RK2056»r}""#,
      #""\"\u00e9{«RK2056»z}""#, #""{«RK2056»x}""#, #""plain""#, #""""#,
    ]
  )
  func templates(template: String) {
    let marked = #"""
      {"root-map-ref": "a", "mappers": [
        {"id": "a", "attributes": ["y", {"to": "x", "template": \#(template)}],
          "relationships": [{"from": "r", "to": "r", "map-ref": "b"}]}, {"id": "b", "attributes": ["n"]}]}
      """#
    #expect(annotated(marked) == marked)
  }

  @Test("RK2056: templates must not form a cycle, but may form a chain")
  func circles() {
    let circle = spec(
      attributes:
        #"[{"to": "a", "template": "{b}"}, {"to": "b", "template": "{c}{d}"}, {"to": "c", "template": "{«RK2056»a}"}, "d"]"#
    )
    #expect(annotated(circle) == circle)
    #expect(
      message(MarkedSpec(circle).text)
        == "templates use one another: 'a' needs 'b' needs 'c' needs 'a'"
    )
  }

  @Test("a template prefers an attribute with exactly its name")
  func nearestName() {
    let text = spec(attributes: #"["title", {"to": "x", "template": "{titel}"}]"#)
    #expect(message(text) == "the mapper 'a' has no attribute 'titel'; did you mean 'title'?")
  }

  @Test(
    "RK2019: a matcher has one condition",
    arguments: [
      #"{«RK2019»"predicate": "a == 1", "keyPath": "a", "map-ref": "b"}"#,
      #"{"keyPath": "a", «RK2019»"expectValue": 1, "predicate": "a == 1", "map-ref": "b"}"#,
      #"{«RK2019»"map-ref": "b"}"#, #"{"predicate": "a == 1", "map-ref": "b"}"#,
      #"«RK2009»{"predicate": "a == 1"}"#, #"{"predicate": "a = «RK2050»= 1", "map-ref": null}"#,
      #"{"predicate": «RK2026»"<your predicate statement here>", "map-ref": "b"}"#,
    ]
  )
  func matchers(matcher: String) {
    let marked = #"""
      {"root-map-ref": "d", "mappers": [
        {"id": "d", "dynamic": true, "matchers": [\#(matcher)], "default": "b"}, {"id": "b", "attributes": ["a"]}]}
      """#
    #expect(annotated(marked) == marked)
  }

  @Test(
    "RK2028: a dynamic mapper makes no records to validate",
    arguments: [
      #""when": «RK2028»"a == 1""#, #""deletionPredicate": «RK2028»"a == 1""#,
      #""validate": [«RK2028»{"if": "a == 1", "then": "fail"}]"#,
    ]
  )
  func dynamicMappers(member: String) {
    let marked = #"""
      {"root-map-ref": "d", "mappers": [
        {"id": "d", "dynamic": true, \#(member), "default": "b"}, {"id": "b", "attributes": ["a"]}]}
      """#
    #expect(annotated(marked) == marked)
  }
}
