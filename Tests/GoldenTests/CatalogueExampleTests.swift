import Foundation
import RKDiagnostics
import Testing

/// Holds the examples of the catalogue to the cases of fixtures/diagnostics, which are run.
///
/// With `RKMAP_REWRITE_GOLDEN=1` in the environment the examples are written anew instead.
@Suite struct CatalogueExampleTests {
  private static let cases = GoldenCase.all.filter(\.isOfCode)

  @Test("the example of a code in the catalogue is the code's case; 'make golden' writes it")
  func examples() throws {
    if GoldenTests.rewrites { return try rewrite() }
    let examples = try Self.cases.map(CatalogueExample.example)
    for example in examples {
      let code = try #require(DiagnosticCode.find(example.code))
      #expect(code.example == example, "\(code): run 'make golden', build, 'make docs'")
    }
    #expect(Set(CodeExample.ofCases.map(\.code)) == Set(examples.map(\.code)))
  }

  @Test("every code has an example", arguments: DiagnosticCode.all)
  func exampleOfCode(_ code: DiagnosticCode) throws {
    if GoldenTests.rewrites { return }
    let example = try #require(code.example, "\(code): add its case, and run 'make golden'")
    #expect(example.command.isEmpty != example.output.contains("[\(code.id)]: "))
    #expect(!example.command.isEmpty || !example.note.isEmpty)
  }

  @Test("what an example cannot show of its files is said", arguments: cases)
  func note(of golden: GoldenCase) throws {
    let example = try CatalogueExample.example(of: golden)
    let shown = Set(example.files.map(\.name))
    for name in try CatalogueExample.names(of: golden) {
      let isSaid = shown.contains(name) || example.note.contains("`\(name)`")
      #expect(isSaid, "note.txt does not name \(name)")
    }
  }

  /// Runs the cases, one after the other: the examples are made of what they come to.
  private func rewrite() throws {
    for golden in Self.cases {
      try golden.rewrite(CommandOutcome.running(golden.command, in: golden.folder))
    }
    let folder = Project.root.appending(path: "Sources/RKDiagnostics/Examples")
    let sources = CatalogueExample.sources(of: try Self.cases.map(CatalogueExample.example))
    for name in Project.names(in: "Sources/RKDiagnostics/Examples") where sources[name] == nil {
      try FileManager.default.removeItem(at: folder.appending(path: name))
    }
    for (name, text) in sources where try self.text(of: name, in: folder) != text {
      try Data(text.utf8).write(to: folder.appending(path: name))
    }
  }

  private func text(of name: String, in folder: URL) throws -> String? {
    let file = folder.appending(path: name)
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    return try String(contentsOf: file, encoding: .utf8)
  }
}
