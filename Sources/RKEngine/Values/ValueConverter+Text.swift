extension ValueConverter {
  /// Converts a number to its text, and a boolean to its name.
  static func string(
    _ kind: Cell.Kind,
    _ text: Span<UInt8>,
    _ range: Range<Int>,
    _ side: inout UniqueArray<UInt8>
  ) -> Cell? {
    if kind == .string { return Cell(.string, range) }
    let start = side.count
    side.append(.quote)
    switch kind {
    case .true: side.append(Literal.trueText)
    case .false: side.append(Literal.falseText)
    default: side.append(contentsOf: text, range)
    }
    side.append(.quote)
    return Cell(.string, start..<side.count, space: .batch)
  }

  static func url(_ kind: Cell.Kind, _ text: Span<UInt8>, _ range: Range<Int>) -> Cell? {
    guard kind == .string, URIReference.isValid(text, range) else { return nil }
    return Cell(.string, range)
  }

  static func data(_ kind: Cell.Kind, _ text: Span<UInt8>, _ range: Range<Int>) -> Cell? {
    guard kind == .string, isBase64(text, range) else { return nil }
    return Cell(.string, range)
  }

  /// Whether the text is base64 of RFC 4648, section 4, padded to a multiple of four.
  package static func isBase64(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard range.count % 4 == 0 else { return false }
    var end = range.upperBound
    let padded = max(end - 2, range.lowerBound)
    while end > padded && text[end - 1] == .ascii("=") { end -= 1 }
    for index in range.lowerBound..<end {
      let byte = text[index]
      guard byte.isDigit || byte.isLetter || byte == .plus || byte == .solidus else { return false }
    }
    return true
  }

  /// Converts a UUID in groups of 8, 4, 4, 4 and 12 digits to lower case.
  static func uuid(
    _ kind: Cell.Kind,
    _ text: Span<UInt8>,
    _ range: Range<Int>,
    _ side: inout UniqueArray<UInt8>
  ) -> Cell? {
    guard kind == .string, range.count == 36 else { return nil }
    var isLower = true
    for index in 0..<36 {
      let byte = text[range.lowerBound + index]
      switch index {
      case 8, 13, 18, 23: guard byte == .minus else { return nil }
      default:
        guard byte.hexadecimalValue != nil else { return nil }
        if !byte.isDigit && byte & 0x20 == 0 { isLower = false }
      }
    }
    if isLower { return Cell(.string, range) }
    let start = side.count
    side.append(.quote)
    for index in range { side.append(text[index] == .minus ? .minus : text[index] | 0x20) }
    side.append(.quote)
    return Cell(.string, start..<side.count, space: .batch)
  }
}
