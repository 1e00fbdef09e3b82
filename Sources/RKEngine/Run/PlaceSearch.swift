/// Finds the position of an object or array that was read long ago, by reading its input again up
/// to there.
///
/// Linear in what precedes it: done once for a diagnostic at the end of a run.
package struct PlaceSearch {
  private enum Level {
    case object(key: [UInt8])
    case array(index: Int)
  }

  private let offset: Int
  private var levels: [Level] = []
  private var line = 1
  private var lineStart = 0
  private var isInString = false
  private var isEscaped = false
  /// The raw text of the most recent string.
  private var string: [UInt8] = []
  /// The line around the position, and the part of it that belongs to the value.
  private var excerpt: [UInt8] = []
  private var excerptOffset = 0
  private var markedCount = 0
  /// How many levels enclose the value, once it has begun.
  private var outerCount: Int?
  private var hasEnded = false
  private var pointer: [UInt8]?
  private static let longestKey = 1024

  /// The place of the value that begins at a byte of an input; nil where none does.
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

  private init(offset: Int) { self.offset = offset }

  // MARK: - Bytes

  /// Passes a byte before the position; never finishes.
  private mutating func pass(_ byte: UInt8, _ position: Int) -> Bool {
    follow(byte)
    if byte == .lineFeed {
      // No string crosses it; in invalid JSON one may have been left open.
      isInString = false
      line += 1
      lineStart = position + 1
      excerpt.removeAll()
    } else if position >= max(offset - InputPlace.reach, lineStart) {
      excerpt.append(byte)
    }
    return false
  }

  /// Adds a byte of the value or after it, as far as it can be shown; returns whether that is all.
  private mutating func collect(_ byte: UInt8, _ position: Int) -> Bool {
    if position == offset {
      guard byte == .openObject || byte == .openArray, !isInString else { return true }
      outerCount = levels.count
      excerptOffset = excerpt.count
      pointer = way
    }
    if byte == .lineFeed || byte == .carriageReturn || position - offset >= InputPlace.reach {
      return true
    }
    follow(byte)
    excerpt.append(byte)
    if !hasEnded { markedCount += 1 }
    if levels.count == outerCount { hasEnded = true }
    return false
  }

  private mutating func follow(_ byte: UInt8) {
    if isInString {
      if !isEscaped && byte == .quote { return isInString = false }
      isEscaped = !isEscaped && byte == .backslash
      if string.count <= Self.longestKey { string.append(byte) }
      return
    }
    switch byte {
    case .quote:
      isInString = true
      string.removeAll(keepingCapacity: true)
    case .openObject: levels.append(.object(key: []))
    case .openArray: levels.append(.array(index: 0))
    case .closeObject, .closeArray: if !levels.isEmpty { levels.removeLast() }
    case .colon:
      if case .object = levels.last { levels[levels.count - 1] = .object(key: string) }
    case .comma:
      if case .array(let index) = levels.last {
        levels[levels.count - 1] = .array(index: index + 1)
      }
    default: break
    }
  }

  /// The pointer to the next value; nil if a key on the way has escapes or is long.
  private var way: [UInt8]? {
    var pointer: [UInt8] = []
    for level in levels {
      switch level {
      case .array(let index): JSONPointer.append(index: index, to: &pointer)
      case .object(let key):
        if key.contains(.backslash) || key.count > Self.longestKey { return nil }
        JSONPointer.append(key: key, to: &pointer)
      }
    }
    return pointer
  }
}
