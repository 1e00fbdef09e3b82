import Foundation
import Testing

/// The files of the project, as text.
enum SourceTree {
  struct File: Sendable, CustomTestStringConvertible {
    /// From the root of the project.
    let path: String
    let text: String

    /// Without comments and the insides of strings.
    let code: String

    var testDescription: String { path }

    var lineCount: Int { text.split(separator: "\n", omittingEmptySubsequences: false).count - 1 }

    /// The target below Sources or Tests.
    var target: String { String(path.split(separator: "/")[1]) }

    /// The folder inside the target, empty for a file that lies in none.
    var folder: String {
      let parts = path.split(separator: "/")
      return parts.count > 3 ? String(parts[2]) : ""
    }

    init(path: String, text: String) {
      self.path = path
      self.text = text
      code = Self.stripped(text)
    }

    private static func stripped(_ text: String) -> String {
      text.replacing(/\/\/[^\n]*/, with: "").replacing(/"(\\.|[^"\\\n])*"/, with: "\"\"")
    }
  }

  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// All files below a folder whose names end in one of the extensions, sorted by path.
  static func files(in folder: String, _ extensions: [String] = ["swift"]) -> [File] {
    let base = root.appending(path: folder)
    let paths = FileManager.default.enumerator(atPath: base.path)?.compactMap { $0 as? String }
    return (paths ?? []).sorted().compactMap { path in
      guard extensions.contains(where: { path.hasSuffix("." + $0) }) else { return nil }
      guard let text = try? String(contentsOf: base.appending(path: path), encoding: .utf8) else {
        return nil
      }
      return File(path: folder + "/" + path, text: text)
    }
  }

  static let sources = files(in: "Sources")
}
