import Foundation
import TestSupport
import Testing

/// Runs every case of fixtures/ and compares its results, byte by byte.
///
/// With `RKMAP_REWRITE_GOLDEN=1` in the environment the expected files are rewritten instead;
/// `git diff` is the review.
@Suite struct GoldenTests {
  static var rewrites: Bool {
    ProcessInfo.processInfo.environment["RKMAP_REWRITE_GOLDEN"] == "1"
  }

  @Test("a command prints and returns what its golden files say", arguments: GoldenCase.all)
  func outcome(of golden: GoldenCase) throws {
    // DiagnosticsDocumentTests does this, which needs them all.
    if Self.rewrites && golden.isOfCode { return }
    let files = Project.names(in: "fixtures/\(golden.testDescription)")
    let archives = try files.filter { $0.hasSuffix(".har") }
      .map { try Project.text(of: "fixtures/\(golden.testDescription)/\($0)") }
    let text = try ([golden.command] + files + archives).joined(separator: " ")
    guard Machine.canRun("fixtures/\(golden.testDescription)", text) else { return }
    let outcome = try CommandOutcome.running(golden.command, in: golden.folder)
    if Self.rewrites { return try golden.rewrite(outcome) }
    let expected = try golden.expectation()
    let output = outcome.output.difference(from: expected.output)
    let error = outcome.error.difference(from: expected.error)
    #expect(output == nil, "standard output: \(output ?? "")")
    #expect(error == nil, "standard error: \(error ?? "")")
    #expect(outcome.status == expected.status)
  }

  @Test("a command is one line that begins with rkmap", arguments: GoldenCase.all)
  func command(of golden: GoldenCase) throws {
    let command = try golden.command
    #expect(command.hasPrefix("rkmap"))
    #expect(command.hasSuffix("\n"))
    #expect(command.split(separator: "\n").count == 1)
  }

  @Test("a case has no other expected files than the three known ones")
  func strayFiles() {
    let known: Set = ["expected.stdout", "expected.stderr", "expected.status"]
    for golden in GoldenCase.all {
      let names = Project.names(in: "fixtures/\(golden.testDescription)")
      #expect(names.filter { $0.hasPrefix("expected") && !known.contains($0) } == [])
    }
  }

  @Test("every area has cases", arguments: GoldenCase.areas)
  func cases(of area: String) {
    #expect(GoldenCase.all.contains { $0.testDescription.hasPrefix("\(area)/") })
  }

  @Test("fixtures/README.md says what the cases of every area show", arguments: GoldenCase.areas)
  func listing(of area: String) throws {
    #expect(try Project.text(of: "fixtures/README.md").contains("\n| `\(area)/` | "))
  }

  @Test("a case without expected.stdout fails")
  func missingExpectation() throws {
    let folder = try ScratchFolder()
    let golden = GoldenCase(folder: URL(filePath: folder.path))
    #expect(throws: (any Error).self) { try golden.expectation() }
  }

  @Test("the first differing line is named, the end of a text counting as one")
  func difference() {
    let expected = Data("a\nb\nc\n".utf8)
    #expect(expected.difference(from: expected) == nil)
    #expect(Data("a\nx\nc\n".utf8).difference(from: expected)?.hasPrefix("line 2 is\n  x") == true)
    #expect(Data("a\nb\nc".utf8).difference(from: expected)?.contains("(the end)") == true)
  }
}
