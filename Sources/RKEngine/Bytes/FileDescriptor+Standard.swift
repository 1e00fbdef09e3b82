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
  /// of the run. Reading from such a stream and writing to it still fail.
  package static func keepStandardStreams() {
    for number in 0...2 where fcntl(Int32(number), F_GETFD) == -1 {
      // SAFETY: the path is a C string for the time of the call.
      _ = unsafe open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY)
    }
  }
}
