#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A growable array with one owner: without reference count, copy on write, and uniqueness check at
/// each store.
///
/// Has `count` initialised elements in memory for `capacity` of them. The memory is the C
/// library's, which can grow large blocks without copying them. Every access by index is checked;
/// unchecked accesses are marked `unsafe`, with the reason why they are safe. Per-element
/// operations are inlinable, so that other modules do not call them unspecialised.
@safe
@usableFromInline
package struct UniqueArray<Element: BitwiseCopyable>: ~Copyable {
  @usableFromInline
  var base: UnsafeMutablePointer<Element>
  @usableFromInline
  package internal(set) var count: Int
  package private(set) var capacity: Int

  package init(minimumCapacity: Int = 16) {
    let capacity = max(minimumCapacity, 1)
    // SAFETY: the memory is written before it is read.
    unsafe base = Self.memory(for: capacity)
    self.capacity = capacity
    count = 0
  }

  deinit {
    // SAFETY: this owner owns the memory, and no span outlives it.
    unsafe Memory.free(base)
  }

  @inlinable
  package var isEmpty: Bool { count == 0 }

  /// The element at `index`, read and changed in place: changing one member of a large element
  /// moves no others.
  @inlinable
  package subscript(index: Int) -> Element {
    @inline(__always)
    unsafeAddress {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "index out of range")
      // SAFETY: the index was checked against the initialised elements.
      return unsafe UnsafePointer(base + index)
    }
    @inline(__always)
    unsafeMutableAddress {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "index out of range")
      // SAFETY: as above.
      return unsafe base + index
    }
  }

  package var last: Element? { isEmpty ? nil : self[count - 1] }

  @inline(__always)
  package mutating func append(_ element: Element) {
    if count == capacity { grow(to: count &+ 1) }
    // SAFETY: there is room for one more.
    unsafe base[count] = element
    count &+= 1
  }

  package mutating func append(repeating element: Element, count added: Int) {
    reserve(count + added)
    // SAFETY: as above.
    unsafe (base + count).update(repeating: element, count: added)
    count += added
  }

  package mutating func removeLast() -> Element {
    let element = self[count - 1]
    count -= 1
    return element
  }

  /// Drops the elements at and after `newCount`.
  package mutating func truncate(to newCount: Int) {
    precondition(newCount >= 0 && newCount <= count, "cannot truncate to more than there is")
    count = newCount
  }

  package mutating func removeAll() { count = 0 }

  /// Drops the first `dropped` elements; the others move down.
  package mutating func dropFirst(_ dropped: Int) {
    precondition(dropped >= 0 && dropped <= count, "cannot drop more than there is")
    // SAFETY: both ranges lie in the initialised elements; `update` allows them to overlap.
    unsafe base.update(from: base + dropped, count: count - dropped)
    count -= dropped
  }

  /// Reserves memory for `wanted` elements in total.
  ///
  /// Amortised constant time per element.
  @inline(__always)
  package mutating func reserve(_ wanted: Int) {
    if wanted > capacity { grow(to: wanted) }
  }

  /// Reserves memory for `added` more elements that are certain to come.
  ///
  /// Has the system populate it at once, if it can: touching its pages one by one takes twice as
  /// long.
  mutating func reserveAtOnce(_ added: Int) {
    reserve(count + added)
    #if os(Linux)
      // SAFETY: these are whole pages of the array's memory, and their contents stay.
      let spare = unsafe UnsafeMutableRawPointer(base + count)
      let start = unsafe spare.alignedUp(toMultipleOf: 4096)
      let byteCount = unsafe (spare + added * MemoryLayout<Element>.stride) - start
      if byteCount > 0 { _ = unsafe madvise(start, byteCount & ~4095, Self.populateWrite) }
    #endif
  }

  /// `MADV_POPULATE_WRITE` of Linux 5.14, which older C libraries do not define.
  ///
  /// An older system refuses it, which does no harm.
  private static var populateWrite: Int32 { 23 }

  @inline(never)
  private mutating func grow(to wanted: Int) {
    let larger = max(wanted, capacity * 2)
    // SAFETY: the elements are trivial, so they may be moved byte by byte; memory is freed by what
    // allocated it.
    if Self.isLarge(larger) && !Self.isLarge(capacity) {
      let moved = unsafe Self.memory(for: larger)
      unsafe moved.update(from: base, count: count)
      unsafe Memory.free(base)
      unsafe base = moved
    } else {
      unsafe base = Memory.reallocate(base, larger * MemoryLayout<Element>.stride)
        .assumingMemoryBound(to: Element.self)
    }
    capacity = larger
  }

  /// Whether memory for this many elements is aligned to cache lines, for wide loads and stores.
  ///
  /// The system keeps the alignment when such memory grows.
  private static func isLarge(_ capacity: Int) -> Bool {
    capacity * MemoryLayout<Element>.stride >= 128 * 1024
  }

  /// New memory for a number of elements.
  private static func memory(for capacity: Int) -> UnsafeMutablePointer<Element> {
    precondition(MemoryLayout<Element>.alignment <= 16, "memory is aligned to 16 bytes")
    let byteCount = capacity * MemoryLayout<Element>.stride
    // SAFETY: the memory is written before it is read.
    return unsafe Memory.allocate(byteCount, alignment: isLarge(capacity) ? 64 : 16)
      .assumingMemoryBound(to: Element.self)
  }

  /// Memory for `room` elements after the last one, to be written before `commit`.
  ///
  /// Valid until the next change.
  @unsafe
  package mutating func spare(_ room: Int) -> UnsafeMutablePointer<Element> {
    reserve(count + room)
    // SAFETY: there is room for `room` more; what is done with it is up to the caller.
    return unsafe base + count
  }

  /// Adds `added` elements that were written to the memory from `spare`.
  @unsafe
  package mutating func commit(_ added: Int) {
    precondition(
      added >= 0 && count + added <= capacity,
      "more was written than there was room for"
    )
    count += added
  }

  /// The memory of the elements, valid until the next change.
  @unsafe
  package var start: UnsafePointer<Element> {
    // SAFETY: the memory exists; what is done with it is up to the caller.
    unsafe UnsafePointer(base)
  }

  /// The elements, for reading.
  package var span: Span<Element> {
    @_lifetime(borrow self)
    borrowing get {
      // SAFETY: `count` elements are initialised, and the span lives no longer than the borrow of
      // `self`.
      let span = unsafe Span(_unsafeStart: base, count: count)
      return unsafe _overrideLifetime(span, borrowing: self)
    }
  }
}

extension UniqueArray {
  /// The elements from `first` on, to be changed in place.
  @_lifetime(&self)
  @inline(__always)
  mutating func mutableSpan(from first: Int) -> MutableSpan<Element> {
    precondition(first >= 0, "index out of range")
    let start = min(first, count)
    // SAFETY: `count` elements are initialised, and the span lives no longer than the access to
    // `self`.
    let span = unsafe MutableSpan(_unsafeStart: base + start, count: count &- start)
    return unsafe _overrideLifetime(span, mutating: &self)
  }
}

/// A type for which all bits zero are a valid value.
@usableFromInline
package protocol ZeroInitializable: BitwiseCopyable {}

extension UInt8: ZeroInitializable {}
extension UInt32: ZeroInitializable {}

extension UniqueArray where Element: ZeroInitializable {
  /// Appends zero elements.
  ///
  /// A few are stored 16 bytes at a time: reading back what `memset` stores for so few is slow.
  @inline(__always)
  package mutating func append(zeros added: Int) {
    let byteCount = added &* MemoryLayout<Element>.stride
    reserve(count &+ added &+ 128 / MemoryLayout<Element>.stride)
    // SAFETY: there is room for `added` more and 128 bytes, and zeros are valid elements.
    let end = unsafe UnsafeMutableRawPointer(base + count)
    if byteCount <= 128 {
      unsafe Self.clear64(end)
      if byteCount > 64 { unsafe Self.clear64(end + 64) }
    } else {
      unsafe end.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
    }
    count &+= added
  }

  @inline(__always)
  private static func clear64(_ start: UnsafeMutableRawPointer) {
    let zeros = SIMD16<UInt8>()
    // SAFETY: the caller guarantees 64 bytes.
    unsafe start.storeBytes(of: zeros, as: SIMD16<UInt8>.self)
    unsafe start.storeBytes(of: zeros, toByteOffset: 16, as: SIMD16<UInt8>.self)
    unsafe start.storeBytes(of: zeros, toByteOffset: 32, as: SIMD16<UInt8>.self)
    unsafe start.storeBytes(of: zeros, toByteOffset: 48, as: SIMD16<UInt8>.self)
  }
}

extension UniqueArray where Element == UInt8 {
  /// Reverses the bytes from `start` to the end.
  mutating func reverse(from start: Int) {
    var (low, high) = (start, count - 1)
    while low < high {
      (self[low], self[high]) = (self[high], self[low])
      low += 1
      high -= 1
    }
  }

  /// Appends two bytes.
  @inline(__always)
  mutating func append(_ first: UInt8, _ second: UInt8) {
    reserve(count + 2)
    // SAFETY: there is room for two more.
    unsafe base[count] = first
    unsafe base[count &+ 1] = second
    count &+= 2
  }

  /// Appends the lowest bytes of a word, at most eight, lowest first.
  @inline(__always)
  mutating func append(word: UInt64, count added: Int) {
    precondition(added >= 0 && added <= 8, "a word has eight bytes")
    reserve(count &+ 8)
    // SAFETY: there is room for eight more, of which only the first ones are kept.
    unsafe UnsafeMutableRawPointer(base + count).storeBytes(of: word.littleEndian, as: UInt64.self)
    count &+= added
  }

  /// Appends the lowest bytes of two words, at most sixteen, those of the first word first.
  @inline(__always)
  mutating func append(_ low: UInt64, _ high: UInt64, count added: Int) {
    precondition(added >= 0 && added <= 16, "two words have sixteen bytes")
    reserve(count &+ 16)
    // SAFETY: there is room for sixteen more, of which only the first ones are kept.
    let end = unsafe UnsafeMutableRawPointer(base + count)
    unsafe end.storeBytes(of: low.littleEndian, as: UInt64.self)
    unsafe end.storeBytes(of: high.littleEndian, toByteOffset: 8, as: UInt64.self)
    count &+= added
  }

  /// Appends an ASCII word.
  package mutating func append(_ word: StaticString) {
    for byte in word.description.utf8 { append(byte) }
  }

  /// Appends all of some bytes.
  package mutating func append(contentsOf bytes: [UInt8]) {
    append(contentsOf: bytes.span, 0..<bytes.count)
  }

  /// Appends a range of another array.
  mutating func append(contentsOf other: borrowing UniqueArray<UInt8>, _ range: Range<Int>) {
    append(contentsOf: other.span, range)
  }

  /// Appends a range of other bytes.
  package mutating func append(contentsOf bytes: Span<UInt8>, _ range: Range<Int>) {
    let added = bytes.extracting(range)
    // SAFETY: there is room for all of the slice.
    unsafe added.withUnsafeBufferPointer { source in
      guard let start = source.baseAddress else { return }
      unsafe spare(source.count).update(from: start, count: source.count)
      unsafe commit(source.count)
    }
  }

  /// Appends a range of bytes, after which 16 more can be read.
  @inline(__always)
  package mutating func append(padded bytes: Span<UInt8>, _ range: Range<Int>) {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= bytes.count &- 16,
      "no room after a slice"
    )
    let length = range.count
    reserve(count &+ length &+ 16)
    // SAFETY: the slice and 16 bytes more lie in the span, which is therefore not empty; there is
    // room for the slice and 16 bytes more, of which only the slice is kept.
    unsafe bytes.withUnsafeBytes { source in
      let from = unsafe source.baseAddress.unsafelyUnwrapped + range.lowerBound
      let to = unsafe UnsafeMutableRawPointer(base + count)
      unsafe to.storeBytes(of: from.loadUnaligned(as: SIMD16<UInt8>.self), as: SIMD16<UInt8>.self)
      if length > 16 { unsafe (to + 16).copyMemory(from: from + 16, byteCount: length &- 16) }
    }
    count &+= length
  }
}
