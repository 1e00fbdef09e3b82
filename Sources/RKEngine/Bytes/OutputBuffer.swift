internal import CScan

/// Output bytes: grows as needed, and is written 16 bytes at a time.
///
/// Has `count` initialised bytes and room for at least 32 more, so that a copy may write past its
/// end.
@safe
package struct OutputBuffer: ~Copyable {
  /// The bytes that a wide copy may read and write past its end.
  package static var slack: Int { 32 }

  private var base: UnsafeMutableRawPointer
  package private(set) var count = 0
  private var capacity: Int

  package init(capacity: Int = 64 * 1024) {
    self.capacity = capacity
    // SAFETY: the memory is written before it is read.
    unsafe base = Memory.allocate(capacity + Self.slack)
  }

  deinit {
    // SAFETY: this owner owns the memory, and no span outlives it.
    unsafe Memory.free(base)
  }

  package mutating func removeAll() { count = 0 }

  /// Drops the bytes at and after `newCount`.
  package mutating func truncate(to newCount: Int) {
    precondition(newCount >= 0 && newCount <= count, "cannot truncate to more than there is")
    count = newCount
  }

  /// A byte that has been appended.
  package subscript(index: Int) -> UInt8 {
    get {
      precondition(index >= 0 && index < count, "index out of range")
      // SAFETY: the index was checked against the initialised bytes.
      return unsafe base.load(fromByteOffset: index, as: UInt8.self)
    }
    set {
      precondition(index >= 0 && index < count, "index out of range")
      // SAFETY: as above.
      unsafe base.storeBytes(of: newValue, toByteOffset: index, as: UInt8.self)
    }
  }

  @inline(__always)
  package mutating func append(_ byte: UInt8) {
    reserve(1)
    // SAFETY: there is room for one more.
    unsafe base.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    count &+= 1
  }

  /// Appends a short text in one store.
  @inline(__always)
  package mutating func append(_ text: ShortText) {
    reserve(Int(text.count))
    // SAFETY: there is room for 16 bytes more than `count`.
    unsafe (base + count).storeBytes(of: text.bytes, as: SIMD16<UInt8>.self)
    count &+= Int(text.count)
  }

  /// Appends a range of bytes, after which 32 more can be read.
  @inline(__always)
  package mutating func append(padded bytes: Span<UInt8>, _ start: Int, _ length: Int) {
    precondition(
      start >= 0 && length >= 0 && start &+ length <= bytes.count &- Self.slack,
      "no room after a slice"
    )
    reserve(length)
    // SAFETY: the slice and 32 bytes more lie in the span; there is room for the slice and 32 bytes
    // more.
    let from = unsafe bytes.withUnsafeBytes { unsafe $0.baseAddress.unsafelyUnwrapped + start }
    let to = unsafe base + count
    unsafe Self.copy32(from, to)
    if length > 32 { unsafe (to + 32).copyMemory(from: from + 32, byteCount: length &- 32) }
    count &+= length
  }

  /// Appends bytes up to `end`, or up to the first control character, quote, backslash or `mark`,
  /// whose offset is returned.
  ///
  /// 32 more bytes must be readable after `end`.
  package mutating func append(
    plain bytes: Span<UInt8>,
    from start: Int,
    to end: Int,
    mark: UInt8
  ) -> Int {
    precondition(
      start >= 0 && start <= end && end <= bytes.count &- Self.slack,
      "no room after a slice"
    )
    // SAFETY: what a step reads and writes ends less than 16 bytes after `end`, where 32 more are readable, and
    // there is room for 16 bytes more than `count`.
    return unsafe bytes.withUnsafeBytes { buffer in
      let from = unsafe buffer.baseAddress.unsafelyUnwrapped
      var at = start
      while at < end {
        reserve(16)
        let text = unsafe (from + at).loadUnaligned(as: SIMD16<UInt8>.self)
        unsafe (base + count).storeBytes(of: text, as: SIMD16<UInt8>.self)
        let plainCount = min(Int(unsafe rk_first_marked(from + at, mark)), end &- at)
        count &+= plainCount
        at &+= plainCount
        if plainCount < 16 { return at }
      }
      return at
    }
  }

  /// Appends a short text and then a range of at most 64 bytes, after which 32 more can be read.
  ///
  /// If there is no room it does nothing and returns false, so that a loop with this makes no
  /// calls.
  @inline(__always)
  package mutating func appendShort(
    _ label: ShortText,
    then bytes: Span<UInt8>,
    _ start: UInt32,
    _ length: UInt32
  ) -> Bool {
    let (start, length, labelCount) = (Int(start), Int(length), Int(label.count))
    let after = count &+ labelCount &+ length
    guard after <= capacity, start &+ length <= bytes.count &- Self.slack else { return false }
    // SAFETY: the slice and 32 bytes more lie in the span; there is room for the label, which has
    // at most 16 bytes, the slice and 32 bytes more, and no more than that is written.
    let from = unsafe bytes.withUnsafeBytes { unsafe $0.baseAddress.unsafelyUnwrapped + start }
    let end = unsafe base + count
    unsafe end.storeBytes(of: label.bytes, as: SIMD16<UInt8>.self)
    let to = unsafe end + labelCount
    unsafe Self.copy32(from, to)
    if length > 32 {
      if length > 64 { return false }
      unsafe Self.copy32(from + 32, to + 32)
    }
    count = after
    return true
  }

  @inline(__always)
  private static func copy32(_ from: UnsafeRawPointer, _ to: UnsafeMutableRawPointer) {
    // SAFETY: the caller guarantees 32 bytes at both places, which do not overlap.
    let (low, high) = unsafe (
      from.loadUnaligned(as: SIMD16<UInt8>.self),
      from.loadUnaligned(fromByteOffset: 16, as: SIMD16<UInt8>.self)
    )
    unsafe to.storeBytes(of: low, as: SIMD16<UInt8>.self)
    unsafe to.storeBytes(of: high, toByteOffset: 16, as: SIMD16<UInt8>.self)
  }

  /// Appends all of some bytes.
  package mutating func append(_ bytes: Span<UInt8>) {
    reserve(bytes.count)
    // SAFETY: there is room for all of the span.
    unsafe bytes.withUnsafeBytes { source in
      guard let start = source.baseAddress else { return }
      unsafe (base + count).copyMemory(from: start, byteCount: source.count)
    }
    count += bytes.count
  }

  package mutating func append(_ bytes: [UInt8]) { append(bytes.span) }

  /// Appends bytes of zero.
  mutating func append(zeros added: Int) {
    for _ in 0..<added { append(UInt8(0)) }
  }

  /// Appends all of another buffer.
  package mutating func append(_ other: borrowing OutputBuffer) { append(other.span) }

  /// Appends an ASCII word.
  package mutating func append(_ word: StaticString) {
    let length = word.utf8CodeUnitCount
    reserve(length)
    // SAFETY: the word has that many bytes, and there is room for them.
    unsafe (base + count).copyMemory(from: word.utf8Start, byteCount: length)
    count &+= length
  }

  /// Appends the digits of a number that is not negative.
  package mutating func append(decimal number: Int) {
    if number > 9 { append(decimal: number / 10) }
    append(.zero + UInt8(truncatingIfNeeded: number % 10))
  }

  @inline(__always)
  private mutating func reserve(_ added: Int) {
    if count &+ added > capacity { grow(count &+ added) }
  }

  @inline(never)
  private mutating func grow(_ wanted: Int) {
    let larger = max(wanted, capacity * 2)
    // SAFETY: this owner owns the memory, and its contents move along.
    unsafe base = Memory.reallocate(base, larger + Self.slack)
    capacity = larger
  }

  /// The bytes, for reading.
  package var span: Span<UInt8> {
    @_lifetime(borrow self)
    borrowing get {
      // SAFETY: `count` bytes are initialised, and the span lives no longer than the borrow.
      let start = unsafe UnsafeRawPointer(base).assumingMemoryBound(to: UInt8.self)
      let span = unsafe Span(_unsafeStart: start, count: count)
      return unsafe _overrideLifetime(span, borrowing: self)
    }
  }
}

extension UniqueArray where Element == UInt8 {
  /// Appends all of a buffer.
  mutating func append(contentsOf buffer: borrowing OutputBuffer) {
    append(contentsOf: buffer.span, 0..<buffer.count)
  }
}
