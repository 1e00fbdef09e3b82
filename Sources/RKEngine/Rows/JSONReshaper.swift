/// How JSON text is laid out.
package struct JSONLayout: Sendable, Hashable {
  /// Whether each member and element is on a line, indented by two spaces; otherwise there is no
  /// white space outside strings.
  package var isPretty = false
  /// Whether characters outside ASCII become `\u` escapes.
  package var isASCII = false

  package init() {}

  /// The layout is what the writer produces: compact, with any characters.
  package var isPlain: Bool { !isPretty && !isASCII }
}

/// Reformats JSON text that is known to be well-formed.
///
/// Everything but white space and characters outside ASCII is copied unchanged.
package enum JSONReshaper {
  /// Appends a value.
  ///
  /// `level` is its depth.
  package static func append(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    _ layout: JSONLayout,
    level: Int = 0,
    to output: inout OutputBuffer
  ) {
    var level = level
    var at = range.lowerBound
    while at < range.upperBound {
      let byte = bytes[at]
      at += 1
      switch byte {
      case .quote:
        let end = endOfString(bytes, at)
        appendString(bytes, (at - 1)..<end, layout, to: &output)
        at = end
      case .openObject, .openArray:
        output.append(byte)
        while bytes[at].isWhitespace { at += 1 }
        if bytes[at] == byte + 2 {
          // Empty objects and arrays stay on their line.
          output.append(bytes[at])
          at += 1
        } else {
          level += 1
          breakLine(layout, level, to: &output)
        }
      case .closeObject, .closeArray:
        level -= 1
        breakLine(layout, level, to: &output)
        output.append(byte)
      case .comma:
        output.append(byte)
        breakLine(layout, level, to: &output)
      case .colon:
        output.append(byte)
        if layout.isPretty { output.append(.space) }
      case .space:
        // Skips indentation.
        while at + 8 <= range.upperBound && bytes.word(at: at) == 0x2020_2020_2020_2020 { at += 8 }
      default: if !byte.isWhitespace { output.append(byte) }
      }
    }
  }

  /// Appends a value from another buffer.
  package static func append(
    _ buffer: borrowing OutputBuffer,
    _ range: Range<Int>,
    _ layout: JSONLayout,
    level: Int = 0,
    to output: inout OutputBuffer
  ) {
    append(buffer.span, range, layout, level: level, to: &output)
  }

  /// Begins a new line if the layout has lines.
  package static func breakLine(_ layout: JSONLayout, _ level: Int, to output: inout OutputBuffer) {
    guard layout.isPretty else { return }
    output.append(.lineFeed)
    for _ in 0..<(level * 2) { output.append(.space) }
  }

  /// The offset after the closing quote of a string whose text begins at `start`.
  private static func endOfString(_ bytes: Span<UInt8>, _ start: Int) -> Int {
    var at = start
    while bytes[at] != .quote {
      if bytes[at] == .backslash {
        at += 2
      } else if at + 8 <= bytes.count {
        let word = bytes.word(at: at)
        let stops =
          (word ^ 0x2222_2222_2222_2222).zeroBytes | (word ^ 0x5C5C_5C5C_5C5C_5C5C).zeroBytes
        at += stops == 0 ? 8 : stops.trailingZeroBitCount / 8
      } else {
        at += 1
      }
    }
    return at + 1
  }

  private static func appendString(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    _ layout: JSONLayout,
    to output: inout OutputBuffer
  ) {
    guard layout.isASCII else { return output.append(bytes.extracting(range)) }
    var at = range.lowerBound
    while at < range.upperBound {
      if bytes[at] < 0x80 {
        output.append(bytes[at])
        at += 1
        continue
      }
      let (scalar, count) = scalar(bytes, at)
      for unit in String(scalar).utf16 { appendEscape(unit, &output) }
      at += count
    }
  }

  /// The character at `at`, whose bytes are well-formed UTF-8.
  private static func scalar(_ bytes: Span<UInt8>, _ at: Int) -> (Unicode.Scalar, count: Int) {
    let first = UInt32(bytes[at])
    let count = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    var value = first & (0x7F >> UInt32(count))
    for index in 1..<count { value = value << 6 | UInt32(bytes[at + index] & 0x3F) }
    return (Unicode.Scalar(value) ?? "\u{FFFD}", count)
  }

  private static func appendEscape(_ unit: UInt16, _ output: inout OutputBuffer) {
    output.append(.backslash)
    output.append(.ascii("u"))
    for shift in [12, 8, 4, 0] as [UInt16] {
      output.append(JSONText.hexadecimalDigit(UInt8(unit >> shift & 0xF)))
    }
  }
}
