import Foundation
import TestSupport

/// Commands and their output, and the answers of a database that they have written.
struct Example: Sendable, CustomStringConvertible {
  /// The result of an example.
  struct Outcome: Equatable {
    var transcript: String
    /// The texts of the queries with their answers.
    var answers: [String]
  }

  let document: String
  let line: Int
  let transcript: String
  var queries: [ExampleQuery] = []
  /// The commands of the examples that it continues.
  var preparation: [String] = []

  var description: String { "\(document):\(line)" }

  var commands: [String] {
    transcript.components(separatedBy: "\n").filter { $0.hasPrefix("$ ") }
      .map { String($0.dropFirst(2)) }
  }

  /// The tag of its block.
  var tag: String { preparation.isEmpty ? "console" : "console then" }

  /// The database written by the last of the commands that writes one.
  var database: String? {
    commands.compactMap { $0.firstMatch(of: /-o ([^ ]+\.db)/) }.last.map { String($0.1) }
  }

  /// The expected result.
  var expected: Outcome { Outcome(transcript: transcript, answers: queries.map(\.text)) }

  /// What the commands print now, run one after the other in one shell, and the answers then.
  func run() throws -> Outcome {
    let folder = try ScratchFolder()
    for file in try ExampleDocument(document).files { try folder.write(file.text, to: file.name) }
    // What the project's root has, without writing to it.
    for name in ["specs", "fixtures"] {
      try folder.link(Project.root.appending(path: name).path, as: name)
    }
    let transcript = try Project.run(script, in: URL(filePath: folder.path))
    let place = folder.path(of: database ?? "none.db")
    return Outcome(transcript: transcript, answers: try queries.map { try $0.asked(of: place) })
  }

  /// Prints each command before it is run, and passes on the exit status of the previous one.
  private var script: String {
    let lines = commands.map { command in
      let quoted = "$ \(command)".replacing("'", with: "'\\''")
      return "s=$?; printf '%s\\n' '\(quoted)'; (exit $s); \(command)\n"
    }
    return preparation.map { "{ \($0)\n} > /dev/null 2>&1\n" }.joined() + lines.joined()
  }
}
