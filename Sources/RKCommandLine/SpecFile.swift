internal import RKEngine

/// A spec or a test file that a command rewrites.
enum SpecFile {
  /// Replaces the text of a file atomically.
  ///
  /// A write-protected file is not changed, although replacing it would be possible.
  static func replace(_ path: String, with bytes: [UInt8]) throws(SystemError) {
    if try FileDescriptor.kind(of: path) != .regular { throw .notOrdinary(path) }
    _ = try FileDescriptor.appending(to: path)
    try OutputFile.replace(path, with: bytes)
  }
}
