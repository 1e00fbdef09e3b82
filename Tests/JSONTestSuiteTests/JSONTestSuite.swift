import TestSupport
import Testing

/// The files of nst/JSONTestSuite.
struct JSONTestSuite {
  /// One file: its name without folder and extension, and its bytes.
  struct File: Sendable, CustomTestStringConvertible {
    var name: String
    var path: String
    var bytes: [UInt8]

    /// The bytes after a byte order mark.
    var text: [UInt8] { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes[3...]) : bytes }

    var testDescription: String { name }
  }

  /// The files of a folder whose names have a prefix, in order.
  static func files(_ folder: String, _ prefix: String = "") throws -> [File] {
    let folder = "fixtures/jsontestsuite/\(folder)"
    return try Repository.names(in: folder)
      .filter { $0.hasPrefix(prefix) && $0.hasSuffix(".json") }
      .map { name in
        let path = "\(folder)/\(name)"
        let bytes = try Repository.bytes(of: path)
        return File(
          name: String(name.dropLast(5)),
          path: Repository.path(of: path),
          bytes: bytes
        )
      }
  }
}
