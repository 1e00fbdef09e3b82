/// The bytes of a window: `count` bytes of input, followed by 128 more readable bytes.
///
/// This padding is for wide loads and whole blocks. A load of up to 64 bytes that begins in the
/// window stays in the memory, and so does one that begins after a last, partial block. The padding
/// consists of spaces, so that such a block can be scanned as it is.
package struct InputBuffer: ~Copyable {
  package static var padding: Int { 128 }

  /// The bytes, then the padding.
  private var bytes: UniqueArray<UInt8>

  package init(capacity: Int) {
    bytes = UniqueArray(minimumCapacity: capacity + Self.padding)
    pad()
  }

  package var count: Int { bytes.count - Self.padding }

  /// Drops the first `dropped` bytes; the others move down.
  package mutating func dropFirst(_ dropped: Int) {
    precondition(dropped <= count, "cannot drop more than there is")
    if dropped > 0 { bytes.dropFirst(dropped) }
  }

  /// Reserves memory for bytes that are certain to come.
  mutating func reserve(_ added: Int) { bytes.reserveAtOnce(added) }

  package mutating func append(_ added: Span<UInt8>) {
    bytes.truncate(to: count)
    bytes.append(contentsOf: added, 0..<added.count)
    pad()
  }

  /// Reads up to `room` bytes from a file, the next ones or those at a position; returns 0 at its
  /// end.
  package mutating func append(
    from file: borrowing FileDescriptor,
    at place: Int? = nil,
    upTo room: Int
  ) throws(SystemError) -> Int {
    bytes.truncate(to: count)
    defer { pad() }
    // SAFETY: `spare` gives memory for `room` bytes, and `commit` checks that no more were written.
    let memory = unsafe UnsafeMutableRawBufferPointer(start: bytes.spare(room), count: room)
    let added: Int
    if let place {
      added = unsafe try file.read(into: memory, at: place)
    } else {
      added = unsafe try file.read(into: memory)
    }
    unsafe bytes.commit(added)
    return added
  }

  /// Appends `added` bytes that `write` stores; appends none if it returns false.
  @unsafe
  mutating func append(_ added: Int, by write: (UnsafeMutablePointer<UInt8>) -> Bool) -> Bool {
    bytes.truncate(to: count)
    defer { pad() }
    // SAFETY: `spare` returns memory for that many bytes, which are initialised when `write`
    // returns true.
    guard unsafe write(bytes.spare(added)) else { return false }
    unsafe bytes.commit(added)
    return true
  }

  /// Replaces the bytes from `offset` on.
  mutating func replace(at offset: Int, with added: some Collection<UInt8>) {
    precondition(offset + added.count <= count, "cannot replace more than there is")
    for (index, byte) in added.enumerated() { bytes[offset + index] = byte }
  }

  /// The number of lines that end in a range.
  package func lineCount(_ range: Range<Int>) -> Int {
    let bytes = padded
    var count = 0
    var offset = range.lowerBound
    while offset &+ 32 <= range.upperBound {
      // Most lines are longer than this.
      if bytes.hasByte(of: Self.lineFeeds, in32At: offset) {
        for place in stride(from: offset, to: offset &+ 32, by: 8) {
          count &+= bytes.word(at: place).count(of: .lineFeed)
        }
      }
      offset &+= 32
    }
    while offset < range.upperBound {
      if bytes[offset] == .lineFeed { count += 1 }
      offset &+= 1
    }
    return count
  }

  private static var lineFeeds: UInt64 { 0x0A0A_0A0A_0A0A_0A0A }

  /// The position after the last line feed before `offset`, 0 if there is none.
  package func lineStart(before offset: Int) -> Int {
    let bytes = padded
    var start = offset
    while start >= 32 && !bytes.hasByte(of: Self.lineFeeds, in32At: start &- 32) { start &-= 32 }
    while start > 0 && bytes[start - 1] != .lineFeed { start -= 1 }
    return start
  }

  /// Whether a line ends at or after an offset.
  func hasLineEnd(from offset: Int) -> Bool {
    padded.first(.lineFeed, in: offset..<count) != nil
  }

  /// The position after the last byte that is not white space.
  package var textEnd: Int {
    let bytes = padded
    var end = count
    while end > 0 && bytes[end - 1].isWhitespace { end -= 1 }
    return end
  }

  /// A copy of the bytes without their padding.
  var bytesWithoutPadding: [UInt8] {
    let bytes = padded
    var copy = [UInt8](repeating: 0, count: count)
    var target = copy.mutableSpan
    for offset in target.indices { target[offset] = bytes[offset] }
    return copy
  }

  private mutating func pad() {
    bytes.append(repeating: .space, count: Self.padding)
  }

  /// The bytes and their padding.
  package var padded: Span<UInt8> {
    @_lifetime(borrow self)
    borrowing get { bytes.span }
  }
}
