import Foundation
import RKDiagnostics
import Testing

@Suite("Diagnostic codes in the documents")
struct DiagnosticPageTests {
  /// The numbers of all codes that the sources declare.
  private static func declared() throws -> Set<String> {
    let sources = try Project.files(below: "Sources/RKDiagnostics/Catalogue", named: ".swift")
      .map(Project.text).joined()
    return Set(sources.matches(of: /DiagnosticCode\(\s*"(RK\d{4})"/).map { String($0.1) })
  }

  @Test("the catalogue holds every code that the sources declare")
  func catalogueIsWhole() throws {
    #expect(try Set(DiagnosticCode.all.map(\.id)) == Self.declared())
  }

  @Test(
    "every code has its section in docs/diagnostics.md",
    arguments: DiagnosticCode.all.map(\.id)
  )
  func codeHasSection(id: String) throws {
    let code = try #require(DiagnosticCode.find(id))
    #expect(try Project.text("docs/diagnostics.md").contains("\n## \(code.id) \(code.name)\n"))
  }

  @Test("every code that a document names is one", arguments: Project.files(named: ".md"))
  func codesExist(path: String) throws {
    let known = try Self.declared()
    for code in try Project.text(path).matches(of: /RK\d{4}/) {
      #expect(known.contains(String(code.0)))
    }
  }
}
