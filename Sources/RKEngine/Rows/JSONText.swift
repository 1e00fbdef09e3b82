/// JSON strings from plain text.
package enum JSONText {
  /// Text as a JSON string with its quotes: quotes, backslashes and control characters escaped,
  /// everything else unchanged.
  package static func quoted(_ text: String) -> [UInt8] { quoted(bytes: text.utf8) }

  package static func quoted(_ text: [UInt8]) -> [UInt8] { quoted(bytes: text) }

  package static func quoted(_ text: ArraySlice<UInt8>) -> [UInt8] { quoted(bytes: text) }

  /// Private, since other modules could instantiate a generic function only at run time.
  private static func quoted(bytes text: some Sequence<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.underestimatedCount + 2)
    bytes.append(.quote)
    for byte in text { escape(byte) { bytes.append($0) } }
    bytes.append(.quote)
    return bytes
  }

  /// Passes the bytes that represent a byte in a string to `emit`.
  private static func escape(_ byte: UInt8, _ emit: (UInt8) -> Void) {
    guard byte < 0x20 || byte == .quote || byte == .backslash else { return emit(byte) }
    emit(.backslash)
    switch byte {
    case .quote, .backslash: emit(byte)
    case .lineFeed: emit(.ascii("n"))
    case .carriageReturn: emit(.ascii("r"))
    case .tab: emit(.ascii("t"))
    case 0x08: emit(.ascii("b"))
    case 0x0C: emit(.ascii("f"))
    default:
      emit(.ascii("u"))
      emit(.zero)
      emit(.zero)
      emit(hexadecimalDigit(byte >> 4))
      emit(hexadecimalDigit(byte & 0xF))
    }
  }

  /// Appends text as a JSON string with its quotes.
  package static func append(
    quoting text: Span<UInt8>,
    _ range: Range<Int>,
    to output: inout UniqueArray<UInt8>
  ) {
    output.append(.quote)
    var at = range.lowerBound
    while at < range.upperBound {
      let count = min(range.upperBound &- at, 8)
      let word = text.word(at: at, count: count)
      if isPlain(word, count: count) {
        output.append(word: word, count: count)
      } else {
        for place in at..<(at &+ count) { escape(text[place]) { output.append($0) } }
      }
      at &+= count
    }
    output.append(.quote)
  }

  /// Whether none of the lowest bytes of a word needs an escape.
  @inline(__always)
  private static func isPlain(_ word: UInt64, count: Int) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let text = count == 8 ? word : word | (ones &* 0x20) &<< UInt64(count &* 8)
    let control = (text &- ones &* 0x20) & ~text & (ones &* 0x80)
    let quote = (text ^ ones &* UInt64(UInt8.quote)).zeroBytes
    return control | quote | (text ^ ones &* UInt64(UInt8.backslash)).zeroBytes == 0
  }

  /// A digit from 0 to f.
  package static func hexadecimalDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? .zero + value : .ascii("a") + value - 10
  }
}
