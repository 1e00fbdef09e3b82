/// Where values end in text that is known to be JSON.
extension Span<UInt8> {
  /// The offset after the value, or the key, that begins at `start`.
  func end(ofValueAt start: Int) -> Int {
    switch self[start] {
    case .quote: return end(ofStringAt: start)
    case .openArray, .openObject: return end(ofContainerAt: start)
    default: return end(ofScalarAt: start)
    }
  }

  /// The offset after the string whose quote is at `start`.
  func end(ofStringAt start: Int) -> Int {
    var at = start + 1
    while at < count && self[at] != .quote { at += self[at] == .backslash ? 2 : 1 }
    return Swift.min(at + 1, count)
  }

  private func end(ofContainerAt start: Int) -> Int {
    var at = start
    var depth = 0
    while at < count {
      switch self[at] {
      case .quote:
        at = end(ofStringAt: at)
        continue
      case .openArray, .openObject: depth += 1
      case .closeArray, .closeObject: depth -= 1
      default: break
      }
      at += 1
      if depth == 0 { return at }
    }
    return at
  }

  private func end(ofScalarAt start: Int) -> Int {
    var at = start + 1
    while at < count {
      switch self[at] {
      case .comma, .closeArray, .closeObject, .colon: return at
      case let byte: if byte.isWhitespace { return at }
      }
      at += 1
    }
    return at
  }
}
