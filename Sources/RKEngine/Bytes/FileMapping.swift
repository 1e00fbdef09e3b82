#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A part of a file, in memory without being read into it.
///
/// Others may change these bytes at any time, and a file that is cut takes them away. So nobody may
/// look at them but `ScanKernel.take`, which copies what it looks at, and comes back when there is
/// nothing. Pages that are passed are given back, so that the memory in use does not grow.
@safe
struct FileMapping: ~Copyable {
  /// How much is passed before it is given back.
  private static var releaseSize: Int { 1024 * 1024 }

  private let base: UnsafeMutableRawPointer?
  /// Where in the file the memory begins.
  private let origin: Int
  /// Places in the memory: its end, what comes next, and before what all was given back.
  private let end: Int
  private var offset: Int
  private var releasedOffset = 0

  /// Nothing.
  init() {
    // SAFETY: there is nothing to look at.
    unsafe base = nil
    (origin, end, offset) = (0, 0, 0)
  }

  /// A range of a file, where that can be mapped, else nothing.
  init(_ file: borrowing FileDescriptor, _ range: Range<Int>) {
    origin = Self.pageStart(range.lowerBound)
    end = range.upperBound - origin
    offset = range.lowerBound - origin
    // SAFETY: the memory is this owner's from now on.
    unsafe base = file.map(origin..<range.upperBound)
  }

  deinit {
    // SAFETY: the memory is this owner's, and nobody looks at it any more.
    if let base = unsafe base { unsafe munmap(base, end) }
  }

  private static func pageStart(_ place: Int) -> Int {
    let pageSize = Int(getpagesize())
    return place / pageSize * pageSize
  }

  /// How many bytes are left.
  // SAFETY: nothing is read; there is memory or there is none.
  var count: Int { unsafe base == nil ? 0 : max(end - offset, 0) }

  /// The first of the bytes that are left, where there are any; whoever reads them expects to fail.
  @unsafe
  var start: UnsafePointer<UInt8>? {
    // SAFETY: the offset lies in the memory.
    unsafe base.map { unsafe UnsafePointer(($0 + offset).assumingMemoryBound(to: UInt8.self)) }
  }

  /// Passes over bytes that were read, in whatever way.
  mutating func skip(_ count: Int) {
    offset += count
    // What is soon to be unmapped is not worth it.
    if offset - releasedOffset >= Self.releaseSize && end > 2 * Self.releaseSize { release() }
  }

  /// Goes on at another place of the file.
  mutating func move(to place: Int) {
    release()
    offset = max(place - origin, 0)
    releasedOffset = Self.pageStart(offset)
  }

  private mutating func release() {
    let passed = Self.pageStart(min(offset, end))
    // SAFETY: whole pages of this memory, of which nothing is wanted; they would come again.
    guard passed > releasedOffset, let base = unsafe base else { return }
    unsafe madvise(base + releasedOffset, passed - releasedOffset, MADV_DONTNEED)
    releasedOffset = passed
  }
}
