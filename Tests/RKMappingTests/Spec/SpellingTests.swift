import RKDiagnostics
import RKEngine
import RKMapping
import Testing

@Suite("Words that look the same but are spelled differently (UAX 15)")
struct SpellingTests {
  private static let one = "\u{E9}"
  private static let two = "e\u{301}"

  private static func spelled(_ pattern: String) -> String {
    pattern.replacing("①", with: one).replacing("②", with: two)
  }

  /// A spec of which some part is spelled in one way, and another in the other.
  private static let spelledTwice = [
    #"{"mappers": [{"id": "a", "attributes": ["①", "«RK2034»②"]}]}"#,
    #"{"mappers": [{"id": "a", "attributes": ["①", {"from": "x.«RK2034»②[0].y", "to": "z"}]}]}"#,
    #"{"mappers": [{"id": "a", "attributes": ["①", {"to": "z", "template": "{x} «RK2034»②"}]}]}"#,
    #"{"mappers": [{"id": "a", "attributes": ["①", "y"], "when": "y == 'a\\'b①' OR SELF[\"«RK2034»②\"] == 1"}]}"#,
    #"{"mappers": [{"id": "a", "attributes": ["①", "y"], "when": "y == 1 OR «RK2034»② == 1"}]}"#,
    #"{"mappers": [{"id": "①", "attributes": ["x"]}, {"id": "«RK2034»②", "attributes": ["x"]}]}"#,
    #"{"keys": {"rename": {"①": "x"}}, "mappers": [{"id": "a", "attributes": ["«RK2034»②"]}]}"#,
    #"{"valueMaps": {"①": {"a": 1}}, "mappers": [{"id": "a", "attributes": ["«RK2034»②"]}]}"#,
    // Whatever its escapes are, and reported once.
    #"{"mappers": [{"id": "a", "attributes": ["①", "«RK2034»e\u0301", "②x", "①"]}]}"#,
    #"{"mappers": [{"id": "a", "attributes": ["\u00e9", "«RK2034»e\u0301"]}]}"#,
  ]

  @Test("RK2034: a word with two spellings", arguments: spelledTwice)
  func twoSpellings(pattern: String) {
    let marked = pattern.replacing("\"①", with: "\"" + Self.one).replacing("②", with: Self.two)
      .replacing("RK\(Self.two)034", with: "RK2034")
    let findings = MarkedSpec(marked).findings().filter { $0.code == .twoSpellings }
    let bytes = Array(marked.utf8)
    let place = bytes.indices.first { bytes[$0...].starts(with: "«RK2034»".utf8) }
    #expect(findings.map(\.location?.byteRange.lowerBound) == [place])
    #expect(findings.first?.related.count == 1)
  }

  /// What may be spelled in both ways.
  private static let apart = [
    #"{"mappers": [{"id": "a", "attributes": ["y"], "when": "[\"a b\"] == '①' OR y == \"②\" OR y IN {'a', '②'}"}]}"#,
    #"{"mappers": [{"id": "a", "attributes": ["①x", "②y", "z②", "z"]}]}"#,
    #"{"mappers": [{"id": "a", "attributes": [{"to": "x", "map": {"①": "c", "②": "d"}}]}]}"#,
    #"{"valueMaps": {"m": {"①": 1, "②": 2}}, "mappers": [{"id": "a", "attributes": [{"to": "x", "map": "m"}]}]}"#,
    #"{"$comment": "①", "mappers": [{"id": "a", "$comment": "①", "attributes": ["②"]}]}"#,
  ]

  @Test("other words, entries of value maps and comments", arguments: apart)
  func noFinding(pattern: String) {
    let text = pattern.replacing("①", with: Self.one).replacing("②", with: Self.two)
    #expect(MarkedSpec(text).findings().map(\.code.id) == [])
  }

  @Test(
    "entries of a value map are distinguished by their bytes, however many there are",
    arguments: [0, 9]
  )
  func valueMap(others: Int) throws {
    let more = (0..<others).map { #", "\#($0)": \#($0)"# }.joined()
    let spec =
      #"{"mappers": [{"id": "a", "attributes": [{"to": "x", "map": {"\#(Self.one)": "c", "\#(Self.two)": "d"\#(more)}}]}]}"#
    let output = try map(#"[{"x": "\#(Self.one)"}, {"x": "\#(Self.two)"}]"#, by: spec)
    #expect(output == #"[{"x":"c"},{"x":"d"}]"#)
  }

  @Test("a key that looks like a wanted one is shown with its spelling")
  func help() throws {
    let trial = try MappingTrial(
      #"{"mappers": [{"id": "a", "attributes": ["\#(Self.one)"]}]}"#,
      #"{"\#(Self.two)": 1}"#
    )
    #expect(trial.diagnostics.first?.help.first == "it has '\(Self.two)' (spelled e\\u{301})")
  }

  @Test("a key path does not match one that looks the same")
  func keyPath() throws {
    let trial = try MappingTrial(
      #"{"mappers": [{"id": "a", "attributes": ["x"]}], "descriptors": [{"root-map-ref": "a", "keyPath": "\#(Self.one)"}]}"#,
      #"{"\#(Self.two)": {"x": 1}}"#
    )
    let message = trial.diagnostics.first?.message
    #expect(message?.hasSuffix("the document has '\(Self.two)' (spelled e\\u{301})") == true)
  }
}
