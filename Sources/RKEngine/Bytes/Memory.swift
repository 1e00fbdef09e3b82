#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The C library's memory, for what grows with the data; where there is none left, the process ends.
///
/// The library lets large memory grow without copying it, and aligns all to 16 bytes.
enum Memory {
  /// New memory; what is in it is not known.
  @unsafe
  static func allocate(_ byteCount: Int, alignment: Int = 16) -> UnsafeMutableRawPointer {
    var memory: UnsafeMutableRawPointer?
    // SAFETY: the place that the pointer is written to lives as long as the call.
    let code = unsafe posix_memalign(&memory, alignment, byteCount)
    guard code == 0, let memory = unsafe memory else { Emergency.endWithoutMemory() }
    return unsafe memory
  }

  /// As much memory as is asked for, with what was in the other, which is no more.
  @unsafe
  static func reallocate(
    _ memory: UnsafeMutableRawPointer,
    _ byteCount: Int
  ) -> UnsafeMutableRawPointer {
    // SAFETY: the memory is one that this gave, which is the caller's care.
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
