import RKDiagnostics
import RKMapping
import Testing

@Suite("References between mappers")
struct SpecReferenceTests {
  @Test(
    "RK2003: a reference that names no mapper is an error at the name",
    arguments: [
      #"{"root-map-ref": «RK2003»"b", "mappers": [{"id": "a"}]}"#,
      #"{"descriptors": [{"root-map-ref": «RK2003»"b"}], "mappers": [{"id": "a"}]}"#,
      #"{"mappers": [{"id": "a", "extends": «RK2003»"b"}]}"#,
      #"""
      {"mappers": [{"id": "a", "relationships": [
        {"from": "x", "to": "x", "map-ref": «RK2003»"houseEntty"}]}]}
      """#,
      #"{"mappers": [{"id": "a", "dynamic": true, "matchers": [], "default": «RK2003»"b"}]}"#,
      #"""
      {"mappers": [{"id": "a", "dynamic": true, "matchers": [
        {"keyPath": "t", "expectValue": 1, "map-ref": «RK2003»"b"}]}]}
      """#,
      #"""
      {"mappers": [{"id": "a", "dynamic": true, "matchers": [
        {"keyPath": "t", "valueMap": {"1": «RK2003»"b", "2": null}}]}]}
      """#,
      #"""
      {"mappers": [{"id": "a", "dynamic": true, "matchers": [
        {"keyPath": "t", "expectValue": «RK2006»[1], "map-ref": «RK2003»"b"}]}]}
      """#,
      #"""
      {"mappers": [{"id": "a", "dynamic": true, "matchers": [
        {«RK2019»"keyPath": "t", "map-ref": «RK2003»"b"}]}]}
      """#,
      #"""
      {"mappers": [{"id": "a", "dynamic": true, "matchers": [
        {"keyPath": "t.«RK2018»", "valueMap": {"1": «RK2003»"b"}}]}]}
      """#,
      #"""
      {"mappers": [{"id": "a", "dynamic": true, "matchers": [
        {"keyPath": «RK2018»"(k)", "expectValue": 1, "map-ref": «RK2003»"b"}]}]}
      """#,
    ]
  )
  func unknownMapRef(marked: String) {
    #expect(annotated(marked) == marked)
  }

  @Test("an unknown reference is reported with the most similar name")
  func nearestName() {
    let spec = #"{"root-map-ref": "userMapping", "mappers": [{"id": "userMapper"}]}"#
    #expect(message(spec) == "no mapper 'userMapping'; did you mean 'userMapper'?")
  }

  @Test("a mapper of another group cannot be named")
  func groupScope() {
    let marked = #"""
      {"responseDescriptors": [
        {"requests": [{"root-map-ref": "a"}], "maps": [{"id": "a"}]},
        {"requests": [{"root-map-ref": «RK2003»"a"}], "maps": [{"id": "b"}]}
      ]}
      """#
    #expect(annotated(marked) == marked)
  }

  @Test("two groups may each have a mapper of one id, and see the spec's own mappers")
  func groupsOfTheirOwn() {
    let spec = #"""
      {"mappers": [{"id": "common"}], "responseDescriptors": [
        {"requests": [{"root-map-ref": "a"}], "maps": [{"id": "a", "extends": "common"}]},
        {"requests": [{"root-map-ref": "a"}], "maps": [{"id": "a"}]}
      ]}
      """#
    #expect(annotated(spec) == spec)
  }

  @Test("RK2011: two mappers of one id are an error at the second")
  func duplicateMapper() {
    let marked = #"{"mappers": [{"id": "a"}, {"id": «RK2011»"a"}], "root-map-ref": "a"}"#
    #expect(annotated(marked) == marked)
  }

  @Test(
    "RK2013: the root must be stated if several mappers may be",
    arguments: [
      #"«RK2013»{"mappers": [{"id": "a"}, {"id": "b"}]}"#,
      #"{"descriptors": [«RK2013»{"keyPath": "x"}], "mappers": [{"id": "a"}, {"id": "b"}]}"#,
      #"""
      «RK2013»{"mappers": [
        {"id": "a", "relationships": [{"from": "x", "to": "x", "map-ref": "b"}]},
        {"id": "b", "relationships": [{"from": "x", "to": "x", "map-ref": "a"}]}]}
      """#,
    ]
  )
  func noRoot(marked: String) {
    #expect(annotated(marked) == marked)
  }

  @Test(
    "the root need not be stated if it is the only one that no other refers to",
    arguments: [
      #"{"mappers": [{"id": "a", "relationships": [{"from": "x", "to": "x", "map-ref": "a"}]}]}"#,
      #"""
      {"mappers": [{"id": "b"},
        {"id": "a", "relationships": [{"from": "x", "to": "x", "map-ref": "b"}]}]}
      """#,
      #"{"mappers": [{"id": "b"}, {"id": "a", "extends": "b"}]}"#,
    ]
  )
  func onlyRoot(spec: String) {
    #expect(annotated(spec) == spec)
  }

  @Test(
    "RK2014: mappers that extend one another are an error at the reference that closes the cycle",
    arguments: [
      #"{"mappers": [{"id": "a", "extends": «RK2014»"a"}]}"#,
      #"""
      {"root-map-ref": "a", "mappers": [
        {"id": "a", "extends": "b"}, {"id": "b", "extends": «RK2014»"a"}]}
      """#,
      #"""
      {"root-map-ref": "a", "mappers": [
        {"id": "a", "extends": "b"}, {"id": "b", "extends": "c"},
        {"id": "c", "extends": «RK2014»"b"}]}
      """#,
    ]
  )
  func extendsCycle(marked: String) {
    #expect(annotated(marked) == marked)
  }

  @Test("a relationship to an owner's value is not a cycle if nothing leads back")
  func climbing() throws {
    let spec = #"""
      {"root-map-ref": "p", "mappers": [
        {"id": "p", "relationships": [{"from": "kids", "to": "kids", "map-ref": "k"}]},
        {"id": "k", "attributes": ["n"], "relationships": [
          {"from": "@parent.pet", "to": "pet", "map-ref": "c"}]},
        {"id": "c", "attributes": ["name"]}]}
      """#
    #expect(annotated(spec) == spec)
    #expect(
      try map(#"{"pet":{"name":"Asia"},"kids":[{"n":1}]}"#, by: spec)
        == #"{"kids":[{"n":1,"pet":{"name":"Asia"}}]}"#
    )
  }

  @Test("RK2022: a cycle is reported with its mappers")
  func circleNames() {
    let spec = #"""
      {"root-map-ref": "a", "mappers": [
        {"id": "a", "relationships": [{"from": "x", "to": "b", "map-ref": "b"}]},
        {"id": "b", "dynamic": true, "default": "c"}, {"id": "c", "dynamic": true, "default": "b"}]}
      """#
    #expect(
      message(spec)
        == "mappers lead to one another without leading down into the document: 'b' leads to 'c' "
        + "leads to 'b'"
    )
  }

  @Test("relationships may lead back to their own mapper")
  func cyclicRelationships() {
    let spec = #"""
      {"root-map-ref": "a", "mappers": [
        {"id": "a", "relationships": [{"from": "bs", "to": "bs", "map-ref": "b"}]},
        {"id": "b", "relationships": [{"from": "a", "to": "a", "map-ref": "a"}]}]}
      """#
    #expect(annotated(spec) == spec)
  }

  @Test(
    "RK2022: a cycle that does not lead down into the document is an error",
    arguments: [
      #"""
      {"mappers": [{"id": "a", "relationships": [
        «RK2022»{"from": "", "to": "self", "map-ref": "a"}]}]}
      """#,
      #"""
      {"root-map-ref": "a", "mappers": [
        {"id": "a", "relationships": [{"from": "", "to": "b", "map-ref": "b"}]},
        {"id": "b", "relationships": [«RK2022»{"from": "self", "to": "a", "map-ref": "a"}]}]}
      """#,
      #"""
      {"mappers": [{"id": "a", "relationships": [
        «RK2022»{"from": "@parent", "to": "up", "map-ref": "a"}]}]}
      """#,
      #"{"mappers": [{"id": «RK2022»"a", "dynamic": true, "default": "a"}]}"#,
      #"""
      {"root-map-ref": "a", "mappers": [
        {"id": "a", "dynamic": true, "default": "b"},
        {"id": «RK2022»"b", "dynamic": true, "default": "a"}]}
      """#,
      #"""
      {"root-map-ref": "a", "mappers": [
        {"id": "a", "relationships": [{"from": "x", "to": "b", "map-ref": "b"}]},
        {"id": "b", "relationships": [«RK2022»{"from": "@parent", "to": "a", "map-ref": "a"}]}]}
      """#,
    ]
  )
  func endlessComposition(marked: String) {
    #expect(annotated(marked) == marked)
  }

  @Test("a cycle that stays at one representation but leads down at another is fine")
  func circleThatLeadsDown() {
    let spec = #"""
      {"root-map-ref": "a", "mappers": [
        {"id": "a", "relationships": [{"from": "", "to": "b", "map-ref": "b"}]},
        {"id": "b", "relationships": [{"from": "kids", "to": "kids", "map-ref": "d"}]},
        {"id": "d", "dynamic": true, "default": "a"}]}
      """#
    #expect(annotated(spec) == spec)
  }

  @Test("RK2023: union of a to-one relationship is an error at the policy")
  func unionToOne() {
    let marked = #"""
      {"mappers": [{"id": "a", "relationships": [
        {"from": "x", "to": "x", "map-ref": "a", "many": false, «RK2023»"assignmentPolicy": "union"}
      ]}]}
      """#
    #expect(annotated(marked) == marked)
  }

  @Test(
    "RK2027: a name of an attribute that the mapper does not have is an error at the name",
    arguments: [
      #"{"mappers": [{"id": "a", "attributes": {"x": "y"}, "identification": «RK2027»"x"}]}"#,
      #"{"mappers": [{"id": "a", "attributes": ["y"], "identification": ["y", «RK2027»"z"]}]}"#,
      #"{"mappers": [{"id": "a", "attributes": ["y"], "modification": «RK2027»"z"}]}"#,
      #"{"mappers": [{"id": "a", "attributes": ["y"], "identification": «RK2027»"@parent.id"}]}"#,
      #"{"mappers": [{"id": "a", "attributes": ["y"], "scalarAs": «RK2027»"z"}]}"#,
    ]
  )
  func unknownAttribute(marked: String) {
    #expect(annotated(marked) == marked)
  }

  @Test(
    "RK2028: a dynamic mapper with rules of its own is an error at the first rule",
    arguments: [
      #"{"mappers": [{"id": "a", "dynamic": true, "matchers": [], "attributes": [«RK2028»"x"]}]}"#,
      #"""
      {"mappers": [{"id": "a", "dynamic": true, "matchers": [], "relationships": [
        «RK2028»{"from": "x", "to": "x", "map-ref": "a"}]}]}
      """#,
    ]
  )
  func dynamicWithRules(marked: String) {
    #expect(annotated(marked) == marked)
  }

  @Test(
    "RK2019: a matcher without exactly one condition is an error at its first word",
    arguments: [
      #"{«RK2019»"map-ref": null}"#,
      #"{«RK2019»"keyPath": "t", "map-ref": null}"#,
      #"{"keyPath": "t", «RK2019»"expectValue": 1, "expectType": "null", "map-ref": null}"#,
      #"{«RK2019»"expectValue": 1, "map-ref": null}"#,
    ]
  )
  func matcherWithoutCondition(matcher: String) {
    let marked = #"{"mappers": [{"id": "a", "dynamic": true, "matchers": [\#(matcher)]}]}"#
    #expect(annotated(marked) == marked)
  }

  @Test(
    "RK2026: a placeholder is an error at it",
    arguments: [
      #"{"predicate": «RK2026»"<your predicate statement here>", "map-ref": null}"#,
      #"{"keyPath": "t", "expectValue": 1, "map-ref": «RK2026»"<mapper>"}"#,
    ]
  )
  func placeholder(matcher: String) {
    let marked = #"{"mappers": [{"id": "a", "dynamic": true, "matchers": [\#(matcher)]}]}"#
    #expect(annotated(marked) == marked)
  }
}
