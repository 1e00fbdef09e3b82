import Foundation

/// A document with examples that can be run.
///
/// Blocks tagged `json spec=NAME` and `json input=NAME`, or `xml input=NAME`, are files; the lines of a `console` block
/// that begin with `$ ` are commands, each followed by its output. One tagged `console then`
/// continues where the one before it ended. A block tagged `sql` queries the database that the
/// commands before it have written; see `ExampleQuery`.
struct ExampleDocument: CustomStringConvertible {
  let path: String
  private let text: String

  var description: String { path }

  init(_ path: String) throws {
    self.path = path
    text = try Project.text(path)
  }

  /// The documents whose examples are run.
  static let paths = [
    "README.md", "docs/guide.md", "docs/spec-format.md", "docs/tables.md", "docs/restkit.md",
    "docs/reports.md",
    "docs/testing.md", "docs/ci.md", "docs/cookbook.md", "docs/insight.md",
    "docs/scale.md", "docs/limits.md",
  ]

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
    var examples: [Example] = []
    for block in blocks {
      if block.tag == "console" || block.tag == "console then" {
        var example = Example(document: path, line: block.line, transcript: block.text)
        if block.tag.hasSuffix("then"), let before = examples.last {
          example.preparation = before.preparation + before.commands
        }
        examples.append(example)
      } else if block.tag == "sql", !examples.isEmpty {
        examples[examples.count - 1].queries.append(ExampleQuery(text: block.text))
      }
    }
    return examples
  }

  /// The files that the document shows, by their names.
  var files: [(name: String, text: String)] {
    blocks.compactMap { block in
      for kind in ["json spec=", "json input=", "xml input="] where block.tag.hasPrefix(kind) {
        return (String(block.tag.dropFirst(kind.count)), block.text)
      }
      return nil
    }
  }

  /// The same document with another result of an example.
  func replacing(_ example: Example, with outcome: Example.Outcome) throws {
    var text = text.replacing(
      "```\(example.tag)\n\(example.transcript)```",
      with: "```\(example.tag)\n\(outcome.transcript)```"
    )
    for (query, answer) in zip(example.queries, outcome.answers) {
      text = text.replacing("```sql\n\(query.text)```", with: "```sql\n\(answer)```")
    }
    try text.write(to: Project.root.appending(path: path), atomically: true, encoding: .utf8)
  }
}
