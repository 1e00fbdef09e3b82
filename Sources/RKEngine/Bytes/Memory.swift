#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The C library's memory, for everything that grows with the data; the process ends if none is
/// left.
///
/// The C library can grow large blocks without copying them. All memory is aligned to at least 16
/// bytes.
enum Memory {
  /// New, uninitialised memory.
  @unsafe
  static func allocate(_ byteCount: Int, alignment: Int = 16) -> UnsafeMutableRawPointer {
    var memory: UnsafeMutableRawPointer?
    // SAFETY: the variable that the pointer is written to outlives the call.
    let code = unsafe posix_memalign(&memory, alignment, byteCount)
    guard code == 0, let memory = unsafe memory else { Emergency.endWithoutMemory() }
    return unsafe memory
  }

  /// Larger memory with the contents of the old block, which is freed.
  @unsafe
  static func reallocate(
    _ memory: UnsafeMutableRawPointer,
    _ byteCount: Int
  ) -> UnsafeMutableRawPointer {
    // SAFETY: the memory came from this type, which the caller guarantees.
    guard let larger = unsafe realloc(memory, byteCount) else { Emergency.endWithoutMemory() }
    return unsafe larger
  }

  @unsafe
  static func free(_ memory: UnsafeMutableRawPointer) {
    // SAFETY: as above.
    #if canImport(Darwin)
      unsafe Darwin.free(memory)
    #elseif canImport(Musl)
      unsafe Musl.free(memory)
    #else
      unsafe Glibc.free(memory)
    #endif
  }
}
