import RKDiagnostics
import RKMapping
import Testing

@Suite("Linter")
struct LinterTests {
  private let shared = """
    {"root-map-ref": "a", "mappers": [
     {"id": "base", "attributes": [{"to": "x", "value": 1, "type": "string"}]},
     {"id": "a", "extends": "base", "relationships": [{"from": "b", "to": "b", "map-ref": "b"}]},
     {"id": "b", "extends": "base"}]}
    """

  @Test("a rule that several mappers share is reported once")
  func once() {
    #expect(MarkedSpec(shared).findings(isLinted: true).map(\.code) == [.unfitConstant])
  }

  @Test("only check lints: a spec that is only read has none of the warnings")
  func onlyWhenAsked() {
    #expect(MarkedSpec(shared).findings().isEmpty)
  }

  @Test("warnings are errors on request, notes never are")
  func strict() {
    let text = #"{"keyPath": "a", "mappers": [{"id": "a", "attributes": [{"@document.x": "x"}]}]}"#
    #expect(MarkedSpec(text).findings(isStrict: true, isLinted: true).map(\.severity) == [.note])
    #expect(MarkedSpec(shared).findings(isStrict: true, isLinted: true).map(\.severity) == [.error])
  }

  @Test("diagnostics are in the order of the text, whichever rule they are from")
  func order() {
    let text = """
      {"root-map-ref": "a", "mappers": [
       {"id": "a", "attributes": [{"to": "h", "hidden": true}, {"to": "x", "value": 1, "type": "date"},
        {"to": "d", "type": "date", "format": "HH:ss"}, "n", "N"]},
       {"id": "u"}],}
      """
    let places = MarkedSpec(text).findings(isLinted: true).compactMap(
      \.location?.byteRange.lowerBound
    )
    #expect(places.count >= 5)
    #expect(places == places.sorted())
  }

  @Test("a spec with errors is not linted: consequences would be reported twice")
  func errors() {
    let text = #"{"root-map-ref": "x", "mappers": [{"id": "a"}, {"id": "b"}]}"#
    #expect(MarkedSpec(text).findings(isLinted: true).map(\.code) == [.unknownMapRef])
  }
}

@Suite("RK2110: what needs the whole document")
struct HeldDocumentsTests {
  @Test(
    "a note names one place for each reason",
    arguments: [
      #"{"keyPath": "a", "mappers": [{"id": "a", "attributes": [{«RK2110»"@document.x": "x"}, {"@document.y": "y"}]}]}"#,
      #"«RK2110»{"keyPath": "a.*", "mappers": [{"id": "a", "attributes": ["x"]}]}"#,
      #"{"descriptors": [{"keyPath": "a", "root-map-ref": "a"}, «RK2110»{"keyPath": "b", "root-map-ref": "a"}], "mappers": [{"id": "a", "attributes": ["x"]}]}"#,
      #"{"mappers": [{"id": «RK2110»"a", "attributes": ["x"], "when": "@document.k == 1"}]}"#,
      #"{"keyPath": "a", "mappers": [{"id": "a", "attributes": [{"@root.x": "x"}, {«RK2110»"@parent.y": "y"}, "z"]}]}"#,
      #"{"descriptors": [{"keyPath": "a", "path": "/a", "root-map-ref": "a"}, {"keyPath": "b", "path": "/b", "root-map-ref": "a"}], "mappers": [{"id": "a", "attributes": ["x"]}]}"#,
    ]
  )
  func notes(marked: String) { #expect(linted(marked) == marked) }

  @Test("connections keep records in memory")
  func connections() {
    let marked = """
      {"mappers": [{"id": "a", "target": "A", "attributes": ["id", "next"], "identification": "id",
        "connections": [{"to": «RK2110»"n", "target": "A", "where": {"next": "id"}}]}],
       "targets": {"A": {"properties": {"n": "A"}}}}
      """
    #expect(linted(marked) == marked)
  }

  @Test("several reasons are one note, with the places of the others")
  func several() throws {
    let spec = """
      {"descriptors": [{"keyPath": "a", "root-map-ref": "a"}, {"keyPath": "b", "root-map-ref": "a"}],
       "mappers": [{"id": "a", "target": "A", "attributes": ["id", "next"], "identification": "id",
        "connections": [{"to": "n", "target": "A", "where": {"next": "id"}}]}],
       "targets": {"A": {"properties": {"n": "A"}}}}
      """
    let found = MarkedSpec(spec).findings(isLinted: true)
    let note = try #require(found.first)
    #expect(found.count == 1)
    #expect(note.related.count == 2)
    #expect(note.related.last?.message.contains("'n' connects them") == true)
  }
}
