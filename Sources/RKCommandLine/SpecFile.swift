internal import RKEngine

/// A spec or a test file that a command writes anew.
enum SpecFile {
  /// Puts a new text in the place of a file's, at once.
  ///
  /// A file that is protected stays as it is, although another could take its place.
  static func replace(_ path: String, with bytes: [UInt8]) throws(SystemError) {
    if try FileDescriptor.kind(of: path) != .regular { throw .notOrdinary(path) }
    _ = try FileDescriptor.appending(to: path)
    try OutputFile.replace(path, with: bytes)
  }
}
