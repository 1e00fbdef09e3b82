import RKDiagnostics
import Testing

@Suite("RK2114: declared properties that no rule fills")
struct UnfilledPropertiesTests {
  private func spec(_ properties: String, _ attributes: String, rest: String = "") -> String {
    """
    {"targets": {"A": {"properties": {\(properties)}}},
     "mappers": [{"id": "a", "target": "A", "attributes": [\(attributes)]\(rest)}]}
    """
  }

  @Test("a destination similar to an unfilled property")
  func misspelt() {
    let marked = spec(#""title": "string", "id": "integer""#, #""id", «RK2114»"titel""#)
    #expect(linted(marked) == marked)
    #expect(
      lintMessages(MarkedSpec(marked).text) == [
        "the target 'A' declares no 'titel', and nothing fills its 'title'"
      ]
    )
  }

  @Test(
    "filled or dissimilar properties are not reported",
    arguments: [
      (#""title": "string""#, #""title", "titel""#), (#""title": "string""#, #""x""#),
      (#""title": "object""#, #"{"b": "title.main"}, "titel""#), ("", #""titel""#),
      (#""b": "string", "id": "string""#, #""x", "uid""#),
    ]
  )
  func fine(properties: String, attributes: String) {
    let spec = spec(properties, attributes)
    #expect(linted(spec) == spec)
  }

  @Test("a required property that nothing fills, unless a mapper of the target does")
  func required() {
    let property = #"{"type": "string", "required": true}"#
    let marked = spec(#""b": «RK2114»\#(property)"#, #""x""#)
    #expect(
      lintMessages(MarkedSpec(marked).text) == ["nothing fills 'b' of 'A', which is required"]
    )
    let nested = spec(#""b": \#(property)"#, #""x""#, rest: #", "keyAttribute": "b""#)
    #expect(lintMessages(nested).isEmpty)
    let plain = spec(#""b": "string""#, #""x""#)
    #expect(lintMessages(plain).isEmpty)
  }

  @Test("a property that a rule of the owner fills is filled")
  func filledByOwner() {
    let spec = """
      {"targets": {"B": {"properties": {"id": "integer", "name": {"type": "string", "required": true}}}},
       "root-map-ref": "a", "mappers": [
       {"id": "a", "target": "A", "attributes": [{"x.y": "b.name"}],
        "relationships": [{"from": "b", "to": "b", "many": false, "map-ref": "b"}]},
       {"id": "b", "target": "B", "attributes": ["id"]}]}
      """
    #expect(linted(spec) == spec)
    let other = spec.replacing("b.name", with: "name")
    #expect(lintMessages(other) == ["nothing fills 'name' of 'B', which is required"])
  }
}
