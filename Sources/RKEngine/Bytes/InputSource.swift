/// Where the bytes of an input come from: bytes that were read already, then a file, a pipe, or
/// nothing more.
package struct InputSource: ~Copyable {
  private var head: [UInt8]
  private var headOffset = 0
  private let file: FileDescriptor?
  /// A file that others read, too, and what is to be read of it.
  private let sharedFile: SharedFile?
  private var sharedRange = 0..<0
  /// The most bytes given at a time; tests make it small.
  private let chunkSize: Int
  private var repair: UTF8Repair?
  /// How many bytes of the file have not been read, as far as that is known.
  private(set) var remainingCount: Int?

  /// Gives the bytes, at most so many at a time, with those that are no UTF-8 replaced if asked for.
  package init(bytes: [UInt8], chunkSize: Int = .max, repairsUTF8: Bool = false) {
    head = bytes
    file = nil
    sharedFile = nil
    self.chunkSize = chunkSize
    repair = repairsUTF8 ? UTF8Repair() : nil
  }

  /// Gives what is in `head`, then what is left of the file.
  package init(
    head: [UInt8] = [],
    file: consuming FileDescriptor,
    repairsUTF8: Bool = false
  ) {
    self.head = head
    sharedFile = nil
    remainingCount = file.byteCount.map { $0 - head.count }
    self.file = consume file
    chunkSize = .max
    repair = repairsUTF8 ? UTF8Repair() : nil
  }

  /// Gives the bytes in a range of a file that others read, too.
  package init(_ range: Range<Int>, of file: SharedFile) {
    head = []
    self.file = nil
    sharedFile = file
    sharedRange = range
    remainingCount = range.count
    chunkSize = .max
    repair = nil
  }

  /// The file for others to read, too, where that can be done: what comes next is the byte at
  /// `offset` of it, and all bytes are given as they are.
  package func share(at offset: Int) -> SharedFile? {
    guard repair == nil else { return nil }
    switch file {
    case let file?:
      let isNext = file.kind == .regular && file.position == offset + head.count - headOffset
      return isNext ? SharedFile(file) : nil
    case nil: return nil
    }
  }

  /// Goes on at another place of the file.
  package mutating func move(to offset: Int) throws(SystemError) {
    head = []
    headOffset = 0
    switch file {
    case let file?:
      try file.move(to: offset)
      remainingCount = file.byteCount.map { max($0 - offset, 0) }
    case nil: break
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
      if let repaired = repair?.take(raw.bytesWithoutPadding, isLast: count == 0) {
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
    if let sharedFile {
      let count = try sharedFile.read(
        at: sharedRange.lowerBound,
        into: &buffer,
        upTo: min(wanted, sharedRange.count)
      )
      sharedRange = (sharedRange.lowerBound + count)..<sharedRange.upperBound
      remainingCount = count == 0 ? 0 : sharedRange.count
      return count
    }
    switch file {
    case let file?:
      let count = try buffer.append(from: file, upTo: wanted)
      if let remaining = remainingCount { remainingCount = remaining - count }
      return count
    case nil: return 0
    }
  }
}
