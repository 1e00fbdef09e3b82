import RKDiagnostics
import RKMapping
import Testing

@Suite("Written rules must not vanish")
struct VanishingRuleTests {
  private func codes(_ spec: String) -> [String] {
    do {
      _ = try Mapping(text: spec)
      return []
    } catch {
      return error.diagnostics.map { "\($0.code.id): \($0.message)" }
    }
  }

  @Test("null is not an expression")
  func expression() {
    #expect(
      codes(#"{"mappers": [{"id": "m", "attributes": ["a", {"to": "b", "expression": null}]}]}"#)
        == ["RK2006: 'expression' takes the text of an expression, not null"]
    )
  }

  @Test(
    "null is not a condition of a matcher",
    arguments: [
      (#""predicate": null"#, "'predicate' takes the text of a predicate, not null"),
      (#""keyPath": "a", "expectValues": null"#, "'expectValues' takes a list, not null"),
    ]
  )
  func matcher(condition: String, message: String) {
    let spec = #"""
      {"root-map-ref": "d", "mappers": [{"id": "m", "attributes": ["a"]},
        {"id": "d", "dynamic": true, "matchers": [{\#(condition), "map-ref": "m"}]}]}
      """#
    #expect(codes(spec) == ["RK2006: \(message)"])
  }

  @Test(
    "a route has a name or a target, and a path",
    arguments: [
      ("name", "a route needs a 'path'"), ("path", "a route needs a 'name' or a 'target'"),
    ]
  )
  func route(given: String, message: String) {
    let spec = #"""
      {"mappers": [{"id": "m", "attributes": ["a"]}], "routes": [{"\#(given)": "x"}]}
      """#
    #expect(codes(spec) == ["RK2009: \(message)"])
  }

  @Test("the name of what is sent is a text")
  func sourceName() {
    let spec = #"""
      {"mappers": [{"id": "m", "attributes": ["a"]}],
        "requestDescriptors": [{"requests": [{"sourceName": 1, "root-map-ref": "m"}]}]}
      """#
    #expect(codes(spec) == ["RK2006: 'sourceName' takes a text, not a number"])
  }
}
