import Foundation
import RKDiagnostics
import Testing

@Suite("Diagnostic codes in the documents")
struct DiagnosticPageTests {
  @Test(
    "every code has its section in docs/diagnostics.md",
    arguments: DiagnosticCode.allCases.map(\.id)
  )
  func codeHasSection(id: String) throws {
    let code = try #require(DiagnosticCode.find(id))
    #expect(try Project.text("docs/diagnostics.md").contains("\n## \(code.id) \(code.name)\n"))
  }

  @Test("every code that a document names exists", arguments: Project.files(named: ".md"))
  func codesExist(path: String) throws {
    let known = Set(DiagnosticCode.allCases.map(\.id))
    for code in try Project.text(path).matches(of: /RK\d{4}/) {
      #expect(known.contains(String(code.0)))
    }
  }
}
