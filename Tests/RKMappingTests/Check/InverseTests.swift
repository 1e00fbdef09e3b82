import RKMapping
import Testing

@Suite("Which rules can be inverted")
struct InverseTests {
  private func classes(_ mappers: String) throws -> [String] {
    let mapping = try Mapping(text: #"{"root-map-ref": "m", "mappers": [\#(mappers)]}"#)
    return mapping.inverseClasses.map { rule in
      ([rule.rule, rule.inverse.name] + [rule.inverse.detail].compactMap { $0 })
        .joined(separator: " ")
    }
  }

  private func classOfAttribute(_ members: String) throws -> String {
    let all = try classes(#"{"id": "m", "target": "M", "attributes": [{"to": "a", \#(members)}]}"#)
    return String((all.first ?? "").dropFirst("m.a ".count))
  }

  @Test(
    "the class of a rule is the worst of its parts, the detail that of the first of these",
    arguments: [
      (#""from": "x""#, "exact"),
      (#""from": "x", "transform": ["trim", "sort"]"#, "lossy white space"),
      (#""from": "x", "transform": ["trim", "round:2"]"#, "one-way round"),
      (#""from": "x.*", "transform": "round:2""#, "one-way pattern"),
      (#""from": ["x", "y"], "type": "set<string>""#, "lossy which source"),
      (#""from": ["x[-1]", "y"]"#, "one-way index from the end"),
      (#""from": "x", "type": "[set<string>]""#, "lossy repeated elements"),
      (#""from": "x", "map": {"1": "a", "2": "b"}"#, "exact"),
      (#""from": "x", "map": {"1": "a", "2": "b", "default": "a"}"#, "one-way values of the map"),
      (#""from": "x", "onNull": "absent""#, "lossy whether it was null"),
      (#""from": "x", "validate": [{"if": "SELF > 1", "then": "null"}]"#, "lossy refused values"),
      (#""from": "x", "validate": [{"if": "SELF > 1", "then": "fail"}]"#, "exact"),
      (#""from": "x", "hidden": true"#, "lossy hidden"),
      (#""from": "x.@sum", "serialize": false"#, "left out"),
    ]
  )
  func worst(members: String, wanted: String) throws {
    #expect(try classOfAttribute(members) == wanted)
  }

  @Test("a source is shared by the rules that are written, relationships among them")
  func shared() throws {
    let found = try classes(
      #"""
      {"id": "m", "target": "M",
       "attributes": [{"x": {"to": "hidden", "hidden": true}}, {"x": {"to": "out", "serialize": false}},
                      {"x": "a"}, {"x": "b"}, {"kids": "raw"}],
       "relationships": [{"from": "kids", "to": "kids", "map-ref": "k", "many": true},
                         {"from": "", "to": "one", "map-ref": "k"},
                         {"from": "", "to": "two", "map-ref": "k"}]},
      {"id": "k", "target": "K", "attributes": ["id"]}
      """#
    )
    #expect(
      found == [
        "m.hidden lossy hidden", "m.out left out", "m.a exact", "m.b one-way shared source",
        "m.raw exact", "m.kids one-way shared source", "m.one exact", "m.two exact", "k.id exact",
      ]
    )
  }

  @Test("a choice is exact if its mapper writes what the matcher reads")
  func choices() throws {
    let found = try classes(
      #"""
      {"id": "m", "dynamic": true, "default": "c",
       "matchers": [{"keyPath": "type", "valueMap": {"a": "a", "b": "b"}},
                    {"keyPath": "kind", "expectValue": 1, "map-ref": "c"}]},
      {"id": "a", "target": "A", "attributes": ["type"]},
      {"id": "b", "target": "B", "attributes": [{"type": {"to": "type", "transform": "lowercase"}}]},
      {"id": "c", "target": "C", "attributes": ["kind"]}
      """#
    )
    #expect(
      found == [
        "m[0] exact", "m[1] lossy discriminator", "m[2] exact", "m[3] lossy discriminator",
        "a.type exact", "b.type one-way lowercase", "c.kind exact",
      ]
    )
  }
}
