#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A part of a file, in memory without being read into it, for all who read the file.
///
/// Others may change these bytes at any time, and a file that is cut takes them away. So nobody may
/// look at them but `ScanKernel.take`, which copies what it looks at, and comes back when there is
/// nothing.
@safe
final class FileMemory {
  private let base: UnsafeMutableRawPointer
  /// The places in the file, from the beginning of a page.
  let range: Range<Int>

  /// Nil where that part of the file cannot be mapped.
  init?(_ file: borrowing FileDescriptor, _ range: Range<Int>) {
    self.range = Self.pageStart(range.lowerBound)..<range.upperBound
    // SAFETY: the memory is this owner's from now on.
    guard let base = unsafe file.map(self.range) else { return nil }
    unsafe self.base = base
  }

  deinit {
    // SAFETY: the memory is this owner's, and nobody looks at it any more.
    unsafe munmap(base, range.count)
  }

  private static func pageStart(_ place: Int) -> Int {
    let pageSize = Int(getpagesize())
    return place / pageSize * pageSize
  }

  /// The bytes from a place of the range on; whoever reads them expects to fail.
  @unsafe
  func start(at place: Int) -> UnsafePointer<UInt8> {
    precondition(range.contains(place))
    // SAFETY: the place lies in the memory.
    return unsafe UnsafePointer(
      (base + (place - range.lowerBound)).assumingMemoryBound(to: UInt8.self)
    )
  }

  /// Gives pages back of which nothing is wanted, so that they do not count as memory of the run, and
  /// tells from where on there are some: what is looked at again comes again.
  func release(from place: Int, to end: Int) -> Int {
    let end = Self.pageStart(min(end, range.upperBound))
    // SAFETY: whole pages of this memory.
    if end > place { unsafe madvise(base + (place - range.lowerBound), end - place, MADV_DONTNEED) }
    return max(place, end)
  }
}
