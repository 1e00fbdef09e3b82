#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A failed call of the operating system, with its error code.
package struct SystemError: Error, Sendable, Hashable {
  package enum Operation: String, Sendable {
    case open
    case read
    case write
    case sync
    case rename
    /// Files that are replaced together were left inconsistent; the path describes how.
    case swap
    /// The output has already reported the error, in itself or in the data.
    case reportedOutput
    case reportedData
  }

  package var operation: Operation
  /// The `errno` of the call, or one of our own codes, which are negative.
  package var code: Int32
  /// The path of the file as it was given; empty for a standard stream.
  package var path: String

  /// A library was out of memory, which no call of the system reports.
  package static func noMemory(_ operation: Operation) -> SystemError {
    SystemError(operation, code: ENOMEM, path: "")
  }

  /// If the system had no memory for the call, the program ends as if it were out of memory itself.
  package init(_ operation: Operation, code: Int32, path: String) {
    if code == ENOMEM { Emergency.endProgramWithoutMemory() }
    self.operation = operation
    self.code = code
    self.path = path
  }

  /// The user asked the program to stop.
  package static var interruption: SystemError { SystemError(.write, code: EINTR, path: "") }

  /// The reader of the output is gone.
  package static var brokenPipe: SystemError { SystemError(.write, code: EPIPE, path: "") }

  /// A record has become too large, with everything related to it.
  package static var excess: SystemError { SystemError(.write, code: excessCode, path: "") }

  /// There is nothing at a path where something is needed.
  package static func missing(_ path: String) -> SystemError {
    SystemError(.open, code: ENOENT, path: path)
  }

  /// There is something other than a folder at the path of a folder.
  package static func notFolder(_ path: String) -> SystemError {
    SystemError(.open, code: ENOTDIR, path: path)
  }

  /// A file has become shorter, and lacks bytes that were still to be read.
  package static func cut(_ path: String) -> SystemError {
    SystemError(.read, code: cutCode, path: path)
  }

  /// A pipe, a device or a kernel file, where only an ordinary file may be read.
  package static func notOrdinary(_ path: String) -> SystemError {
    SystemError(.open, code: notOrdinaryCode, path: path)
  }

  /// A text is larger than the limit for texts that are read as a whole.
  package static func excessive(_ path: String) -> SystemError {
    SystemError(.read, code: excessiveCode, path: path)
  }

  /// Compressed data is cut off or damaged; `reason` is the complete message.
  package static func damage(_ reason: String) -> SystemError {
    SystemError(.read, code: damageCode, path: reason)
  }

  /// A file lies outside the folders that another file may refer to.
  package static func outside(_ path: String) -> SystemError {
    SystemError(.open, code: outsideCode, path: path)
  }

  /// Codes that the system does not use.
  private static var cutCode: Int32 { -1 }
  private static var notOrdinaryCode: Int32 { -2 }
  private static var excessiveCode: Int32 { -3 }
  private static var outsideCode: Int32 { -4 }
  private static var excessCode: Int32 { -5 }
  private static var damageCode: Int32 { -6 }

  package var isOutside: Bool { code == Self.outsideCode }
  package var isDamage: Bool { code == Self.damageCode }
  package var isExcess: Bool { code == Self.excessCode }
  /// Whether the reader at the other end of a pipe is gone.
  package var isBrokenPipe: Bool { code == EPIPE }
  /// Whether the user interrupted the call.
  ///
  /// Some file systems interrupt calls on their own: that is a failure like any other.
  package var isInterruption: Bool { code == EINTR && Interruption.isPending }
  package var isMissingFile: Bool { code == ENOENT }
  /// Whether nothing exists at the path; no other error means that.
  package var isAbsence: Bool { code == ENOENT || code == ENOTDIR }
  package var isDirectory: Bool { code == EISDIR }
  static var directoryCode: Int32 { EISDIR }
  static var linkLoopCode: Int32 { ELOOP }

  /// The system's message for the reason, for example "No such file or directory".
  package var reason: String {
    switch code {
    case Self.cutCode: return "it was truncated while it was read"
    case Self.damageCode: return path
    case Self.excessCode: return "a record is too large"
    case Self.notOrdinaryCode: return "it is not a regular file"
    case Self.excessiveCode:
      return "it has more than \(FileDescriptor.mostText >> 20) MiB"
    case Self.outsideCode:
      return "a link points elsewhere; --allow-include DIR allows the files of a folder"
    default: break
    }
    // SAFETY: `strerror` gives a constant or thread-local C string for every code.
    return unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
  }
}
