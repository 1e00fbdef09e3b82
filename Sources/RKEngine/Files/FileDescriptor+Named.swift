/// Opens files that the user or other files name, and reads texts as a whole.
extension FileDescriptor {
  /// How many bytes a file had when it was opened for reading; nil if unknown.
  package var firstByteCount: Int? { opened?.kind == .regular ? opened?.byteCount : nil }

  /// The most bytes of a spec, with all files that it includes, and of a test file.
  package static var mostText: Int { 16 * 1024 * 1024 }

  /// Opens a text that the user names, which may be a pipe, such as `<(...)`.
  ///
  /// A link to a device or a pipe is refused, as that is not what the user named.
  package static func readingGiven(_ path: String) throws(SystemError) -> FileDescriptor {
    if !isOfSystem(path), isSeen(path, as: .other), try target(ofLink: path) != nil {
      throw .notOrdinary(path)
    }
    return try reading(path)
  }

  /// Whether the name is in the system's folders for open files and devices, such as `/dev/fd/63`
  /// and `/dev/stdin`.
  static func isOfSystem(_ path: String) -> Bool {
    path.hasPrefix("/dev/") || path.hasPrefix("/proc/")
  }

  /// Opens a file that another file names, which must be an ordinary file.
  ///
  /// A pipe may never end, and opening a device may change it. So a file is opened only if it is
  /// known to be neither, without waiting, and is checked again.
  package static func readingNamed(_ path: String) throws(SystemError) -> FileDescriptor {
    if try kind(of: path) == .other { throw .notOrdinary(path) }
    let file = try reading(path, waits: false)
    if file.kind != .regular { throw .notOrdinary(path) }
    return file
  }

  /// All bytes of a file that another file names.
  package static func bytes(ofNamed path: String, atMost limit: Int = .max) throws(SystemError)
    -> [UInt8]
  {
    let file = try readingNamed(path)
    let count = file.byteCount
    let bytes = try file.readAll(atMost: limit)
    // Kernel files report a size of zero.
    if count == 0 && !bytes.isEmpty { throw .notOrdinary(path) }
    return bytes
  }
}
