#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Seekable files, whose bytes can be read in any order.
extension FileDescriptor {
  /// The position of the next byte to read; nil if the file is not seekable.
  package var position: Int? {
    let place = lseek(number, 0, SEEK_CUR)
    return place < 0 ? nil : Int(place)
  }

  /// Seeks to another position.
  package func move(to place: Int) throws(SystemError) {
    if lseek(number, off_t(place), SEEK_SET) < 0 {
      throw SystemError(.read, code: errno, path: path)
    }
  }

  /// Skips bytes that were used without reading them, and returns the new position.
  ///
  /// A request to stop is an error, as in a read.
  func skip(_ count: Int) throws(SystemError) -> Int {
    if Interruption.isPending { throw SystemError(.read, code: EINTR, path: path) }
    let place = lseek(number, off_t(count), SEEK_CUR)
    if place < 0 { throw SystemError(.read, code: errno, path: path) }
    return Int(place)
  }

  /// Maps bytes of the file into memory, from a page boundary, until `munmap`; nil if that is
  /// impossible.
  ///
  /// Other processes may change or remove them.
  @unsafe
  func map(_ range: Range<Int>) -> UnsafeMutableRawPointer? {
    // SAFETY: this asks for new memory, which nobody else has.
    let memory = unsafe mmap(
      nil,
      range.count,
      PROT_READ,
      MAP_SHARED,
      number,
      off_t(range.lowerBound)
    )
    if unsafe memory != MAP_FAILED { return unsafe memory }
    // The file is read instead; a later fault must not be mistaken for a lack of memory.
    errno = 0
    return nil
  }

  /// A second descriptor of the file; nil if the system has none left.
  package func duplicate() -> FileDescriptor? {
    let copy = fcntl(number, F_DUPFD_CLOEXEC, 0)
    return copy < 0 ? nil : FileDescriptor(copy, path: path)
  }

  /// Reads up to `memory.count` bytes at a position; 0 at the end.
  @unsafe
  package func read(into memory: UnsafeMutableRawBufferPointer, at place: Int)
    throws(SystemError) -> Int
  {
    while true {
      if Interruption.isPending { throw SystemError(.read, code: EINTR, path: path) }
      // SAFETY: the call writes no more bytes than the memory has.
      let count = unsafe pread(number, memory.baseAddress, memory.count, off_t(place))
      if count >= 0 { return count }
      if errno != EINTR { throw SystemError(.read, code: errno, path: path) }
    }
  }
}
