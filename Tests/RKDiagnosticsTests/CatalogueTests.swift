import Foundation
import RKDiagnostics
import Testing

@Suite("The catalogue of codes")
struct CatalogueTests {
  @Test("codes stand in the order of their numbers, each once")
  func order() {
    let ids = DiagnosticCode.all.map(\.id)
    #expect(ids == Set(ids).sorted())
  }

  @Test("no two codes have one name")
  func names() {
    let names = DiagnosticCode.all.map(\.name)
    #expect(Set(names).count == names.count)
  }

  @Test("every code that the catalogue declares is listed", arguments: try Self.declaredIDs())
  func completeness(id: String) {
    #expect(DiagnosticCode.all.contains { $0.id == id })
  }

  @Test("a number is RK and four digits of one of the five families", arguments: DiagnosticCode.all)
  func number(code: DiagnosticCode) {
    #expect(code.id.wholeMatch(of: /RK[1-5][0-9]{3}/) != nil)
  }

  @Test("a name is words with hyphens between them", arguments: DiagnosticCode.all)
  func name(code: DiagnosticCode) {
    #expect(code.name.wholeMatch(of: /[a-z0-9]+(-[a-z0-9]+)*/) != nil)
  }

  @Test("a title is one line that ends with a full stop", arguments: DiagnosticCode.all)
  func title(code: DiagnosticCode) {
    #expect(code.title.wholeMatch(of: /[A-Z][^\n]+\./) != nil)
  }

  @Test("a page has text beyond its title", arguments: DiagnosticCode.all)
  func page(code: DiagnosticCode) {
    #expect(code.explanation.contains { !$0.isWhitespace })
    #expect(code.page.contains(code.id))
    #expect(code.page.contains(code.title))
    #expect(code.page.hasSuffix(code.explanation + "\n"))
  }

  @Test("a code is found by its number in any case", arguments: ["RK1002", "rk1002", "Rk1002"])
  func find(id: String) {
    #expect(DiagnosticCode.find(id)?.name == "conversion-failed")
  }

  @Test("any other text finds none", arguments: ["", "RK", "RK0000", "1002", "RK1002 "])
  func findNothing(id: String) {
    #expect(DiagnosticCode.find(id) == nil)
  }

  @Test("a finding is as bad as its code unless it is said otherwise")
  func severity() {
    #expect(Diagnostic(.severalKeys, "").severity == .warning)
    #expect(Diagnostic(.severalKeys, severity: .error, "").severity == .error)
  }

  @Test("a note is less than a warning, and a warning less than an error")
  func severityOrder() {
    #expect([.error, .note, .warning].max() == Diagnostic.Severity.error)
    #expect([.error, .note, .warning].min() == Diagnostic.Severity.note)
  }

  /// The numbers in the files of the catalogue.
  private static func declaredIDs() throws -> [String] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/RKDiagnostics/Catalogue").standardized
    let files = try FileManager.default.contentsOfDirectory(
      at: folder,
      includingPropertiesForKeys: nil
    )
    let texts = try files.map { try String(contentsOf: $0, encoding: .utf8) }
    return texts.flatMap { $0.matches(of: /DiagnosticCode\(\s*"(RK\d+)"/).map { String($0.1) } }
      .sorted()
  }
}
