#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

extension FileDescriptor {
  /// Takes the numbers of standard streams that whoever started the program has closed.
  ///
  /// A file that is opened gets the lowest free number: what is said to the user would go into a file
  /// of the run. Reading from such a stream and writing to it still fail: each is the wrong end of a
  /// pipe, for which no file need be there.
  package static func keepStandardStreams() {
    for number: Int32 in 0...2 where fcntl(number, F_GETFD) == -1 {
      var ends: [Int32] = [-1, -1]
      // SAFETY: the call fills two numbers, and there are two.
      guard unsafe pipe(&ends) == 0 else { return }
      _ = dup2(number == 0 ? ends[1] : ends[0], number)
      for end in ends where end != number { _ = close(end) }
    }
  }

  /// A path leads to the ordinary file that the standard input is.
  package static func isStandardInput(_ path: String) -> Bool {
    var (input, file) = (stat(), stat())
    // SAFETY: the call fills the structure.
    if SystemCall.repeated({ unsafe fstat(0, &input) }) != 0 { return false }
    // SAFETY: the same, and the path is a C string for the time of the call.
    if SystemCall.repeated({ unsafe stat(path, &file) }) != 0 { return false }
    return file.st_mode & S_IFMT == S_IFREG
      && (input.st_ino, input.st_dev) == (file.st_ino, file.st_dev)
  }
}
