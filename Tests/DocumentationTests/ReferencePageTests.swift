import Foundation
import RKCommandLine
import RKEngine
import RKMapping
import Testing

@Suite("Reference pages")
struct ReferencePageTests {
  @Test(
    "a schema equals what the program prints",
    arguments: [("spec", "docs/schemas/spec.json"), ("test", "docs/schemas/test.json")]
  )
  func schemaIsFresh(subject: String, path: String) throws {
    #expect(try Project.text(path) == Project.run("rkmap schema --of \(subject)"), "make docs")
  }

  @Test(
    "a generated page equals what the program prints",
    arguments: [("cli", "docs/cli.md"), ("man", "docs/rkmap.1")]
  )
  func isFresh(page: String, path: String) throws {
    #expect(try Project.text(path) == Project.run("rkmap documents \(page)"), "make docs")
  }

  @Test(
    "a picture equals what the program draws",
    arguments: ["boys-and-girls", "article-connections"]
  )
  func pictureIsFresh(spec: String) throws {
    let drawn = try Project.run("rkmap graph specs/\(spec).json --to svg")
    #expect(try Project.text("docs/\(spec).svg") == drawn, "make docs")
  }

  @Test("the table of transforms equals what the program prints")
  func transformsAreFresh() throws {
    let table = try Project.run("rkmap documents transforms")
    #expect(try Project.text("docs/spec-format.md").contains(table), "rkmap documents transforms")
  }

  @Test("every type is in the table of types", arguments: PlainType.allCases)
  func typeIsDocumented(type: PlainType) throws {
    #expect(try Project.text("docs/spec-format.md").contains("\n| `\(type.rawValue)` | "))
  }

  // MARK: - Commands and flags

  /// The commands that `rkmap help` lists.
  private static func commands() throws -> [String] {
    let overview = try Project.run("rkmap help")
    let list = overview.components(separatedBy: "Commands:\n").last ?? ""
    return list.components(separatedBy: "\n").prefix { $0.hasPrefix("  ") }
      .compactMap { $0.split(separator: " ").first.map(String.init) }
  }

  /// The flags that a command's help lists.
  private static func flags(of command: String) throws -> [String] {
    try Project.run("rkmap help \(command)").components(separatedBy: "\n").compactMap { line in
      guard let flag = line.prefixMatch(of: /\s+(?:-\w, )?(--[a-z0-9-]+)/) else { return nil }
      return String(flag.1)
    }
  }

  @Test("the help lists commands and flags")
  func helpIsUnderstood() throws {
    #expect(try Self.commands().contains("apply"))
    #expect(try Self.flags(of: "apply").contains("--output"))
  }

  @Test("every command has its section in docs/cli.md", arguments: try commands())
  func commandHasSection(command: String) throws {
    #expect(try Project.text("docs/cli.md").contains("\n## rkmap \(command)\n"))
  }

  @Test("every command is introduced by the guide", arguments: try commands())
  func commandIsInGuide(command: String) throws {
    #expect(try Project.text("docs/guide.md").contains("rkmap \(command) "))
  }

  @Test("every flag is in docs/cli.md and in the manual page", arguments: try commands())
  func flagsAreDocumented(command: String) throws {
    let reference = try Project.text("docs/cli.md")
    let manual = try Project.text("docs/rkmap.1").replacing("\\-", with: "-")
    for flag in try Self.flags(of: command) {
      #expect(reference.contains(" \(flag)"))
      #expect(manual.contains(flag))
    }
  }

  @Test("every exit status is in the guide's table", arguments: RKCommandLine.ExitStatus.allCases)
  func exitStatusIsInGuide(status: RKCommandLine.ExitStatus) throws {
    let rows = try Project.text("docs/guide.md").components(separatedBy: "\n")
      .filter { $0.hasPrefix("| ") }
    let numbers = rows.flatMap { row in
      row.dropFirst(2).prefix { $0 != "|" }.split(separator: ",")
        .compactMap { Int32($0.trimmingCharacters(in: .whitespaces)) }
    }
    #expect(numbers.contains(status.rawValue))
  }

  // MARK: - The spec language

  @Test(
    "every member of the spec language is in docs/spec-format.md",
    arguments: ExampleCoverageTests.kinds
  )
  func memberIsDocumented(kind: SpecObjectKind) throws {
    let reference = try Project.text("docs/spec-format.md")
    for name in kind.keys.flatMap(\.spellings) {
      #expect(reference.contains("`\(name)`") || reference.contains("\"\(name)\""))
    }
  }

  @Test(
    "every function of expressions is in docs/spec-format.md",
    arguments: ExpressionFunction.allCases
  )
  func functionIsDocumented(function: ExpressionFunction) throws {
    let calls = try Project.text("docs/spec-format.md").components(separatedBy: "`")
      .filter { $0.hasSuffix(")") }
    let names = calls.flatMap { $0.components(separatedBy: CharacterSet.letters.inverted) }
    #expect(names.contains(function.rawValue))
  }
}
