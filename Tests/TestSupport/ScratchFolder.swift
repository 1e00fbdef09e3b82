internal import Foundation

/// A folder for the files of one test.
///
/// It is removed with its contents when its owner is destroyed.
package final class ScratchFolder: Sendable {
  package let path: String

  package init() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "rkmap-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.path(percentEncoded: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in the folder; the file need not exist.
  package func path(of name: String) -> String { "\(path)/\(name)" }

  /// Creates a file and the folders on its path; returns its path.
  @discardableResult
  package func write(_ text: String, to name: String) throws -> String {
    try write(Array(text.utf8), to: name)
  }

  @discardableResult
  package func write(_ bytes: [UInt8], to name: String) throws -> String {
    let place = URL(filePath: path(of: name))
    try FileManager.default.createDirectory(
      at: place.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try Data(bytes).write(to: place)
    return path(of: name)
  }

  /// Creates a subfolder and the folders on its path.
  package func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: path(of: name),
      withIntermediateDirectories: true
    )
  }

  /// The text of a file; nil if there is none.
  package func read(_ name: String) -> String? { try? text(of: name) }

  package func text(of name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: path(of: name))), as: UTF8.self)
  }

  /// The names of all files, in order.
  package var names: [String] { names(in: "") }

  /// The names in a subfolder; empty if it does not exist.
  package func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path(of: folder))) ?? []).sorted()
  }
}

extension ScratchFolder {
  /// Creates a symbolic link to another file of the folder, or to a path.
  package func link(_ name: String, as link: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: path(of: link),
      withDestinationPath: name
    )
  }

  /// The target of a symbolic link.
  package func destination(ofLink name: String) throws -> String {
    try FileManager.default.destinationOfSymbolicLink(atPath: path(of: name))
  }

  package func setPermissions(_ permissions: Int, of name: String) throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: permissions],
      ofItemAtPath: path(of: name)
    )
  }

  package func permissions(of name: String) throws -> Int? {
    let attributes = try FileManager.default.attributesOfItem(atPath: path(of: name))
    return (attributes[.posixPermissions] as? NSNumber)?.intValue
  }

  /// Whether this user may give files to other users.
  package static var mayGiveFilesAway: Bool { NSUserName() == "root" }

  package func setOwner(_ user: Int, group: Int, of name: String) throws {
    try FileManager.default.setAttributes(
      [.ownerAccountID: user, .groupOwnerAccountID: group],
      ofItemAtPath: path(of: name)
    )
  }

  /// The numbers of a file's user and group.
  package func owner(of name: String) throws -> [Int?] {
    let attributes = try FileManager.default.attributesOfItem(atPath: path(of: name))
    return [FileAttributeKey.ownerAccountID, .groupOwnerAccountID].map {
      (attributes[$0] as? NSNumber)?.intValue
    }
  }
}
