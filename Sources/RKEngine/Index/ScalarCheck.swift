/// Validates numbers and literals: every token that is neither string nor structure must be one of
/// them, to its last byte.
///
/// All tokens are checked, mapped or not. Short runs of digits, `null`, `true` and `false` are
/// validated by one or two wide loads; the rest a byte at a time.
enum ScalarCheck {
  /// The first of tokens `first` to `limit` that is not a well-formed scalar, and what is wrong
  /// with it; nil if all are.
  ///
  /// Each must be followed by a token, so that its end is known.
  static func check(
    _ index: borrowing StructuralIndex,
    _ buffer: borrowing InputBuffer,
    from first: Int,
    upTo limit: Int,
    by kernel: ScanKernel
  ) -> (token: Int, fault: JSONSyntaxError)? {
    let bytes = buffer.padded
    let positions = index.positions.span
    var block = first / 64
    var valid: UInt64 = ~0 << UInt64(first % 64)
    while block * 64 < limit {
      if valid == ~0 && block < limit / 64 {
        block += kernel.check(index, buffer, block..<(limit / 64))
      }
      if limit - block * 64 < 64 { valid &= (1 << UInt64(limit - block * 64)) - 1 }
      var scalars = ~index.masks(ofBlock: block).structure & valid
      while scalars != 0 {
        let token = block &* 64 &+ scalars.trailingZeroBitCount
        scalars &= scalars &- 1
        let start = Int(positions[token])
        let end = trimmedEnd(bytes, start: start, next: Int(positions[token &+ 1]))
        if !isScalar(bytes, start: start, end: end) {
          return (token, explain(bytes, start: start, end: end))
        }
      }
      block += 1
      valid = ~0
    }
    return nil
  }

  /// What is wrong with a scalar, and where: the first byte that may not occur in a number there,
  /// or the whole scalar if it is not a value.
  private static func explain(_ bytes: Span<UInt8>, start: Int, end: Int) -> JSONSyntaxError {
    let byte = bytes[start]
    guard byte.isDigit || byte == .minus else {
      return JSONSyntaxError(.literal, expected: .value, at: start)
    }
    return JSONSyntaxError(.number, at: number(bytes, start: start, end: end).stop)
  }

  /// The end of the token at `start`, between which and `next` there is only white space.
  @inline(__always)
  static func trimmedEnd(_ bytes: Span<UInt8>, start: Int, next: Int) -> Int {
    var end = next
    while end > start &+ 1 && bytes[end &- 1].isWhitespace { end &-= 1 }
    return end
  }

  @inline(__always)
  private static func isScalar(_ bytes: Span<UInt8>, start: Int, end: Int) -> Bool {
    let count = end &- start
    let word = bytes.word(at: start)
    if count == 4 {
      let low = UInt32(truncatingIfNeeded: word)
      if low == Literal.null || low == Literal.true { return true }
    }
    if count <= 8 {
      let others = nonDigits(word, count)
      let isZeroFirst = UInt8(truncatingIfNeeded: word) == .zero
      if others == 0 { return count == 1 || !isZeroFirst }
      // A point among digits.
      let at = others.trailingZeroBitCount / 8
      if others & (others &- 1) == 0
        && UInt8(truncatingIfNeeded: word &>> UInt64(at * 8)) == .period
      {
        return at > 0 && at < count &- 1 && (at == 1 || !isZeroFirst)
      }
    } else if count <= 24 && areDigits(word) && areDigits(bytes.word(at: end &- 8))
      && (count <= 16 || areDigits(bytes.word(at: start &+ 8)))
    {
      return UInt8(truncatingIfNeeded: word) != .zero
    }
    if count == 5 && word & .lowBytes(5) == Literal.false { return true }
    return isNumber(bytes, start..<end)
  }

  /// The high bits of those of the lowest `count` bytes, 1 to 8, that are not digits.
  @inline(__always)
  private static func nonDigits(_ word: UInt64, _ count: Int) -> UInt64 {
    // Each byte on its own: below 0x80 and between 0x30 and 0x39.
    let low = word & 0x7F7F_7F7F_7F7F_7F7F
    let above = low &+ 0x4646_4646_4646_4646
    let reaches = low &+ 0x5050_5050_5050_5050
    let others = (above | ~reaches | word) & 0x8080_8080_8080_8080
    return count == 8 ? others : others & .lowBytes(count)
  }

  @inline(__always)
  private static func areDigits(_ word: UInt64) -> Bool { nonDigits(word, 8) == 0 }

  /// Whether the bytes are exactly a number.
  @inline(never)
  static func isNumber(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    let number = number(bytes, start: range.lowerBound, end: range.upperBound)
    return number.isComplete && number.stop == range.upperBound
  }

  /// The number grammar of RFC 8259, section 6: how far the bytes follow it, and whether that is a
  /// number.
  static func number(_ bytes: Span<UInt8>, start: Int, end: Int) -> (
    stop: Int, isComplete: Bool
  ) {
    var at = start
    if at < end && bytes[at] == .minus { at += 1 }
    guard at < end, bytes[at].isDigit else { return (at, false) }
    if bytes[at] == .zero {
      at += 1
    } else {
      while at < end && bytes[at].isDigit { at += 1 }
    }
    if at < end && bytes[at] == .period {
      at += 1
      guard at < end, bytes[at].isDigit else { return (at, false) }
      while at < end && bytes[at].isDigit { at += 1 }
    }
    if at < end && bytes[at] | 0x20 == .ascii("e") {
      at += 1
      if at < end && (bytes[at] == .plus || bytes[at] == .minus) { at += 1 }
      guard at < end, bytes[at].isDigit else { return (at, false) }
      while at < end && bytes[at].isDigit { at += 1 }
    }
    return (at, true)
  }
}

/// The literals as in memory, first byte lowest.
package enum Literal {
  package static var null: UInt32 { 0x6C6C_756E }
  package static var `true`: UInt32 { 0x6575_7274 }
  package static var `false`: UInt64 { 0x65_736C_6166 }

  package static var nullText: StaticString { "null" }
  package static var trueText: StaticString { "true" }
  package static var falseText: StaticString { "false" }
}
