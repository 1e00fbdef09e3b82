/// The path from the root of a document to the current byte, updated byte by byte.
struct DocumentWay {
  private enum Level {
    case object(key: [UInt8])
    case array(index: Int)
  }

  private var levels: [Level] = []
  private(set) var isInString = false
  private var isEscaped = false
  /// The raw text of the most recent string.
  private var string: [UInt8] = []
  private static let longestKey = 1024

  /// How many arrays and objects are open.
  var depth: Int { levels.count }

  /// Advances over one byte.
  mutating func follow(_ byte: UInt8) {
    if isInString {
      // No valid string crosses the end of a line; invalid JSON may have left one open.
      if byte == .lineFeed { return isInString = false }
      if !isEscaped && byte == .quote { return isInString = false }
      isEscaped = !isEscaped && byte == .backslash
      if string.count <= Self.longestKey { string.append(byte) }
      return
    }
    switch byte {
    case .quote:
      isInString = true
      isEscaped = false
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

  /// The pointer to the next value; nil if a key on the path has escapes or is long.
  var pointer: [UInt8]? {
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
