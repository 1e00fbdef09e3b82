import Foundation
import Testing

@Suite("Links between documents")
struct LinkTests {
  @Test(
    "a relative link leads to a file, and to a heading of it",
    arguments: Project.files(named: ".md")
  )
  func linksLeadSomewhere(path: String) throws {
    for link in try Self.links(in: Project.text(path)) where !link.contains("://") {
      let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      let folder = Project.root.appending(path: path).deletingLastPathComponent()
      let target =
        parts[0].isEmpty
        ? Project.root.appending(path: path) : folder.appending(path: String(parts[0]))
      #expect(FileManager.default.fileExists(atPath: target.path()), "\(path) links to \(link)")
      if parts.count == 2 {
        let text = try String(contentsOf: target, encoding: .utf8)
        #expect(Self.anchors(of: text).contains(String(parts[1])), "\(path) links to \(link)")
      }
    }
  }

  @Test("links, anchors and headings are understood")
  func reading() {
    #expect(Self.links(in: "[a](b.md#c) `[x](y)`\n```\n[d](e)\n```\n[f](g)") == ["b.md#c", "g"])
    #expect(Self.anchors(of: "# A first, *short* `spec`\n") == ["a-first-short-spec"])
  }

  /// The targets of all links outside code.
  private static func links(in text: String) -> [String] {
    let prose = text.replacing(/```[^`]*```/, with: "").replacing(/`[^`\n]*`/, with: "")
    return prose.matches(of: /\]\(([^)\s]+)\)/).map { String($0.1) }
  }

  /// The anchors that headings have.
  private static func anchors(of text: String) -> [String] {
    text.components(separatedBy: "\n").filter { $0.hasPrefix("#") }.map { line in
      line.drop { $0 == "#" || $0 == " " }.lowercased()
        .filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_" }
        .replacing(" ", with: "-")
    }
  }
}
