/// JSON strings out of plain text.
package enum JSONText {
  /// Text as a JSON string with its quotes: quotes, backslashes and control characters escaped, all
  /// else as it is.
  package static func quoted(_ text: some Sequence<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = [.quote]
    for byte in text {
      switch byte {
      case .quote, .backslash: bytes += [.backslash, byte]
      case .lineFeed: bytes += [.backslash, .ascii("n")]
      case .carriageReturn: bytes += [.backslash, .ascii("r")]
      case .tab: bytes += [.backslash, .ascii("t")]
      case 0x08: bytes += [.backslash, .ascii("b")]
      case 0x0C: bytes += [.backslash, .ascii("f")]
      case 0..<0x20:
        bytes += [
          .backslash, .ascii("u"), .zero, .zero, hexadecimalDigit(byte >> 4),
          hexadecimalDigit(byte & 0xF),
        ]
      default: bytes.append(byte)
      }
    }
    bytes.append(.quote)
    return bytes
  }

  /// Appends the same.
  static func append(
    quoting text: Span<UInt8>,
    _ range: Range<Int>,
    to output: inout UniqueArray<UInt8>
  ) {
    output.append(.quote)
    var start = range.lowerBound
    for at in range {
      let byte = text[at]
      guard byte < 0x20 || byte == .quote || byte == .backslash else { continue }
      output.append(contentsOf: text, start..<at)
      for escaped in quoted([byte]).dropFirst().dropLast() { output.append(escaped) }
      start = at + 1
    }
    output.append(contentsOf: text, start..<range.upperBound)
    output.append(.quote)
  }

  /// A digit from 0 to f.
  package static func hexadecimalDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? .zero + value : .ascii("a") + value - 10
  }
}
