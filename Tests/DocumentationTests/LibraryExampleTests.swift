import Foundation
import Testing

/// The examples in the library's documentation are compiled, as they stand, in the package
/// Tests/Consumer.
struct LibraryExampleTests {
  /// The comment of a public type or function, and what it is of.
  private struct Comment: CustomTestStringConvertible {
    let file: String
    let declaration: String
    let lines: [String]

    var testDescription: String { "\(file): \(declaration)" }

    /// The lines of its examples, without indentation.
    var examples: [[String]] {
      var examples: [[String]] = []
      var isInside = false
      for line in lines {
        if line == "```swift" {
          isInside = true
          examples.append([])
        } else if line == "```" {
          isInside = false
        } else if isInside {
          examples[examples.count - 1].append(line)
        }
      }
      return examples
    }
  }

  private static let comments: [Comment] = ["RKMapping", "RKSQLite", "RKDiagnostics"].flatMap {
    target -> [Comment] in
    Project.files(below: "Sources/\(target)", named: ".swift").flatMap { path in
      comments(in: (try? Project.text(path)) ?? "", of: path)
    }
  }

  private static func comments(in text: String, of file: String) -> [Comment] {
    var comments: [Comment] = []
    var lines: [String] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let bare = line.trimmingPrefix { $0 == " " }
      if bare.hasPrefix("///") {
        lines.append(bare.dropFirst(3).trimmingCharacters(in: .whitespaces))
      } else {
        if bare.hasPrefix("public ") {
          comments.append(Comment(file: file, declaration: String(line), lines: lines))
        }
        if !bare.hasPrefix("@") { lines = [] }
      }
    }
    return comments
  }

  /// The lines of the package's sources, without indentation.
  private static let compiled: [String] = {
    let text = (try? Project.text("Tests/Consumer/Sources/Consumer/Examples.swift")) ?? ""
    return text.split(separator: "\n", omittingEmptySubsequences: false).map {
      $0.trimmingCharacters(in: .whitespaces)
    }
  }()

  @Test("A public type has an example", arguments: comments.filter { $0.declaration.isType })
  private func typesHaveExamples(comment: Comment) {
    #expect(!comment.examples.isEmpty)
  }

  @Test("An example is compiled as it stands", arguments: comments.filter { !$0.examples.isEmpty })
  private func examplesAreCompiled(comment: Comment) {
    for example in comment.examples {
      #expect(Self.compiled.contains(example), "\(example.joined(separator: "\n"))")
    }
  }

  @Test("There are examples")
  func thereAreExamples() { #expect(Self.comments.filter { !$0.examples.isEmpty }.count >= 25) }
}

extension String {
  /// A type that lies in no other.
  fileprivate var isType: Bool {
    wholeMatch(of: /public (indirect |final )*(struct|enum|class|protocol) .*/) != nil
  }
}
