/// The text of decimal numbers: exact comparison, plain notation and integers, without floating
/// point.
package enum DecimalText {
  /// A number as its significant digits, with at most a point between them in the text, and a power
  /// of ten.
  struct Parts {
    var isNegative = false
    /// From the first significant digit to after the last one; may include a point.
    ///
    /// Empty for zero.
    var digits = 0..<0
    /// Digits without the point.
    var digitCount = 0
    /// The number is the digits, read as an integer, times ten to this power.
    var exponent = 0

    var isZero: Bool { digitCount == 0 }
    /// The power of ten of the first digit.
    var magnitude: Int { digitCount + exponent }
  }

  /// Parses a number; nil for any other text, or an exponent of more than nine digits.
  ///
  /// Unlike RFC 8259 it also accepts a plus sign, leading zeros, and no digit before the point.
  static func parts(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Parts? {
    var parts = Parts()
    var at = range.lowerBound
    let end = range.upperBound
    if at < end && (bytes[at] == .minus || bytes[at] == .plus) {
      parts.isNegative = bytes[at] == .minus
      at += 1
    }
    var first = -1
    var last = -1
    var pointAt = -1
    var seen = 0
    while at < end {
      let byte = bytes[at]
      if byte == .period {
        guard pointAt < 0 else { return nil }
        pointAt = at
      } else if byte.isDigit {
        seen += 1
        if byte != .zero {
          if first < 0 { first = at }
          last = at
        }
      } else {
        break
      }
      at += 1
    }
    guard seen > 0, pointAt != at - 1 else { return nil }
    let unit = pointAt < 0 ? at : pointAt
    var exponent = 0
    if at < end {
      guard let given = self.exponent(bytes, at..<end) else { return nil }
      exponent = given
    }
    guard first >= 0 else { return parts }
    parts.digits = first..<(last + 1)
    parts.digitCount = last - first + 1 - (pointAt > first && pointAt < last ? 1 : 0)
    parts.exponent = exponent + (last < unit ? unit - last - 1 : unit - last)
    return parts
  }

  private static func exponent(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int? {
    var at = range.lowerBound
    guard bytes[at] | 0x20 == .ascii("e") else { return nil }
    at += 1
    var isNegative = false
    if at < range.upperBound && (bytes[at] == .minus || bytes[at] == .plus) {
      isNegative = bytes[at] == .minus
      at += 1
    }
    guard at < range.upperBound else { return nil }
    var value = 0
    while at < range.upperBound {
      guard bytes[at].isDigit, value < 100_000_000 else { return nil }
      value = value * 10 + Int(bytes[at] & 0x0F)
      at += 1
    }
    return isNegative ? -value : value
  }

  /// Whether the two numbers have the same value.
  package static func areEqual(_ one: Span<UInt8>, _ other: Span<UInt8>) -> Bool {
    areEqual(one, 0..<one.count, other, 0..<other.count)
  }

  /// Whether the text is a number of RFC 8259, section 6.
  package static func isJSON(_ text: Span<UInt8>) -> Bool {
    ScalarCheck.isNumber(text, 0..<text.count)
  }

  /// The number without exponent; nil if the text is not a number, or the result would have more
  /// than `longest` digits.
  package static func plain(_ text: Span<UInt8>, longest: Int) -> String? {
    var plain = UniqueArray<UInt8>()
    guard appendPlain(text, 0..<text.count, to: &plain, longest: longest) else { return nil }
    return plain.span.string(0..<plain.count)
  }

  /// Whether the two numbers have the same value.
  static func areEqual(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    _ others: Span<UInt8>,
    _ other: Range<Int>
  ) -> Bool {
    guard let left = parts(bytes, range), let right = parts(others, other) else { return false }
    if left.isZero || right.isZero { return left.isZero && right.isZero }
    guard left.isNegative == right.isNegative, left.digitCount == right.digitCount,
      left.exponent == right.exponent
    else { return false }
    var (at, otherAt) = (left.digits.lowerBound, right.digits.lowerBound)
    while at < left.digits.upperBound {
      if bytes[at] == .period { at += 1 }
      if others[otherAt] == .period { otherAt += 1 }
      if bytes[at] != others[otherAt] { return false }
      at += 1
      otherAt += 1
    }
    return true
  }

  /// Whether the number is this single digit.
  static func equals(_ bytes: Span<UInt8>, _ range: Range<Int>, _ digit: UInt8) -> Bool {
    guard let parts = parts(bytes, range) else { return false }
    if digit == 0 { return parts.isZero }
    return !parts.isNegative && parts.digitCount == 1 && parts.exponent == 0
      && bytes[parts.digits.lowerBound] == .zero + digit
  }

  /// Appends a number without exponent, keeping trailing zeros but not leading ones.
  ///
  /// Returns false and appends nothing if it is not a number, or would have more than `longest`
  /// digits.
  static func appendPlain(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    to output: inout UniqueArray<UInt8>,
    longest: Int
  ) -> Bool {
    if isPlain(bytes, range) {
      output.append(contentsOf: bytes, range)
      return true
    }
    guard let parts = parts(bytes, range) else { return false }
    // The digits as written, and the position of the point among them.
    var mantissaEnd = range.lowerBound
    var before = 0
    var after = 0
    var exponent = 0
    var hasPoint = false
    while mantissaEnd < range.upperBound && bytes[mantissaEnd] | 0x20 != .ascii("e") {
      let byte = bytes[mantissaEnd]
      if byte == .period { hasPoint = true }
      if byte.isDigit { if hasPoint { after += 1 } else { before += 1 } }
      mantissaEnd += 1
    }
    if mantissaEnd < range.upperBound {
      exponent = self.exponent(bytes, mantissaEnd..<range.upperBound) ?? 0
    }
    let point = before + exponent
    guard abs(exponent) <= longest else { return false }

    if parts.isNegative && !parts.isZero { output.append(.minus) }
    // Leading zeros are dropped, except one before the point.
    var place = 0
    var isLeading = true
    if point <= 0 {
      output.append(.zero)
      isLeading = false
      if before + after > 0 {
        output.append(.period)
        output.append(repeating: .zero, count: -point)
      }
    }
    for index in range.lowerBound..<mantissaEnd where bytes[index].isDigit {
      if place == point && point > 0 {
        if isLeading { output.append(.zero) }
        isLeading = false
        output.append(.period)
      }
      place += 1
      if isLeading && bytes[index] == .zero && place < point { continue }
      isLeading = false
      output.append(bytes[index])
    }
    if isLeading {
      // Zero with an exponent: no digit was the last before the point.
      output.append(.zero)
    } else if place < point {
      output.append(repeating: .zero, count: point - place)
    }
    return true
  }

  /// Whether the text is a number without exponent, plus sign and redundant zeros, as most are.
  private static func isPlain(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var at = range.lowerBound
    let end = range.upperBound
    let isNegative = at < end && bytes[at] == .minus
    if isNegative { at &+= 1 }
    let first = at
    var hasPoint = false
    var isZero = true
    while at < end {
      let byte = bytes[at]
      if byte.isDigit {
        if byte != .zero { isZero = false }
      } else {
        guard byte == .period, !hasPoint, at > first, at &+ 1 < end else { return false }
        hasPoint = true
      }
      at &+= 1
    }
    guard first < end, !(isNegative && isZero) else { return false }
    return bytes[first] != .zero || first &+ 1 == end || bytes[first &+ 1] == .period
  }

  /// Appends a number, with leading zeros if it has fewer than `digits` digits.
  package static func append(_ value: UInt64, digits: Int = 1, to output: inout UniqueArray<UInt8>)
  {
    let start = output.count
    var rest = value
    repeat {
      output.append(.zero + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    while output.count - start < digits { output.append(.zero) }
    output.reverse(from: start)
  }
}
