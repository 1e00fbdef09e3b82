import Testing

@testable import RKCommandLine

@Suite("What eval, explain, diff and graph say")
struct InsightWordTests {
  private static let spec = """
    {"keyPath": "a.b", "mappers": [{"id": "m", "target": "M", "identification": "id",
      "attributes": ["id", "name"]}]}
    """

  private func place() throws -> Workplace {
    try Workplace(spec: Self.spec, input: #"{"a": {"b": [{"id": 1, "name": "x"}]}}"#)
  }

  @Test("RK1002: eval speaks of the expression, not of what stands for it")
  func evaluation() throws {
    let trial = try place().run(["eval", "1/0", "in.json"])
    #expect(trial.error.contains("the expression has no value here"))
    #expect(!trial.error.contains("document.value"))
  }

  @Test("RK3030: a pointer that leads nowhere is helped by one of the spec's key path")
  func pointer() throws {
    let trial = try place().run(["explain", "spec.json", "in.json", "--at", "/x"])
    #expect(trial.status == 1)
    #expect(trial.error.contains("from 0: /a/b/0\n"))
  }

  @Test("RK5903: an attribute without its target is told with it")
  func ignored() throws {
    let trial = try place().run(["diff", "spec.json", "in.json", "in.json", "--ignore", "name"])
    #expect(trial.status == 2)
    #expect(trial.error.contains("did you mean 'M.name'?"))
  }

  @Test("RK5903: a picture does not replace the spec, and is no record")
  func picture() throws {
    let place = try place()
    let trial = try place.run(["graph", "spec.json", "--to", "svg", "-o", "spec.json"])
    #expect(trial.status == 2)
    #expect(trial.error.contains("the spec and the picture both use 'spec.json'"))
    #expect(try place.run(["graph", "spec.json", "-o", "x.SVG"]).status == 0)
    #expect(try place.read("x.SVG").hasPrefix("<svg "))
  }

  @Test(
    "RK5903: a report that another command writes is told with it",
    arguments: [("html", "rkmap report SPEC INPUT... -o FILE"), ("lcov", "rkmap coverage SPEC")]
  )
  func otherReport(form: String, cure: String) throws {
    let trial = try place().run(["apply", "spec.json", "in.json", "--report", "\(form)=q"])
    #expect(trial.status == 2)
    #expect(trial.error.contains(cure))
  }
}
