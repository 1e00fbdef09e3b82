/// Goes through the elements of an array in text that is known to be JSON.
package struct ArrayElements: BitwiseCopyable {
  private var at: Int

  /// The array begins at `start`.
  package init(from start: Int) { at = start + 1 }

  /// Where the next element lies; nil when there is none.
  package mutating func next(_ text: Span<UInt8>) -> Range<Int>? {
    while text[at].isWhitespace || text[at] == .comma { at += 1 }
    guard text[at] != .closeArray else { return nil }
    let start = at
    switch text[at] {
    case .quote: skipString(text)
    case .openArray, .openObject: skipStructure(text)
    default:
      while text[at] != .comma && text[at] != .closeArray && !text[at].isWhitespace { at += 1 }
    }
    return start..<at
  }

  private mutating func skipString(_ text: Span<UInt8>) {
    at += 1
    while text[at] != .quote { at += text[at] == .backslash ? 2 : 1 }
    at += 1
  }

  private mutating func skipStructure(_ text: Span<UInt8>) {
    var depth = 0
    repeat {
      switch text[at] {
      case .quote:
        skipString(text)
        continue
      case .openArray, .openObject: depth += 1
      case .closeArray, .closeObject: depth -= 1
      default: break
      }
      at += 1
    } while depth > 0
  }
}
