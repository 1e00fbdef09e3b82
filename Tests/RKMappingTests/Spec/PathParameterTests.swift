import RKDiagnostics
import RKMapping
import Testing

@Suite("RK2029: parameters of paths in parentheses")
struct PathParameterTests {
  private func spec(_ path: String) -> String {
    #"{"path": "\#(path)", "mappers": [{"id": "a", "target": "A", "attributes": ["x"]}]}"#
  }

  @Test(
    "one that is all of a component, or comes before its dot, is recognised",
    arguments: [
      ("/a/(id)", "/a/:id"), ("(id)", ":id"), ("/a/(id)/b/(n_2)/", "/a/:id/b/:n_2/"),
      ("/a/(id).json", "/a/{id}.json"), ("/a/(id)?x=1", "/a/:id?x=1"),
    ]
  )
  func read(path: String, better: String) {
    let findings = MarkedSpec(spec(path)).findings()
    #expect(findings.map(\.code) == [.oldPathParameter])
    #expect(findings.first?.message == "the path '\(path)' is read as '\(better)'")
    #expect(MarkedSpec(spec(path)).mended() == spec(better))
    #expect(MarkedSpec(spec(better)).findings().isEmpty)
  }

  @Test(
    "elsewhere parentheses are literal text",
    arguments: [
      "/Products(id)", "/Products(:id)", "/a/()", "/a/(1)", "/a/(b c)", "/a/(id", "/(a)b",
    ]
  )
  func literal(path: String) {
    #expect(MarkedSpec(spec(path)).findings().isEmpty)
  }

  @Test("errors of such a path are reported for it")
  func faulty() {
    #expect(
      message(spec("/(id)/(id)")) == "the path '/:id/:id' has two parameters 'id'"
    )
  }
}
