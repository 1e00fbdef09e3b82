import RKMapping
import Testing

@Suite("Mappers that extend others")
struct InheritanceTests {
  private func spec(_ mapper: String) -> String {
    #"""
    {"root-map-ref": "a", "mappers": [
      {"id": "base", "target": "Base", "attributes": {"x": "one", "y": "two"},
        "relationships": [{"from": "r", "to": "r", "map-ref": "c"}], "onNull": "absent"},
      {"id": "c", "attributes": ["m"]},
      {"id": "a", "extends": "base"\#(mapper)}]}
    """#
  }

  private let input = #"{"x":1,"y":2,"z":3,"r":{"m":4}}"#

  @Test("a mapper has all rules of the one that it extends")
  func all() throws {
    #expect(try map(input, by: spec("")) == #"{"one":1,"two":2,"r":{"m":4}}"#)
  }

  @Test("its own rules come after inherited ones")
  func additions() throws {
    #expect(
      try map(input, by: spec(#", "attributes": {"z": "three"}"#))
        == #"{"one":1,"two":2,"three":3,"r":{"m":4}}"#
    )
  }

  @Test("a rule with an inherited destination replaces it")
  func override() throws {
    #expect(
      try map(input, by: spec(#", "attributes": {"z": "one"}"#))
        == #"{"one":3,"two":2,"r":{"m":4}}"#
    )
  }

  @Test("a relationship with an inherited destination replaces it")
  func relationshipOverride() throws {
    let members = #", "relationships": [{"from": "s", "to": "r", "map-ref": "c"}]"#
    #expect(
      try map(#"{"x":1,"y":2,"s":{"m":5}}"#, by: spec(members)) == #"{"one":1,"two":2,"r":{"m":5}}"#
    )
  }

  @Test("policies are inherited, and may be overridden")
  func policies() throws {
    #expect(try map(#"{"x":1,"y":null}"#, by: spec("")) == #"{"one":1}"#)
    #expect(
      try map(#"{"x":1,"y":null}"#, by: spec(#", "onNull": "null""#)) == #"{"one":1,"two":null}"#
    )
  }

  @Test(
    "the target is inherited, the id is not",
    arguments: [("", "Base"), (#", "target": "A""#, "A")]
  )
  func target(members: String, target: String) throws {
    let trial = try MappingTrial(spec(members), #"{"x":1}"#) { $0.typeKey = "t" }
    #expect(trial.output == #"{"t":"\#(target)","one":1}"#)
  }

  @Test("a mapper may extend one that extends another")
  func twoLevels() throws {
    let spec = #"""
      {"root-map-ref": "c", "mappers": [
        {"id": "c", "extends": "b", "attributes": ["z"]},
        {"id": "b", "extends": "a", "attributes": ["y"]},
        {"id": "a", "attributes": ["x"]}]}
      """#
    #expect(try map(input, by: spec) == #"{"x":1,"y":2,"z":3}"#)
  }

  @Test("the extended mapper maps as before")
  func baseUnchanged() throws {
    let spec = #"""
      {"descriptors": [{"root-map-ref": "base"}], "mappers": [
        {"id": "base", "attributes": ["x"]}, {"id": "a", "extends": "base", "attributes": ["y"]}]}
      """#
    #expect(try map(input, by: spec) == #"{"x":1}"#)
  }

  @Test("inherited references resolve where they are declared, not where they are inherited")
  func scopeOfInheritedReferences() throws {
    let spec = #"""
      {"mappers": [
          {"id": "base", "dynamic": true, "default": "other",
            "matchers": [{"keyPath": "t", "expectValue": 1, "map-ref": "one"}]},
          {"id": "one", "attributes": [{"n": "outerOne"}]},
          {"id": "other", "attributes": [{"n": "outerOther"}]}],
        "responseDescriptors": [
          {"requests": [{"root-map-ref": "a"}],
            "maps": [{"id": "a", "extends": "base"},
              {"id": "one", "attributes": [{"n": "innerOne"}]},
              {"id": "other", "attributes": [{"n": "innerOther"}]}]}]}
      """#
    #expect(
      try map(#"[{"t":1,"n":1},{"t":2,"n":2}]"#, by: spec) == #"[{"outerOne":1},{"outerOther":2}]"#
    )
  }
}
