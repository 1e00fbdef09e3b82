#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A part of a file in mapped memory, shared by all readers of the file.
///
/// Other processes may change these bytes at any time, and truncating the file removes them. So
/// only `ScanKernel.scanMapped` may read them: it copies what it reads, and returns if reading
/// fails.
@safe
final class FileMemory {
  private let base: UnsafeMutableRawPointer
  /// The range of positions in the file, from a page boundary.
  let range: Range<Int>

  /// Nil if that part of the file cannot be mapped.
  init?(_ file: borrowing FileDescriptor, _ range: Range<Int>) {
    self.range = Self.pageStart(range.lowerBound)..<range.upperBound
    // SAFETY: this owner owns the memory from now on.
    guard let base = unsafe file.map(self.range) else { return nil }
    unsafe self.base = base
  }

  deinit {
    // SAFETY: this owner owns the memory, and nobody reads it any more.
    unsafe munmap(base, range.count)
  }

  private static func pageStart(_ place: Int) -> Int {
    let pageSize = Int(getpagesize())
    return place / pageSize * pageSize
  }

  /// The bytes from a position of the range on; readers must expect the read to fail.
  @unsafe
  func start(at place: Int) -> UnsafePointer<UInt8> {
    precondition(range.contains(place))
    // SAFETY: the position lies in the memory.
    return unsafe UnsafePointer(
      (base + (place - range.lowerBound)).assumingMemoryBound(to: UInt8.self)
    )
  }

  /// Releases pages that are no longer needed, so that they do not count as memory of the run;
  /// returns where the rest begins.
  ///
  /// Pages that are read again are loaded again.
  func release(from place: Int, to end: Int) -> Int {
    let end = Self.pageStart(min(end, range.upperBound))
    // SAFETY: whole pages of this memory.
    if end > place { unsafe madvise(base + (place - range.lowerBound), end - place, MADV_DONTNEED) }
    return max(place, end)
  }
}
