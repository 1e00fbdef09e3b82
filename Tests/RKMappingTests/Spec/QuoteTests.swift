import RKDiagnostics
import RKMapping
import Testing

@Suite("Typographic quotes")
struct QuoteTests {
  @Test(
    "they are quotes, with a warning each, and the next one of their kind ends the text",
    arguments: [
      #"{«RK2004»“mappers”: [{"id": «RK2004»„a“, "attributes": [«RK2004»‘x’]}]}"#,
      #"{"mappers": [{«RK2004»«id»: «RK2004»»a«, "attributes": [«RK2004»‚x‘]}]}"#,
      #"{«RK2004»“mappers": [{"id": «RK2004»“a", "attributes": [«RK2004»‘x']}]}"#,
    ]
  )
  func read(marked: String) {
    #expect(annotated(marked) == marked)
    #expect(MarkedSpec(marked).mended() == #"{"mappers": [{"id": "a", "attributes": ["x"]}]}"#)
  }

  @Test("the text is between them, with its escapes and quotes of the other kind")
  func text() {
    let spec =
      #"{"mappers": [{"id": "a", "attributes": [{"to": "x", "default": “it’s \"so\"\n”}]}]}"#
    #expect(
      MarkedSpec(spec).mended()
        == #"{"mappers": [{"id": "a", "attributes": [{"to": "x", "default": "it’s \"so\"\n"}]}]}"#
    )
  }

  @Test("within a text they are characters")
  func inside() {
    let spec = #"{"name": "“a” ‘b’", "mappers": [{"id": "a", "attributes": ["x"]}]}"#
    #expect(annotated(spec) == spec)
  }

  @Test("a text that they do not end is an error on its line")
  func open() {
    let findings = MarkedSpec("{\"name\": “a,\n \"mappers\": [{\"id\": \"a\"}]}").findings()
    #expect(findings.map(\.message) == ["this string is not closed on its line"])
  }

  @Test("a place within such a text is counted after its quote")
  func place() {
    let spec = #"{"mappers": [{"id": "a", "when": “n = 3 #”, "attributes": ["x"]}]}"#
    let finding = MarkedSpec(spec).findings().first { $0.severity == .error }
    let start = #"{"mappers": [{"id": "a", "when": “n = 3 "#.utf8.count
    #expect(finding?.location?.byteRange == start..<(start + 1))
  }
}
