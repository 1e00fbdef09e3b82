#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The entries of a folder.
package enum FolderListing {
  package struct Entry: Sendable, Hashable {
    package var name: String
    /// Whether it is a folder itself, not a link to one.
    package var isFolder: Bool
  }

  /// The names in a folder, in the order of their bytes.
  package static func entries(of path: String) throws(SystemError) -> [Entry] {
    // SAFETY: the path is a C string for the time of the call; the folder is closed here.
    guard let folder = unsafe SystemCall.repeated({ unsafe opendir(path) }) else {
      throw SystemError(.open, code: errno, path: path)
    }
    defer { unsafe closedir(folder) }
    var entries: [Entry] = []
    // The end of a folder and an error differ only in errno, which each call sets to 0 first.
    // SAFETY: the result lives until the next call, and its name is copied before that.
    while let entry = unsafe SystemCall.repeated({ unsafe readdir(folder) }) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        let length = unsafe bytes.firstIndex(of: 0) ?? bytes.count
        return unsafe String(decoding: bytes[..<length], as: UTF8.self)
      }
      if name == "." || name == ".." { continue }
      // SAFETY: as above.
      let kind = Int32(unsafe entry.pointee.d_type)
      entries.append(Entry(name: name, isFolder: try isFolder(kind, path + "/" + name)))
    }
    if errno != 0 { throw SystemError(.read, code: errno, path: path) }
    return entries.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// Determines the kind by a call, since some file systems do not report it in the entry.
  private static func isFolder(_ kind: Int32, _ path: String) throws(SystemError) -> Bool {
    if kind != Int32(DT_UNKNOWN) { return kind == Int32(DT_DIR) }
    if try FileDescriptor.target(ofLink: path) != nil { return false }
    return try FileDescriptor.kind(of: path) == .directory
  }
}
