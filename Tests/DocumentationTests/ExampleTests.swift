import Foundation
import TestSupport
import Testing

@Suite("Examples in the documents", .serialized)
struct ExampleTests {
  @Test("there are examples in the documents", arguments: ExampleDocument.paths)
  func hasExamples(path: String) throws {
    #expect(try !ExampleDocument(path).examples.isEmpty)
  }

  @Test("the examples of every document with commands are run")
  func documents() throws {
    let shown = try Project.files(named: ".md").filter { path in
      try Project.text(path).contains("\n```console\n")
    }
    #expect(Set(shown) == Set(ExampleDocument.paths))
  }

  @Test("an example runs the program", arguments: try ExampleDocument.examples)
  func runsProgram(example: Example) {
    #expect(example.commands.contains { $0.contains("rkmap ") })
  }

  @Test("a query follows commands that write a database", arguments: ExampleDocument.paths)
  func queriesHaveDatabase(path: String) throws {
    let examples = try ExampleDocument(path).examples
    for example in examples where !example.queries.isEmpty {
      #expect(example.database != nil, "\(example)")
    }
    let blocks = try Project.text(path).components(separatedBy: "\n").count { $0 == "```sql" }
    #expect(blocks == examples.map(\.queries.count).reduce(0, +))
  }

  @Test(
    "an example prints what is shown below its commands, and its queries return what is shown",
    arguments: try ExampleDocument.examples
  )
  func comesToWhatItSays(example: Example) throws {
    let text = example.commands.joined(separator: " ")
    guard Machine.canRun("\(example)", text) else { return }
    let outcome = try example.run()
    if Project.rewritesExamples {
      try ExampleDocument(example.document).replacing(example, with: outcome)
    } else {
      #expect(outcome == example.expected, "RKMAP_REWRITE_EXAMPLES=1 writes it anew")
    }
  }

  @Test("two files of one document have different names", arguments: ExampleDocument.paths)
  func namesAreDistinct(path: String) throws {
    let names = try ExampleDocument(path).files.map(\.name)
    #expect(Set(names).count == names.count)
  }

  @Test("a file that a document shows is used by one of its examples")
  func filesAreUsed() throws {
    for path in ExampleDocument.paths {
      let document = try ExampleDocument(path)
      let uses =
        document.examples.flatMap(\.commands).joined(separator: "\n")
        + document.files.map(\.text).joined()
      for file in document.files {
        // A command may be about all files of a folder.
        let folder = file.name.split(separator: "/").dropLast().first.map { " \($0)" }
        let isUsed = uses.contains(file.name) || folder.map(uses.contains) ?? false
        #expect(isUsed, "\(path) does not use \(file.name)")
      }
    }
  }
}
