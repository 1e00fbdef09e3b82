extension PatternMatcher {
  /// Whether a step that consumes no text matches at a place.
  static func stands(_ step: PatternStep, _ text: Span<UInt8>, _ at: Int) -> Bool {
    switch step {
    case .textStart: at == 0
    case .textEnd: at == text.count
    case .lastLineEnd:
      at == text.count || isLineEnd(text, at) && at + breakCount(text, at) == text.count
    case .lineStart: at == 0 || isLineStart(text, at)
    case .lineEnd: at == text.count || isLineEnd(text, at)
    case .wordBoundary: isWordBoundary(text, at)
    case .noWordBoundary: !isWordBoundary(text, at)
    default: false
    }
  }

  // MARK: - Lines

  /// Whether a line break ends here; a carriage return and a line feed are one break.
  private static func isLineStart(_ text: Span<UInt8>, _ at: Int) -> Bool {
    let before = ScalarText.start(text, before: at)
    let count = breakCount(text, before)
    return count > 0 && before + count == at
  }

  private static func isLineEnd(_ text: Span<UInt8>, _ at: Int) -> Bool {
    if text[at] == .lineFeed && at > 0 && text[at - 1] == .carriageReturn { return false }
    return breakCount(text, at) > 0
  }

  /// The length of the line break that begins here, 0 for none.
  private static func breakCount(_ text: Span<UInt8>, _ at: Int) -> Int {
    let (value, count) = ScalarText.scalar(text, at: at)
    switch value {
    case 0x0D: return at + 1 < text.count && text[at + 1] == .lineFeed ? 2 : 1
    case 0x0A...0x0C, 0x85, 0x2028, 0x2029: return count
    default: return 0
    }
  }

  // MARK: - Words

  private static func isWordBoundary(_ text: Span<UInt8>, _ at: Int) -> Bool {
    let before = at > 0 && isWord(text, ScalarText.start(text, before: at))
    let after = at < text.count && isWord(text, at)
    return before != after
  }

  private static func isWord(_ text: Span<UInt8>, _ at: Int) -> Bool {
    let byte = text[at]
    if byte < 0x80 {
      return byte.isDigit || (byte | 0x20) &- .ascii("a") < 26 || byte == .ascii("_")
    }
    let value = ScalarText.scalar(text, at: at).value
    let word = PatternTerm.word
    return PatternTerm.contains(value, Range32(0..<word.count), word.span)
  }
}
