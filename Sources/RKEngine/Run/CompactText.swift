/// JSON text without white space outside its strings.
enum CompactText {
  /// Appends well-formed JSON text without its white space.
  static func append(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    to output: inout UniqueArray<UInt8>
  ) {
    var at = range.lowerBound
    while at < range.upperBound {
      let byte = bytes[at]
      if byte == .quote {
        let end = min(endOfString(bytes, at), range.upperBound)
        output.append(contentsOf: bytes, at..<end)
        at = end
      } else {
        if !byte.isWhitespace { output.append(byte) }
        at += 1
      }
    }
  }

  /// The place behind the value that begins at `start`.
  static func end(_ bytes: Span<UInt8>, _ start: Int) -> Int {
    var at = start
    var depth = 0
    while at < bytes.count {
      switch bytes[at] {
      case .quote: at = endOfString(bytes, at)
      case .openArray, .openObject:
        depth += 1
        at += 1
        continue
      case .closeArray, .closeObject:
        depth -= 1
        at += 1
      case .comma, .colon:
        at += 1
        continue
      default: at = endOfScalar(bytes, at)
      }
      if depth <= 0 { return at }
    }
    return at
  }

  private static func endOfString(_ bytes: Span<UInt8>, _ start: Int) -> Int {
    var at = start + 1
    while at < bytes.count && bytes[at] != .quote { at += bytes[at] == .backslash ? 2 : 1 }
    return min(at + 1, bytes.count)
  }

  private static func endOfScalar(_ bytes: Span<UInt8>, _ start: Int) -> Int {
    var at = start + 1
    while at < bytes.count {
      switch bytes[at] {
      case .comma, .closeArray, .closeObject, .colon: return at
      default: at += 1
      }
    }
    return at
  }
}
