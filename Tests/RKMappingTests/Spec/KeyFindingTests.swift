import RKMapping
import Testing

@Suite("What keeps records out of tables")
struct KeyFindingTests {
  @Test(
    "a modification attribute without a type gets a warning at its name",
    arguments: [
      #"{"id": "a", "attributes": ["x", "t"], "modification": «RK2047»"t"}"#,
      #"{"id": "a", "attributes": ["x", {"to": "t", "type": "any"}], "modification": «RK2047»"t"}"#,
      #"{"id": "a", "attributes": ["x", {"to": "t", "type": "date"}], "modification": "t"}"#,
      #"{"id": "a", "attributes": ["x", {"to": "t", "type": "string"}], "modification": "t"}"#,
      #"{"id": "a", "target": "T", "attributes": ["x", "n"], "modification": "n"}"#,
      #"{"id": "a", "attributes": [{"@metadata.mapping.rootKeyPath": "t"}], "modification": «RK2047»"@metadata.mapping.rootKeyPath"}"#,
    ]
  )
  func modification(mapper: String) {
    let marked = #"{"targets": {"T": {"properties": {"n": "integer"}}}, "mappers": [\#(mapper)]}"#
    #expect(annotated(marked) == marked)
  }

  @Test(
    "dates that are written in a pattern do not say which record is newer",
    arguments: ["yyyy-MM-dd", "rfc1123", "iso8601", "epoch"]
  )
  func modificationInPattern(output: String) {
    for type in ["date", "day"] {
      let mark = type == "date" && !["iso8601", "epoch"].contains(output) ? "«RK2047»" : ""
      let marked = #"""
        {"dateOutput": "\#(output)", "mappers": [{"id": "a", "identification": "x",
          "attributes": ["x", {"to": "t", "type": "\#(type)"}], "modification": \#(mark)"t"}]}
        """#
      #expect(annotated(marked) == marked)
    }
  }

  @Test("a hidden attribute is not a key, and cannot be compared")
  func hidden() {
    let marked = #"""
      {"mappers": [{"id": "a", "attributes": ["x", {"to": "t", "type": "date", "hidden": true}],
        "modification": «RK2048»"t", "identification": [«RK2048»"t"]}]}
      """#
    #expect(annotated(marked) == marked)
  }

  @Test(
    "a mapper that does not write the key of its target gets a warning where it is used",
    arguments: [
      (#""map-ref": "b""#, #"{"id": «RK2048»"b", "target": "T", "attributes": ["y"]}"#),
      (#""map-ref": "b""#, #"{"id": "b", "target": "T", "attributes": ["y", "x"]}"#),
      (
        #""map-ref": "b""#,
        #"{"id": «RK2048»"b", "target": "T", "attributes": [{"to": "x", "hidden": true}, "y"]}"#
      ),
      (#""map-ref": "a""#, #"{"id": "b", "target": "T", "attributes": ["y"]}"#),
      (#""map-ref": "b""#, #"{"id": "b", "target": "U", "attributes": ["y"]}"#),
    ]
  )
  func missingKey(reference: String, mapper: String) {
    let marked = #"""
      {"root-map-ref": "a", "mappers": [
        {"id": "a", "target": "T", "attributes": ["x"], "identification": "x",
          "relationships": [{"from": "r", "to": "r", \#(reference)}]},
        \#(mapper)]}
      """#
    #expect(annotated(marked) == marked)
  }

  @Test("the nesting attribute of a dynamic mapper is written by those that it chooses")
  func dynamicNesting() {
    let marked = #"""
      {"root-map-ref": "d", "targets": {"T": {"properties": {"k": "string"}, "identification": "k"}},
        "mappers": [
        {"id": "d", "dynamic": true, "keyAttribute": "k", "forceCollection": true, "default": "a"},
        {"id": "a", "target": "T", "attributes": ["x"]}]}
      """#
    #expect(annotated(marked) == marked)
  }

  @Test(
    "mappers of one target that name different attributes get a warning; the first counts",
    arguments: [
      (#""x""#, #"«RK2049»"y""#), (#""y""#, #"«RK2049»"x""#), (#"["x", "y"]"#, #"["y", "x"]"#),
      (#"["x", "y"]"#, #"[«RK2049»"x"]"#), (#""x""#, "null"),
    ]
  )
  func severalIdentities(first: String, second: String) {
    let marked = #"""
      {"root-map-ref": "a", "mappers": [
        {"id": "a", "target": "T", "attributes": ["x", "y"], "identification": \#(first),
          "relationships": [{"from": "r", "to": "r", "map-ref": "b"}]},
        {"id": "b", "target": "T", "attributes": ["x", "y"], "identification": \#(second)}]}
      """#
    #expect(annotated(marked) == marked)
  }
}
