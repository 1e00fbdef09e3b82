import Foundation
import Testing

@Suite("Examples in the documents", .serialized)
struct ExampleTests {
  @Test("a document shows examples", arguments: ExampleDocument.paths)
  func hasExamples(path: String) throws {
    #expect(try !ExampleDocument(path).examples.isEmpty)
  }

  @Test("an example runs the program", arguments: try ExampleDocument.examples)
  func runsProgram(example: Example) {
    #expect(example.commands.contains { $0.contains("rkmap ") })
  }

  @Test("an example prints what stands below its commands", arguments: try ExampleDocument.examples)
  func printsTranscript(example: Example) throws {
    let transcript = try example.run()
    if Project.rewritesExamples {
      try ExampleDocument(example.document).replacing(example, with: transcript)
    } else {
      #expect(transcript == example.transcript, "RKMAP_REWRITE_EXAMPLES=1 writes it anew")
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
        #expect(uses.contains(file.name), "\(path) does not use \(file.name)")
      }
    }
  }
}
