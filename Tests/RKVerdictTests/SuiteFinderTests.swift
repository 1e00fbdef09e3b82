import Foundation
import RKDiagnostics
import RKVerdict
import Testing

@Suite("SuiteFinder")
struct SuiteFinderTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func write(_ paths: String...) throws {
    for path in paths {
      let url = folder.appending(path: path)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try Data().write(to: url)
    }
  }

  private func path(_ name: String) -> String {
    folder.appending(path: name).path(percentEncoded: false)
  }

  /// What is found, from the folder of this test.
  private func found(_ paths: String...) -> [String] {
    defer { try? FileManager.default.removeItem(at: folder) }
    let finder = SuiteFinder(paths.map { $0 == "." ? path("") : path($0) })
    return finder.files.map { String($0.dropFirst(path("").count)) }
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

  @Test("what others have put beside the sources is passed over")
  func passedOver() throws {
    try write(".git/rkmap.test.json", "node_modules/x/rkmap.test.json", "a/rkmap.test.json")
    try write("a/__rkmap__/rkmap.test.json")
    #expect(found(".") == ["a/rkmap.test.json"])
  }

  @Test("links to folders are not followed, so that there is no circle")
  func links() throws {
    try write("a/rkmap.test.json")
    try FileManager.default.createSymbolicLink(
      at: folder.appending(path: "a/up"),
      withDestinationURL: folder
    )
    #expect(found(".") == ["a/rkmap.test.json"])
  }

  @Test("a file is taken whatever its name, and none twice")
  func files() throws {
    try write("a/api.json", "a/rkmap.test.json")
    #expect(found("a/rkmap.test.json", "a/api.json", "a") == ["a/rkmap.test.json", "a/api.json"])
  }

  @Test("a folder without a test file is an error")
  func none() throws {
    try write("a/other.json", "b/rkmap.test.json")
    #expect(found("a", "b") == ["b/rkmap.test.json", "RK2081"])
  }

  @Test("a folder that cannot be looked at is an error, and not one without a test file")
  func unread() throws {
    try FileManager.default.createSymbolicLink(
      atPath: path("loop"),
      withDestinationPath: path("loop")
    )
    #expect(found("loop") == ["RK4001"])
  }
}
