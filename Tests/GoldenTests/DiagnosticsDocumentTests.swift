import Foundation
import RKDiagnostics
import Testing

/// Compares docs/diagnostics.md, which the program embeds, with fixtures/diagnostics.
///
/// With `RKMAP_REWRITE_GOLDEN=1` in the environment the file is rewritten instead.
@Suite struct DiagnosticsDocumentTests {
  private static let cases = GoldenCase.all.filter(\.isOfCode)

  @Test("docs/diagnostics.md is generated from the pages and the cases by 'make golden'")
  func document() throws {
    if GoldenTests.rewrites { return try rewrite() }
    #expect(try Project.text(of: DiagnosticsDocument.path) == DiagnosticsDocument.text())
  }

  @Test(
    "the program shows the page of a code from its fixture",
    arguments: DiagnosticCode.allCases
  )
  func page(of code: DiagnosticCode) throws {
    if GoldenTests.rewrites { return }
    let golden = DiagnosticsDocument.golden(of: code)
    let example = try CatalogueExample(of: golden)
    let page = code.page
    let file = try Project.text(of: "fixtures/diagnostics/\(golden.name)/page.md")
    #expect("\(page.title)\n\n\(page.explanation)\n" == file, "run 'make golden', then build")
    #expect(page.note == example.note)
    let files = example.files.map { "$ cat \($0.name)\n\($0.text)" }.joined()
    let command = example.command.isEmpty ? "" : "$ \(example.command)\n\(example.output)"
    #expect(page.transcript == files + command)
    #expect(example.command.isEmpty != example.output.contains("[\(code.id)]: "))
    #expect(!example.command.isEmpty || !example.note.isEmpty)
  }

  @Test("files that an example cannot show are described", arguments: cases)
  func note(of golden: GoldenCase) throws {
    let example = try CatalogueExample(of: golden)
    let shown = Set(example.files.map(\.name))
    for name in try CatalogueExample.names(of: golden) {
      let isSaid = shown.contains(name) || example.note.contains("`\(name)`")
      #expect(isSaid, "note.txt does not name \(name)")
    }
  }

  /// Runs the cases, one after the other: the document contains their results.
  private func rewrite() throws {
    for golden in Self.cases {
      try golden.rewrite(CommandOutcome.running(golden.command, in: golden.folder))
    }
    let file = Project.root.appending(path: DiagnosticsDocument.path)
    try Data(DiagnosticsDocument.text().utf8).write(to: file)
  }
}
