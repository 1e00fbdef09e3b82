/// The contents of JSON strings, between their quotes, valid as far as the scan checks them.
package enum StringText {
  /// Whether there is a backslash among the bytes; eight more bytes must be readable after them.
  package static func hasBackslash(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    backslash(bytes, range.lowerBound, range.upperBound) < range.upperBound
  }

  /// The offset of the first backslash at or after `start`; `end` or more if there is none before
  /// `end`.
  static func backslash(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Int {
    var at = start
    while at < end {
      // A byte of the word is zero if the text has a backslash: the lowest such bit is exact.
      let word = bytes.word(at: at) ^ 0x5C5C_5C5C_5C5C_5C5C
      let zeros = (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
      if zeros != 0 { return at &+ zeros.trailingZeroBitCount / 8 }
      at &+= 8
    }
    return end
  }

  /// Whether the string decodes to exactly these other bytes.
  ///
  /// A lone surrogate equals nothing.
  package static func equals(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    _ text: Span<UInt8>,
    _ wanted: Range<Int>
  ) -> Bool {
    // Up to the first escape the bytes are the text.
    let count = min(range.count, wanted.count)
    var plainCount = 0
    while plainCount < count && bytes[range.lowerBound &+ plainCount] != .backslash {
      if bytes[range.lowerBound &+ plainCount] != text[wanted.lowerBound &+ plainCount] {
        return false
      }
      plainCount &+= 1
    }
    if plainCount == count { return range.count == wanted.count }
    var at = wanted.lowerBound
    var isEqual = true
    let isWhole = decode(bytes, range) { byte in
      if at >= wanted.upperBound || text[at] != byte { isEqual = false }
      at += 1
    }
    return isWhole && isEqual && at == wanted.upperBound
  }

  /// Appends the decoded string; false if it contains a lone surrogate, which has no UTF-8 form.
  package static func append(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    to output: inout UniqueArray<UInt8>
  ) -> Bool {
    var at = range.lowerBound
    while let next = bytes.first(.backslash, in: at..<range.upperBound) {
      output.append(contentsOf: bytes, at..<next)
      guard let end = decodeEscape(bytes, next, range.upperBound, { output.append($0) }) else {
        return false
      }
      at = end
    }
    output.append(contentsOf: bytes, at..<range.upperBound)
    return true
  }

  /// Appends the decoded string to an output, copying what lies between two escapes at once; false
  /// if it contains a lone surrogate.
  ///
  /// As many bytes as an output's slack must be readable after the string.
  package static func append(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    to output: inout OutputBuffer
  ) -> Bool {
    var at = range.lowerBound
    while true {
      let next = min(backslash(bytes, at, range.upperBound), range.upperBound)
      output.append(padded: bytes, at, next - at)
      if next == range.upperBound { return true }
      guard let end = decodeEscape(bytes, next, range.upperBound, { output.append($0) }) else {
        return false
      }
      at = end
    }
  }

  /// The decoded string, with U+FFFD for half of a surrogate pair, which has no UTF-8 form.
  ///
  /// Eight bytes more must be readable after it.
  package static func string(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(range.count)
    var at = range.lowerBound
    while at < range.upperBound {
      let next = min(backslash(bytes, at, range.upperBound), range.upperBound)
      for index in at..<next { text.append(bytes[index]) }
      guard next < range.upperBound else { break }
      if let end = decodeEscape(bytes, next, range.upperBound, { text.append($0) }) {
        at = end
      } else {
        text += "\u{FFFD}".utf8
        at = next + 6
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Whether a `\u` escape in the bytes, which may be a whole structure, is half of a surrogate
  /// pair without the other half.
  ///
  /// Eight bytes more must be readable after them.
  package static func hasLoneSurrogate(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var at = backslash(bytes, range.lowerBound, range.upperBound)
    while at < range.upperBound {
      if bytes[at + 1] == .ascii("u") {
        // Both halves of a pair begin with this digit.
        if bytes[at + 2] | 0x20 != .ascii("d") {
          at += 6
        } else {
          guard let (_, next) = scalar(bytes, at, end: range.upperBound) else { return true }
          at = next
        }
      } else {
        at += 2
      }
      at = backslash(bytes, at, range.upperBound)
    }
    return false
  }

  /// Passes each byte of the decoded string to `emit`; stops and returns false at a lone surrogate.
  private static func decode(_ bytes: Span<UInt8>, _ range: Range<Int>, _ emit: (UInt8) -> Void)
    -> Bool
  {
    var at = range.lowerBound
    while at < range.upperBound {
      let byte = bytes[at]
      guard byte == .backslash else {
        emit(byte)
        at += 1
        continue
      }
      guard let next = decodeEscape(bytes, at, range.upperBound, emit) else { return false }
      at = next
    }
    return true
  }

  /// Passes each byte of the escape at `at`, and returns its end; nil for a lone surrogate.
  @inline(__always)
  private static func decodeEscape(
    _ bytes: Span<UInt8>,
    _ at: Int,
    _ end: Int,
    _ emit: (UInt8) -> Void
  ) -> Int? {
    guard bytes[at + 1] == .ascii("u") else {
      emit(meaning(ofEscape: bytes[at + 1]))
      return at + 2
    }
    guard let (scalar, next) = scalar(bytes, at, end: end) else { return nil }
    emitUTF8(of: scalar, emit)
    return next
  }

  /// The byte that a backslash and a letter other than `u` represent.
  @inline(__always)
  private static func meaning(ofEscape letter: UInt8) -> UInt8 {
    switch letter {
    case .ascii("b"): 0x08
    case .ascii("f"): 0x0C
    case .ascii("n"): .lineFeed
    case .ascii("r"): .carriageReturn
    case .ascii("t"): .tab
    default: letter
    }
  }

  @inline(__always)
  private static func emitUTF8(of scalar: Unicode.Scalar, _ emit: (UInt8) -> Void) {
    let value = scalar.value
    if value < 0x80 { return emit(UInt8(value)) }
    // A lead byte, and six bits for each byte after it.
    let rest: UInt32 = value < 0x800 ? 1 : value < 0x1_0000 ? 2 : 3
    let marks: UInt32 = 0xFF00 >> (rest + 1) & 0xFF
    emit(UInt8(truncatingIfNeeded: marks | value >> (6 * rest)))
    for place in (0..<rest).reversed() {
      emit(UInt8(truncatingIfNeeded: 0x80 | value >> (6 * place) & 0x3F))
    }
  }

  /// The scalar of the `\u` escape at `at`, with its second half if it has one, and its end; nil
  /// for a lone surrogate.
  private static func scalar(_ bytes: Span<UInt8>, _ at: Int, end: Int) -> (
    Unicode.Scalar, next: Int
  )? {
    let first = hexadecimal(bytes, at + 2)
    guard first & 0xF800 == 0xD800 else { return Unicode.Scalar(first).map { ($0, at + 6) } }
    guard first < 0xDC00, at + 12 <= end, bytes[at + 6] == .backslash, bytes[at + 7] == .ascii("u")
    else { return nil }
    let second = hexadecimal(bytes, at + 8)
    guard second & 0xFC00 == 0xDC00 else { return nil }
    return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)).map {
      ($0, at + 12)
    }
  }

  private static func hexadecimal(_ bytes: Span<UInt8>, _ at: Int) -> UInt32 {
    var value: UInt32 = 0
    for index in at..<(at + 4) { value = value << 4 | UInt32(bytes[index].hexadecimalValue ?? 0) }
    return value
  }
}
