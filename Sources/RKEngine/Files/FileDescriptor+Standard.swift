#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

extension FileDescriptor {
  /// Occupies the numbers of standard streams that the parent process has closed.
  ///
  /// An opened file gets the lowest free number, so otherwise messages to the user could end up in
  /// a file of the run. Reading and writing such a stream still fails: each is the wrong end of a
  /// pipe, which needs no file.
  package static func keepStandardStreams() {
    for number: Int32 in 0...2 where fcntl(number, F_GETFD) == -1 {
      var ends: [Int32] = [-1, -1]
      // SAFETY: the call fills two numbers, and there are two.
      guard unsafe pipe(&ends) == 0 else { return }
      _ = dup2(number == 0 ? ends[1] : ends[0], number)
      for end in ends where end != number { _ = close(end) }
    }
  }

  /// Whether a path leads to the ordinary file that is the standard input.
  package static func isStandardInput(_ path: String) -> Bool {
    var (input, file) = (stat(), stat())
    // SAFETY: the call fills the structure.
    if SystemCall.repeated({ unsafe fstat(0, &input) }) != 0 { return false }
    // SAFETY: the call fills the structure, and the path is a C string during the call.
    if SystemCall.repeated({ unsafe stat(path, &file) }) != 0 { return false }
    return file.st_mode & S_IFMT == S_IFREG
      && (input.st_ino, input.st_dev) == (file.st_ino, file.st_dev)
  }
}
