#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A failed call of the operating system, with the reason it gave.
package struct SystemError: Error, Sendable, Hashable {
  package enum Operation: String, Sendable {
    case open
    case read
    case write
    case sync
    case rename
    /// Files that are replaced together were left inconsistent: the path says how.
    case swap
    /// The output has already reported what is wrong with it or with the data.
    case reportedOutput
    case reportedData
  }

  package var operation: Operation
  /// The `errno` of the call, or one of our own codes, which are negative.
  package var code: Int32
  /// The file, as it was named; empty for a standard stream.
  package var path: String

  /// The same of a library that had no memory, for which no call of the system tells it.
  package static func noMemory(_ operation: Operation) -> SystemError {
    SystemError(operation, code: ENOMEM, path: "")
  }

  /// If the system had no memory for the call, the program ends as if it had run out itself.
  package init(_ operation: Operation, code: Int32, path: String) {
    if code == ENOMEM { Emergency.endProgramWithoutMemory() }
    self.operation = operation
    self.code = code
    self.path = path
  }

  /// The user asked the program to stop.
  package static var interruption: SystemError { SystemError(.write, code: EINTR, path: "") }

  /// Nobody wants what is written.
  package static var brokenPipe: SystemError { SystemError(.write, code: EPIPE, path: "") }

  /// One record has become too large, with everything that belongs to it.
  package static var excess: SystemError { SystemError(.write, code: excessCode, path: "") }

  /// Nothing exists where something should.
  package static func missing(_ path: String) -> SystemError {
    SystemError(.open, code: ENOENT, path: path)
  }

  /// Something other than a folder is at the path of a folder.
  package static func notFolder(_ path: String) -> SystemError {
    SystemError(.open, code: ENOTDIR, path: path)
  }

  /// A file has become shorter than the part that was still to be read.
  package static func cut(_ path: String) -> SystemError {
    SystemError(.read, code: cutCode, path: path)
  }

  /// A pipe, a device or a kernel file where only an ordinary file is read.
  package static func notOrdinary(_ path: String) -> SystemError {
    SystemError(.open, code: notOrdinaryCode, path: path)
  }

  /// A text is larger than the limit for texts that are read as a whole.
  package static func excessive(_ path: String) -> SystemError {
    SystemError(.read, code: excessiveCode, path: path)
  }

  /// What is compressed is cut off or damaged; `reason` says it all.
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
  /// The reader at the other end of a pipe is gone.
  package var isBrokenPipe: Bool { code == EPIPE }
  /// The user interrupted the call.
  ///
  /// Some file systems interrupt calls on their own: that is a failure like any other.
  package var isInterruption: Bool { code == EINTR && Interruption.isPending }
  package var isMissingFile: Bool { code == ENOENT }
  /// Nothing exists at the path; no other error says that.
  package var isAbsence: Bool { code == ENOENT || code == ENOTDIR }
  package var isDirectory: Bool { code == EISDIR }
  static var directoryCode: Int32 { EISDIR }
  static var linkLoopCode: Int32 { ELOOP }

  /// The system's words for the reason, as in "No such file or directory".
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
