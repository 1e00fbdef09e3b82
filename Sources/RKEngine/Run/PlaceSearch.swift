/// Finds the position of an object or array that was read long ago, by reading its input again up
/// to that value.
///
/// Linear in the bytes before the value: done once, for a diagnostic at the end of a run.
package struct PlaceSearch {
  private let offset: Int
  private var way = DocumentWay()
  private var line = 1
  private var lineStart = 0
  /// The line around the position; offset and count mark the part that belongs to the value.
  private var excerpt: [UInt8] = []
  private var excerptOffset = 0
  private var markedCount = 0
  /// The number of levels around the value, once it has begun.
  private var outerCount: Int?
  private var hasEnded = false
  private var pointer: [UInt8]?

  /// The place of the value that begins at a byte of an input; nil if none begins there.
  package static func place(
    ofByte offset: Int,
    inInput name: String,
    _ source: consuming InputSource
  ) -> InputPlace? {
    var search = PlaceSearch(offset: offset)
    var position = 0
    var isDone = false
    while !isDone {
      var buffer = InputBuffer(capacity: 64 * 1024)
      let count = try? source.read(into: &buffer, upTo: 64 * 1024)
      let bytes = buffer.bytesWithoutPadding
      if count == nil || bytes.isEmpty { break }
      if position == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) { search.lineStart = 3 }
      for byte in bytes {
        isDone = position < offset ? search.pass(byte, position) : search.collect(byte, position)
        if isDone { break }
        position += 1
      }
    }
    guard search.outerCount != nil else { return nil }
    return InputPlace(
      input: name,
      byteOffset: offset,
      line: search.line,
      column: offset - search.lineStart + 1,
      pointer: search.pointer.map { String(decoding: $0, as: UTF8.self) },
      excerpt: search.excerpt,
      excerptOffset: search.excerptOffset,
      markedCount: max(search.markedCount, 1),
      value: []
    )
  }

  /// The line and column of a byte of an input; nil if the input ends before it.
  package static func line(ofByte offset: Int, _ source: consuming InputSource) -> (
    line: Int, column: Int
  )? {
    var (position, line, lineStart) = (0, 1, 0)
    while true {
      var buffer = InputBuffer(capacity: 64 * 1024)
      let count = try? source.read(into: &buffer, upTo: 64 * 1024)
      let bytes = buffer.bytesWithoutPadding
      if count == nil || bytes.isEmpty { return nil }
      if position == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) { lineStart = 3 }
      for byte in bytes {
        if position == offset { return (line, offset - lineStart + 1) }
        if byte == .lineFeed { (line, lineStart) = (line + 1, position + 1) }
        position += 1
      }
    }
  }

  private init(offset: Int) { self.offset = offset }

  // MARK: - Bytes

  /// Advances over a byte before the position; always returns false.
  private mutating func pass(_ byte: UInt8, _ position: Int) -> Bool {
    way.follow(byte)
    if byte == .lineFeed {
      line += 1
      lineStart = position + 1
      excerpt.removeAll()
    } else if position >= max(offset - InputPlace.reach, lineStart) {
      excerpt.append(byte)
    }
    return false
  }

  /// Adds a byte of the value or after it, as far as it can be shown; returns whether the excerpt
  /// is complete.
  private mutating func collect(_ byte: UInt8, _ position: Int) -> Bool {
    if position == offset {
      guard byte == .openObject || byte == .openArray, !way.isInString else { return true }
      outerCount = way.depth
      excerptOffset = excerpt.count
      pointer = way.pointer
    }
    if byte == .lineFeed || byte == .carriageReturn || position - offset >= InputPlace.reach {
      return true
    }
    way.follow(byte)
    excerpt.append(byte)
    if !hasEnded { markedCount += 1 }
    if way.depth == outerCount { hasEnded = true }
    return false
  }
}
