import Foundation
import TestSupport
import Testing

/// The files of nst/JSONTestSuite.
struct JSONTestSuite {
  /// One file: its name without folder and extension, and its bytes.
  struct File: Sendable, CustomTestStringConvertible {
    var name: String
    var path: String
    var bytes: [UInt8]

    /// The bytes behind a byte order mark.
    var text: [UInt8] { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes[3...]) : bytes }

    var testDescription: String { name }
  }

  /// The files of a folder whose names begin so, in order.
  static func files(_ folder: String, _ prefix: String = "") throws -> [File] {
    let root = Repository.root.appending(path: "fixtures/jsontestsuite/\(folder)")
    return try FileManager.default.contentsOfDirectory(atPath: root.path).sorted()
      .filter { $0.hasPrefix(prefix) && $0.hasSuffix(".json") }
      .map { name in
        let url = root.appending(path: name)
        let bytes = Array(try Data(contentsOf: url))
        return File(name: String(name.dropLast(5)), path: url.path, bytes: bytes)
      }
  }
}

/// The files of the project that tests read.
enum Repository {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  static func text(of path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }
}
