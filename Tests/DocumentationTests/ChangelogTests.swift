import Foundation
import Testing

@Suite("CHANGELOG.md")
struct ChangelogTests {
  private static func lines() throws -> [String] {
    try Project.text("CHANGELOG.md").components(separatedBy: "\n")
  }

  @Test("it begins with its title")
  func title() throws {
    #expect(try Self.lines().first == "# Changelog")
  }

  @Test("a version is unreleased, or has a number and a day")
  func versions() throws {
    let versions = try Self.lines().filter { $0.hasPrefix("## ") }
    #expect(!versions.isEmpty)
    for version in versions {
      let isRelease = version.wholeMatch(of: /## \[\d+\.\d+\.\d+\] - \d{4}-\d{2}-\d{2}/) != nil
      #expect(isRelease || version == "## [Unreleased]")
    }
  }

  @Test("changes are listed under the headings of Keep a Changelog")
  func headings() throws {
    let known: Set = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"]
    let headings = try Self.lines().filter { $0.hasPrefix("### ") }.map { String($0.dropFirst(4)) }
    #expect(!headings.isEmpty)
    for heading in headings { #expect(known.contains(heading)) }
  }

  @Test("an entry shows a command, a flag or an import")
  func entries() throws {
    let entries = try Project.text("CHANGELOG.md").components(separatedBy: "\n- ").dropFirst()
    #expect(!entries.isEmpty)
    for entry in entries { #expect(entry.contains(/`(rkmap|man|import|--)[^`]*`/)) }
  }
}
