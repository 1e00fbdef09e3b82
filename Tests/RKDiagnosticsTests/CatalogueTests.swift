import RKDiagnostics
import Testing

@Suite("The catalogue of codes")
struct CatalogueTests {
  @Test("codes are sorted by number, without duplicates")
  func order() {
    let ids = DiagnosticCode.allCases.map(\.id)
    #expect(ids == Set(ids).sorted())
  }

  @Test("no two codes have one name")
  func names() {
    let names = DiagnosticCode.allCases.map(\.name)
    #expect(Set(names).count == names.count)
  }

  @Test(
    "a number is RK and four digits of one of the five families",
    arguments: DiagnosticCode.allCases
  )
  func number(code: DiagnosticCode) {
    #expect(code.id.wholeMatch(of: /RK[1-5][0-9]{3}/) != nil)
  }

  @Test("a name is words with hyphens between them", arguments: DiagnosticCode.allCases)
  func name(code: DiagnosticCode) {
    #expect(code.name.wholeMatch(of: /[a-z0-9]+(-[a-z0-9]+)*/) != nil)
  }

  @Test("a title is one line that ends with a full stop", arguments: DiagnosticCode.allCases)
  func title(code: DiagnosticCode) {
    #expect(code.page.title.wholeMatch(of: /[A-Z][^\n]+\./) != nil)
  }

  @Test("a page has text beyond its title", arguments: DiagnosticCode.allCases)
  func page(code: DiagnosticCode) {
    #expect(code.page.explanation.contains { !$0.isWhitespace })
  }

  @Test("a code is found by its number in any case", arguments: ["RK1002", "rk1002", "Rk1002"])
  func find(id: String) {
    #expect(DiagnosticCode.find(id)?.name == "conversion-failed")
  }

  @Test("any other text finds no code", arguments: ["", "RK", "RK0000", "1002", "RK1002 "])
  func findNothing(id: String) {
    #expect(DiagnosticCode.find(id) == nil)
  }

  @Test("a diagnostic has the severity of its code by default")
  func severity() {
    #expect(Diagnostic(.severalKeys, "").severity == .warning)
    #expect(Diagnostic(.severalKeys, severity: .error, "").severity == .error)
  }

  @Test("a note is less than a warning, and a warning less than an error")
  func severityOrder() {
    #expect([.error, .note, .warning].max() == Diagnostic.Severity.error)
    #expect([.error, .note, .warning].min() == Diagnostic.Severity.note)
  }
}
