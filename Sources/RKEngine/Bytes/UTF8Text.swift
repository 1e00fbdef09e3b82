extension [UInt8] {
  /// How many bytes a byte order mark at the beginning has: 3, or 0 without one.
  package var markCount: Int {
    count >= 3 && self[0] == 0xEF && self[1] == 0xBB && self[2] == 0xBF ? 3 : 0
  }
}

/// Text as the bytes of its UTF-8 form.
extension Span<UInt8> {
  /// Whether the bytes are UTF-8.
  package var isUTF8: Bool {
    do {
      _ = try UTF8Span(validating: self)
      return true
    } catch {
      return false
    }
  }

  /// The text of a range, with U+FFFD for bytes that are not UTF-8.
  package func string(_ range: Range<Int>) -> String {
    let bytes = extracting(range)
    do {
      return String(copying: try UTF8Span(validating: bytes))
    } catch {
      return String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
    }
  }

  /// The scalar that begins at `start`, and its end; the replacement character if none begins
  /// there.
  func scalar(at start: Int) -> (scalar: Unicode.Scalar, end: Int) {
    let (value, count) = ScalarText.scalar(self, at: start)
    return (Unicode.Scalar(value) ?? "\u{FFFD}", start + count)
  }

  /// The end of the white space character that begins at `start`; nil if none does.
  ///
  /// White space as Unicode defines it, including the no-break space.
  func whitespaceEnd(at start: Int) -> Int? {
    let first = self[start]
    if first < 0x80 { return first == .space || first &- 9 < 5 ? start + 1 : nil }
    if first == 0xC2 {
      guard start + 1 < count, self[start + 1] == 0x85 || self[start + 1] == 0xA0 else {
        return nil
      }
      return start + 2
    }
    guard first & 0xFC == 0xE0, start + 2 < count else { return nil }
    let isWhite =
      switch (first, self[start + 1], self[start + 2]) {
      case (0xE1, 0x9A, 0x80), (0xE2, 0x80, 0x80...0x8A), (0xE2, 0x80, 0xA8...0xA9),
        (0xE2, 0x80, 0xAF), (0xE2, 0x81, 0x9F), (0xE3, 0x80, 0x80):
        true
      default: false
      }
    return isWhite ? start + 3 : nil
  }

  /// Whether the other bytes occur at `offset`.
  func has(_ other: Span<UInt8>, _ range: Range<Int>, at offset: Int) -> Bool {
    guard offset >= 0, count - offset >= range.count else { return false }
    for index in 0..<range.count where self[offset + index] != other[range.lowerBound + index] {
      return false
    }
    return true
  }
}

extension UniqueArray where Element == UInt8 {
  /// Appends the UTF-8 form of a scalar.
  mutating func append(_ scalar: Unicode.Scalar) {
    if scalar.isASCII { return append(UInt8(truncatingIfNeeded: scalar.value)) }
    guard let encoded = UTF8.encode(scalar) else { return }
    for byte in encoded { append(byte) }
  }
}
