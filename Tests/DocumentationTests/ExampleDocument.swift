import Foundation

/// A document with examples that can be run.
///
/// Blocks tagged `json spec=NAME` and `json input=NAME` are files; the lines of a `console` block
/// that begin with `$ ` are commands, and what stands below each is what it prints.
struct ExampleDocument: CustomStringConvertible {
  let path: String
  private let text: String

  var description: String { path }

  init(_ path: String) throws {
    self.path = path
    text = try Project.text(path)
  }

  /// The documents whose examples are run.
  static let paths = ["README.md", "docs/guide.md", "docs/spec-format.md"]

  /// The examples of all of them.
  static var examples: [Example] {
    get throws { try paths.flatMap { try ExampleDocument($0).examples } }
  }

  private struct Block {
    var tag: String
    var text: String
    /// Where the text begins, counted in lines from 1.
    var line: Int
  }

  private var blocks: [Block] {
    var blocks: [Block] = []
    var open: Block?
    for (number, line) in text.components(separatedBy: "\n").enumerated() {
      if line.hasPrefix("```") {
        if let block = open { blocks.append(block) }
        open = open == nil ? Block(tag: String(line.dropFirst(3)), text: "", line: number + 2) : nil
      } else {
        open?.text += line + "\n"
      }
    }
    return blocks
  }

  var examples: [Example] {
    blocks.filter { $0.tag == "console" }
      .map { Example(document: path, line: $0.line, transcript: $0.text) }
  }

  /// The files that the document shows, by their names.
  var files: [(name: String, text: String)] {
    blocks.compactMap { block in
      for kind in ["json spec=", "json input="] where block.tag.hasPrefix(kind) {
        return (String(block.tag.dropFirst(kind.count)), block.text)
      }
      return nil
    }
  }

  /// The same document with an example that prints something else.
  func replacing(_ example: Example, with transcript: String) throws {
    let old = "```console\n\(example.transcript)```"
    try text.replacing(old, with: "```console\n\(transcript)```")
      .write(to: Project.root.appending(path: path), atomically: true, encoding: .utf8)
  }
}

/// Commands and what they print.
struct Example: Sendable, CustomStringConvertible {
  let document: String
  let line: Int
  let transcript: String

  var description: String { "\(document):\(line)" }

  var commands: [String] {
    transcript.components(separatedBy: "\n").filter { $0.hasPrefix("$ ") }
      .map { String($0.dropFirst(2)) }
  }

  /// The commands and what they print now, run one after the other in one shell.
  func run() throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    for file in try ExampleDocument(document).files {
      try file.text.write(to: folder.appending(path: file.name), atomically: false, encoding: .utf8)
    }
    // What the project's root has, without writing to it.
    for name in ["specs", "fixtures"] {
      try FileManager.default.createSymbolicLink(
        at: folder.appending(path: name),
        withDestinationURL: Project.root.appending(path: name)
      )
    }
    return try Project.run(script, in: folder)
  }

  /// Prints each command before it is run, and keeps the exit status of the one before for it.
  private var script: String {
    commands.map { command in
      let quoted = "$ \(command)".replacing("'", with: "'\\''")
      return "s=$?; printf '%s\\n' '\(quoted)'; (exit $s); \(command)\n"
    }.joined()
  }
}
