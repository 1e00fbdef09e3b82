/// The source of an input's bytes: bytes that were read already, then a file, a pipe, a stream that
/// produces bytes, or nothing more.
package struct InputSource: ~Copyable {
  private var head: [UInt8]
  private var headOffset = 0
  private let file: FileDescriptor?
  private let stream: (any ByteStream)?
  /// The size of the file when it was opened; 0 if its size is not fixed.
  private let firstCount: Int
  /// A file that other threads read, too, and the range to read of it.
  private let sharedFile: SharedFile?
  private var sharedRange = 0..<0
  /// The rest of the file in memory, if it is large.
  private(set) var mapping = FileMapping()
  /// The most bytes returned at a time; tests make it small.
  private let chunkSize: Int
  /// Reading may wait for bytes: from a pipe, a terminal, or a stream made from one.
  package let mayWait: Bool
  private var repair: UTF8Repair?
  /// The number of unread bytes of the file, if known.
  private(set) var remainingCount: Int?

  /// Returns the bytes, at most `chunkSize` at a time; with `repairsUTF8` replaces bytes that are
  /// not UTF-8.
  ///
  /// With `mayWait` it behaves as if later chunks had not arrived yet.
  package init(
    bytes: [UInt8],
    chunkSize: Int = .max,
    repairsUTF8: Bool = false,
    mayWait: Bool = false
  ) {
    self.mayWait = mayWait
    head = bytes
    file = nil
    stream = nil
    firstCount = 0
    sharedFile = nil
    self.chunkSize = chunkSize
    repair = repairsUTF8 ? UTF8Repair() : nil
  }

  /// Returns the bytes of `head`, then those of a stream.
  package init(head: [UInt8] = [], stream: any ByteStream, repairsUTF8: Bool = false) {
    self.head = head
    file = nil
    self.stream = stream
    mayWait = true
    firstCount = 0
    sharedFile = nil
    chunkSize = .max
    repair = repairsUTF8 ? UTF8Repair() : nil
  }

  /// Returns the bytes of `head`, then the rest of the file, which is mapped if it has at least
  /// `leastMapped` bytes.
  package init(
    head: [UInt8] = [],
    file: consuming FileDescriptor,
    repairsUTF8: Bool = false,
    leastMapped: Int = 1024 * 1024
  ) {
    self.head = head
    stream = nil
    sharedFile = nil
    let count = file.firstByteCount ?? file.byteCount
    if !repairsUTF8, let count, count >= leastMapped, let place = file.position,
      count - place >= leastMapped
    {
      mapping = FileMapping(FileMemory(file, place..<count), from: place)
    }
    remainingCount = count.map { $0 - head.count }
    firstCount = count ?? 0
    mayWait = remainingCount == nil
    self.file = consume file
    chunkSize = .max
    repair = repairsUTF8 ? UTF8Repair() : nil
  }

  /// Returns `blankCount` spaces, then the bytes in a range of a shared file.
  package init(_ range: Range<Int>, of file: SharedFile, after blankCount: Int = 0) {
    head = Array(repeating: UInt8.space, count: blankCount)
    self.file = nil
    stream = nil
    firstCount = 0
    sharedFile = file
    sharedRange = range
    mapping = file.map(range)
    remainingCount = range.count
    mayWait = false
    chunkSize = .max
    repair = nil
  }

  // MARK: - Reading

  /// Whether reading would wait for bytes.
  package var wouldWait: Bool {
    guard mayWait else { return false }
    if let stream { return headOffset == head.count && stream.wouldWait }
    switch file {
    case let file?: return headOffset == head.count && file.wouldWait
    case nil: return headOffset < head.count
    }
  }

  /// Reads about `room` bytes into the buffer; returns 0 at the end.
  package mutating func read(into buffer: inout InputBuffer, upTo room: Int) throws(SystemError)
    -> Int
  {
    guard repair != nil else { return try readRaw(into: &buffer, upTo: room) }
    let before = buffer.count
    // The replacement character has three bytes, so one byte may become three.
    let room = max(room / 3, 1)
    while buffer.count == before {
      var raw = InputBuffer(capacity: room)
      let count = try readRaw(into: &raw, upTo: room)
      if let repaired = repair?.repair(raw.bytesWithoutPadding, isLast: count == 0) {
        buffer.append(repaired.span)
      }
      if count == 0 { break }
    }
    return buffer.count - before
  }

  private mutating func readRaw(into buffer: inout InputBuffer, upTo room: Int)
    throws(SystemError) -> Int
  {
    let wanted = min(room, chunkSize)
    if headOffset < head.count {
      let count = min(wanted, head.count - headOffset)
      buffer.append(head.span.extracting(headOffset..<(headOffset + count)))
      headOffset += count
      if headOffset == head.count {
        head = []
        headOffset = 0
      }
      return count
    }
    if let stream { return try stream.read(into: &buffer, upTo: wanted) }
    var count = 0
    if let sharedFile {
      count = try sharedFile.read(
        at: sharedRange.lowerBound,
        into: &buffer,
        upTo: min(wanted, sharedRange.count)
      )
      sharedRange = (sharedRange.lowerBound + count)..<sharedRange.upperBound
    }
    switch file {
    case let file?:
      count = try buffer.append(from: file, upTo: wanted)
      if count == 0, let end = file.position { try expectBytes(before: end + 1) }
    case nil: break
    }
    pass(count)
    return count
  }

  /// Checks that the file still has all bytes before `end` that it had when it was opened.
  ///
  /// Otherwise it was truncated, and these bytes are gone, or zero if they were mapped.
  private func expectBytes(before end: Int) throws(SystemError) {
    switch file {
    case let file?:
      guard end <= firstCount, let count = file.byteCount, count < end else { return }
      throw .cut(file.path)
    case nil: return
    }
  }

  /// The number of the next bytes that are mapped, and can be used without being read.
  var mappedCount: Int { headOffset < head.count ? 0 : mapping.count }

  /// Skips bytes that were used from the mapping.
  mutating func skip(_ count: Int) throws(SystemError) {
    switch file {
    case let file?: try expectBytes(before: file.skip(count))
    case nil: sharedRange = (sharedRange.lowerBound + count)..<sharedRange.upperBound
    }
    pass(count)
  }

  /// Falls back to reading, as the mapping is not available.
  mutating func unmap() { mapping = FileMapping() }

  private mutating func pass(_ count: Int) {
    mapping.skip(count)
    if let remaining = remainingCount { remainingCount = remaining - count }
  }

  // MARK: - Places

  /// The file, for other threads to read.
  ///
  /// Nil unless the next byte is the one at `offset` of the file, and all bytes are returned
  /// unchanged.
  package func share(at offset: Int) -> SharedFile? {
    switch file {
    case let file? where nextPlace == offset: SharedFile(file, mapping.shared)
    default: nil
    }
  }

  /// Continues at another position of the file.
  package mutating func move(to place: Int) throws(SystemError) {
    head = []
    headOffset = 0
    switch file {
    case let file?:
      try file.move(to: place)
      mapping.move(to: place)
      remainingCount = file.byteCount.map { max($0 - place, 0) }
    case nil: break
    }
  }

  /// Releases everything before a position of the file: neither this source nor readers of other
  /// parts need it.
  package mutating func giveBack(before place: Int) { mapping.move(to: place) }

  /// Up to `count` bytes of the file, `distance` bytes after the last one returned (before its end
  /// if negative), without advancing; none if they are not available.
  func look(_ count: Int, at distance: Int) -> [UInt8] {
    var buffer = InputBuffer(capacity: count)
    switch file {
    case let file?:
      guard let place = nextPlace, place + distance >= 0 else { return [] }
      _ = try? buffer.append(from: file, at: place + distance, upTo: count)
      return buffer.bytesWithoutPadding
    case nil: return []
    }
  }

  /// The position of the next byte in the file; nil if it has none, or if bytes are changed.
  private var nextPlace: Int? {
    guard repair == nil else { return nil }
    switch file {
    case let file?:
      return file.kind == .regular ? file.position.map { $0 - (head.count - headOffset) } : nil
    case nil: return nil
    }
  }
}
