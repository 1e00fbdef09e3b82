/// Iterates over the members of an object in text that is known to be JSON.
package struct ObjectMembers: BitwiseCopyable {
  private var at: Int

  /// The object begins at `start`.
  package init(from start: Int) { at = start + 1 }

  /// The ranges of the next member's name, with its quotes, and its value; nil if there is none.
  package mutating func next(_ text: Span<UInt8>) -> (name: Range<Int>, value: Range<Int>)? {
    while text[at].isWhitespace || text[at] == .comma { at += 1 }
    guard text[at] != .closeObject else { return nil }
    let name = at..<text.end(ofStringAt: at)
    at = name.upperBound
    while text[at].isWhitespace || text[at] == .colon { at += 1 }
    let start = at
    at = text.end(ofValueAt: start)
    return (name, start..<at)
  }
}

extension Span<UInt8> {
  /// Whether the string in a range, with its quotes, decodes to a range of other text.
  func isString(_ string: Range<Int>, _ key: ByteRange, in text: Span<UInt8>) -> Bool {
    let content = (string.lowerBound + 1)..<(string.upperBound - 1)
    if content.count == Int(key.count) && has(text, key.range, at: content.lowerBound) {
      return true
    }
    return content.count > Int(key.count) && first(.backslash, in: content) != nil
      && StringText.equals(self, content, text, key.range)
  }
}
