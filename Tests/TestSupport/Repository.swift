internal import Foundation

/// The files of the project that tests read.
package enum Repository {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The path of a file, given relative to the root of the project.
  package static func path(of name: String) -> String {
    root.appending(path: name).path(percentEncoded: false)
  }

  /// The bytes of a file.
  package static func bytes(of name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: root.appending(path: name)))
  }

  /// The names of the files in a folder, in order.
  package static func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path(of: folder)).sorted()
  }
}
