import Foundation
import RKDiagnostics
import Testing

/// Makes sure that fixtures/ shows every diagnostic and every spec of specs/.
@Suite struct FixtureCoverageTests {
  /// Codes that no small input can provoke: they need 4 GiB, or another program at the right time,
  /// or a bug.
  private static let inWords: Set = ["RK4007", "RK5002", "RK5006", "RK5016", "RK5999"]

  private static let folders = GoldenCase.all.filter(\.isOfCode).map(\.name)
  private static let specs = Project.names(in: "specs").filter { $0.hasSuffix(".json") }

  @Test(
    "every code has a case that shows it, or a reason why not",
    arguments: DiagnosticCode.allCases.map(\.id)
  )
  func caseOfCode(_ id: String) throws {
    let code = try #require(DiagnosticCode.find(id))
    let hasCase = Self.folders.contains("\(code.id)-\(code.name)")
    #expect(hasCase != Self.inWords.contains(code.id))
  }

  @Test(
    "a diagnostics case is named after a code of the catalogue",
    arguments: Project.names(in: "fixtures/diagnostics")
  )
  func nameOfCase(_ folder: String) throws {
    let code = try #require(DiagnosticCode.find(String(folder.prefix(6))))
    #expect(folder == "\(code.id)-\(code.name)")
  }

  @Test("the case of a code shows that code and no other error", arguments: folders)
  func codeShown(_ folder: String) throws {
    let golden = GoldenCase(folder: Project.root.appending(path: "fixtures/diagnostics/\(folder)"))
    let expected = try golden.expectation()
    let text = String(decoding: expected.output + expected.error, as: UTF8.self)
    let errors = text.matches(of: /(?m)^error\[(RK\d{4})\]/).map { String($0.1) }
    #expect(text.contains("[\(folder.prefix(6))]: "))
    // A rule is not judged because of another error.
    let others = folder.hasPrefix("RK3047") ? ["RK1002"] : []
    #expect(errors.allSatisfy { $0 == folder.prefix(6) || others.contains($0) })
  }

  @Test("every spec is used by a golden case", arguments: specs)
  func useOfSpec(_ spec: String) throws {
    let commands = try GoldenCase.all.map { try $0.command }
    #expect(commands.contains { $0.contains("specs/\(spec)") })
  }

  @Test("specs/README.md lists every spec with the command of a golden case", arguments: specs)
  func listingOfSpec(_ spec: String) throws {
    let rows = try Project.text(of: "specs/README.md").split(separator: "\n")
    let row = try #require(rows.first { $0.hasPrefix("| [\(spec)](\(spec)) |") })
    let command = try #require(row.firstMatch(of: /`(rkmap [^`]*)`/)).1
    // The same command, seen from the folder of its case.
    let inFolder = command.replacing("specs/", with: "../../../specs/")
      .replacing("fixtures/data/", with: "../../data/")
      .replacing(/fixtures\/apply\/[^\/]+\//, with: "")
    let commands = try GoldenCase.all.map { try $0.command }
    #expect(commands.contains("\(inFolder)\n"))
  }
}
