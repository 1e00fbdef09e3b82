/// Where the bytes of an input come from: bytes that were read already, then a file, a pipe, a stream
/// of bytes that are made out of others, or nothing more.
package struct InputSource: ~Copyable {
  private var head: [UInt8]
  private var headOffset = 0
  private let file: FileDescriptor?
  private let stream: (any ByteStream)?
  /// How many bytes the file had at first; 0 if its size is not fixed.
  private let firstCount: Int
  /// A file that others read, too, and the range to read of it.
  private let sharedFile: SharedFile?
  private var sharedRange = 0..<0
  /// The rest of the file, if that is large.
  private(set) var mapping = FileMapping()
  /// The most bytes returned at a time; tests make it small.
  private let chunkSize: Int
  /// Bytes may be yet to come: there is a pipe, a terminal, or what is made of one.
  package let mayWait: Bool
  private var repair: UTF8Repair?
  /// How many bytes of the file have not been read, as far as known.
  private(set) var remainingCount: Int?

  /// Returns the bytes, at most so many at a time; replaces bytes that are not UTF-8 if asked.
  ///
  /// With `mayWait` each time is as if they were yet to come.
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

  /// Gives what is in `head`, then what a stream gives.
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

  /// Returns the bytes of `head`, then the rest of the file, which is mapped if that is at least
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

  /// Returns a number of spaces, then the bytes in a range of a file that others read, too.
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

  /// Whether no byte is at hand, but more may come.
  package var wouldWait: Bool {
    guard mayWait else { return false }
    if let stream { return headOffset == head.count && stream.wouldWait }
    switch file {
    case let file?: return headOffset == head.count && file.wouldWait
    case nil: return headOffset < head.count
    }
  }

  /// Reads about as many bytes as there is room for into the buffer; 0 at the end.
  package mutating func read(into buffer: inout InputBuffer, upTo room: Int) throws(SystemError)
    -> Int
  {
    guard repair != nil else { return try readRaw(into: &buffer, upTo: room) }
    let before = buffer.count
    // A byte may become three.
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

  /// Checks that the file still has the bytes before `end` that it had at first: otherwise it was
  /// truncated, and these bytes are gone, or were zeros if they were mapped.
  private func expectBytes(before end: Int) throws(SystemError) {
    switch file {
    case let file?:
      guard end <= firstCount, let count = file.byteCount, count < end else { return }
      throw .cut(file.path)
    case nil: return
    }
  }

  /// How many of the next bytes are mapped, and can be used without being read.
  var mappedCount: Int { headOffset < head.count ? 0 : mapping.count }

  /// Skips bytes that were used from the mapping.
  mutating func skip(_ count: Int) throws(SystemError) {
    switch file {
    case let file?: try expectBytes(before: file.skip(count))
    case nil: sharedRange = (sharedRange.lowerBound + count)..<sharedRange.upperBound
    }
    pass(count)
  }

  /// Falls back to reading: what is mapped is not available.
  mutating func unmap() { mapping = FileMapping() }

  private mutating func pass(_ count: Int) {
    mapping.skip(count)
    if let remaining = remainingCount { remainingCount = remaining - count }
  }

  // MARK: - Places

  /// The file for others to read, too, if that is possible: the next byte is the one at `offset` of
  /// it, and all bytes are returned unchanged.
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

  /// Nothing before this position of the file is needed any more, neither here nor by those who
  /// read other parts of it.
  package mutating func giveBack(before place: Int) { mapping.move(to: place) }

  /// Up to `count` bytes of the file at `distance` bytes after the last one returned, or before its
  /// end, without reading on; none if they are not available.
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

  /// The position of the next byte in the file; nil if bytes have no positions, or are not returned
  /// unchanged.
  private var nextPlace: Int? {
    guard repair == nil else { return nil }
    switch file {
    case let file?:
      return file.kind == .regular ? file.position.map { $0 - (head.count - headOffset) } : nil
    case nil: return nil
    }
  }
}
