#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A call of the operating system that failed, with the reason it gave.
package struct SystemError: Error, Sendable, Hashable {
  package enum Operation: String, Sendable {
    case open
    case read
    case write
    case sync
    case rename
    /// Of files that are replaced together not all is as it should be: the path says what is.
    case swap
    /// The output has told itself what is wrong with it, or with the data.
    case reportedOutput
    case reportedData
  }

  package var operation: Operation
  /// The `errno` of the call, or `cutCode`.
  package var code: Int32
  /// The file, as it was named; empty for a standard stream.
  package var path: String

  /// Where the system had no memory for the call, the program ends as it does for want of its own.
  package init(_ operation: Operation, code: Int32, path: String) {
    if code == ENOMEM { Emergency.endProgramWithoutMemory() }
    self.operation = operation
    self.code = code
    self.path = path
  }

  /// The user wants the program to stop.
  package static var interruption: SystemError { SystemError(.write, code: EINTR, path: "") }

  /// One record has become too large to be written.
  package static var excess: SystemError { SystemError(.write, code: EFBIG, path: "") }

  /// Nothing stands where something should.
  package static func missing(_ path: String) -> SystemError {
    SystemError(.open, code: ENOENT, path: path)
  }

  /// A file has become shorter than what was to be read of it.
  package static func cut(_ path: String) -> SystemError {
    SystemError(.read, code: cutCode, path: path)
  }

  /// No code of the system's.
  private static var cutCode: Int32 { -1 }

  /// The reader at the other end of a pipe has gone.
  package var isBrokenPipe: Bool { code == EPIPE }
  /// The user interrupted the call.
  ///
  /// Some file systems interrupt a call by themselves: that is a failure like others.
  package var isInterruption: Bool { code == EINTR && Interruption.isPending }
  package var isMissingFile: Bool { code == ENOENT }
  /// Nothing stands at the path; any other error says nothing of that.
  package var isAbsence: Bool { code == ENOENT || code == ENOTDIR }
  package var isDirectory: Bool { code == EISDIR }
  static var directoryCode: Int32 { EISDIR }
  static var notDirectoryCode: Int32 { ENOTDIR }
  static var linkLoopCode: Int32 { ELOOP }

  /// The system's words for the reason, as in "No such file or directory".
  package var reason: String {
    if code == Self.cutCode { return "it was cut while it was read" }
    // SAFETY: `strerror` gives a constant or thread-local C string for every code.
    return unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
  }
}
