/// Iterates over the elements of an array in text that is known to be JSON.
package struct ArrayElements: BitwiseCopyable {
  private var at: Int

  /// The array begins at `start`.
  package init(from start: Int) { at = start + 1 }

  /// The range of the next element; nil if there is none.
  package mutating func next(_ text: Span<UInt8>) -> Range<Int>? {
    while text[at].isWhitespace || text[at] == .comma { at += 1 }
    guard text[at] != .closeArray else { return nil }
    let start = at
    at = text.end(ofValueAt: start)
    return start..<at
  }
}
