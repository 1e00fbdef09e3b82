import Foundation
import Testing

/// A folder of fixtures/ with a command and its expected output.
///
/// `command.txt` is a command line that begins with `rkmap` and is run in the folder;
/// `expected.stdout`, `expected.stderr` and `expected.status` are its results. An empty standard
/// error and the status 0 have no file.
struct GoldenCase: Sendable, CustomTestStringConvertible {
  let folder: URL

  /// The folders that contain cases: all except those of texts that other tests read.
  static let areas = Project.names(in: "fixtures").filter {
    !["README.md", "data", "fuzz", "jsontestsuite"].contains($0)
  }

  /// All cases, in the order of their names; a code that no command provokes has only its page.
  static let all: [GoldenCase] = areas.flatMap { area in
    Project.names(in: "fixtures/\(area)").map { name in
      GoldenCase(folder: Project.root.appending(path: "fixtures/\(area)/\(name)"))
    }.filter { !$0.isOfCode || $0.hasCommand }
  }

  /// The folder's own name.
  var name: String { folder.lastPathComponent }

  var testDescription: String { "\(folder.deletingLastPathComponent().lastPathComponent)/\(name)" }

  /// It shows a code of the catalogue.
  var isOfCode: Bool { testDescription.hasPrefix("diagnostics/") }

  /// It has a command to run, not only text.
  var hasCommand: Bool {
    FileManager.default.fileExists(atPath: folder.appending(path: "command.txt").path)
  }

  var command: String {
    get throws { try String(contentsOf: folder.appending(path: "command.txt"), encoding: .utf8) }
  }

  /// The expected result of the command; throws if a file that every case has is missing.
  func expectation() throws -> CommandOutcome {
    var outcome = CommandOutcome(output: try Data(contentsOf: file("stdout")))
    if FileManager.default.fileExists(atPath: file("stderr").path) {
      outcome.error = try Data(contentsOf: file("stderr"))
    }
    if FileManager.default.fileExists(atPath: file("status").path) {
      let text = try String(contentsOf: file("status"), encoding: .utf8)
      outcome.status = try #require(Int32(text.trimmingCharacters(in: .newlines)))
    }
    return outcome
  }

  /// Makes an outcome the expected one from now on.
  func rewrite(_ outcome: CommandOutcome) throws {
    try outcome.output.write(to: file("stdout"))
    try rewrite("stderr", outcome.error)
    try rewrite("status", outcome.status == 0 ? Data() : Data("\(outcome.status)\n".utf8))
  }

  private func rewrite(_ name: String, _ bytes: Data) throws {
    if !bytes.isEmpty {
      try bytes.write(to: file(name))
    } else if FileManager.default.fileExists(atPath: file(name).path) {
      try FileManager.default.removeItem(at: file(name))
    }
  }

  private func file(_ name: String) -> URL { folder.appending(path: "expected.\(name)") }
}
