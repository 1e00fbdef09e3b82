import Foundation
import Testing

@Suite("Decisions")
struct DecisionTests {
  private static let pages = Project.files(below: "docs/decisions", named: ".md")
    .filter { !$0.hasSuffix("README.md") }

  @Test("they are numbered without a gap")
  func numbers() {
    let numbers = Self.pages.compactMap { $0.split(separator: "/").last?.prefix(4) }
      .compactMap { Int($0) }
    #expect(!numbers.isEmpty)
    #expect(numbers == Array(1...Self.pages.count))
  }

  @Test(
    "a page states the question, the choice, the alternatives, and what would change it",
    arguments: pages
  )
  func parts(path: String) throws {
    let text = try Project.text(path)
    for part in ["**Question.**", "**Choice.**", "**What would change our mind.**"] {
      #expect(text.contains(part))
    }
    #expect(
      text.contains("**What else was tried.**") || text.contains("**What else was considered.**")
    )
  }

  @Test("the list has every page by its title", arguments: pages)
  func isListed(path: String) throws {
    let title = try Project.text(path).prefix { $0 != "\n" }.drop { $0 == "#" || $0 == " " }
    let file = try #require(path.split(separator: "/").last)
    #expect(try Project.text("docs/decisions/README.md").contains("- [\(title)](\(file))"))
  }
}
