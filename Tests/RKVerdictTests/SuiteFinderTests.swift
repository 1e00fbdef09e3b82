import RKDiagnostics
import RKVerdict
import TestSupport
import Testing

@Suite("SuiteFinder")
struct SuiteFinderTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func write(_ paths: String...) throws {
    for path in paths { try folder.write("", to: path) }
  }

  /// The files found from the folder of this test.
  private func found(_ paths: String...) -> [String] {
    let finder = SuiteFinder(paths.map { folder.path(of: $0 == "." ? "" : $0) })
    return finder.files.map { String($0.dropFirst(folder.path(of: "").count)) }
      + finder.findings.map(\.code.id)
  }

  @Test("test files are found below a folder, in the order of their bytes")
  func order() throws {
    try write("b/rkmap.test.json", "a-/rkmap.test.json", "a/rkmap.test.json", "a/B/rkmap.test.json")
    try write("rkmap.test.json", "a/other.test.json")
    #expect(
      found(".") == [
        "a-/rkmap.test.json", "a/B/rkmap.test.json", "a/rkmap.test.json", "b/rkmap.test.json",
        "rkmap.test.json",
      ]
    )
  }

  @Test("dependencies beside the sources are skipped")
  func passedOver() throws {
    try write(".git/rkmap.test.json", "node_modules/x/rkmap.test.json", "a/rkmap.test.json")
    try write("a/__rkmap__/rkmap.test.json")
    #expect(found(".") == ["a/rkmap.test.json"])
  }

  @Test("links to folders are not followed, so there are no cycles")
  func links() throws {
    try write("a/rkmap.test.json")
    try folder.link(folder.path, as: "a/up")
    #expect(found(".") == ["a/rkmap.test.json"])
  }

  @Test("a file is accepted whatever its name, and none twice")
  func files() throws {
    try write("a/api.json", "a/rkmap.test.json")
    #expect(found("a/rkmap.test.json", "a/api.json", "a") == ["a/rkmap.test.json", "a/api.json"])
  }

  @Test("a folder without a test file is an error")
  func none() throws {
    try write("a/other.json", "b/rkmap.test.json")
    #expect(found("a", "b") == ["b/rkmap.test.json", "RK2081"])
  }

  @Test("an unreadable folder is an error, and not one without a test file")
  func unread() throws {
    try folder.link("loop", as: "loop")
    #expect(found("loop") == ["RK4001"])
  }
}
