import RKMapping
import Testing

/// What the page of the spec language must show in specs that run.
@Suite("Examples of the spec language")
struct ExampleCoverageTests {
  static let kinds: [SpecObjectKind] = [
    .spec, .descriptor, .group, .request, .defaults, .mapper, .attribute, .relationship, .target,
    .property, .matcher, .validation, .namedRoute, .keys, .connection,
  ]

  private func specs() throws -> String {
    try ExampleDocument("docs/spec-format.md").files.map(\.text).joined()
  }

  @Test("every member that this version supports is in an example", arguments: kinds)
  func members(of kind: SpecObjectKind) throws {
    let specs = try specs()
    for key in kind.keys {
      let isShown = key.spellings.contains { specs.contains("\"\($0)\":") }
      #expect(isShown, "docs/spec-format.md has no example with '\(key.rawValue)'")
    }
  }

  @Test("every member of a test file is in docs/testing.md", arguments: SpecObjectKind.testFile)
  func testFileMembers(of kind: SpecObjectKind) throws {
    let page = try ExampleDocument("docs/testing.md")
    let files = page.files.filter { $0.name.hasSuffix(".test.json") }.map(\.text).joined()
    let text = try Project.text("docs/testing.md")
    for key in kind.keys {
      #expect(text.contains("| `\(key.rawValue)` |") || files.contains("\"\(key.rawValue)\":"))
    }
  }

  @Test("every transform is in an example", arguments: ValueTransform.Name.allCases)
  func transform(name: ValueTransform.Name) throws {
    let specs = try specs()
    let isShown = specs.contains("\"\(name.rawValue)\"") || specs.contains("\"\(name.rawValue):")
    #expect(isShown)
  }
}
