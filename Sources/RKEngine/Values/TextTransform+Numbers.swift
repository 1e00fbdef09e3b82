/// Rounds numbers as decimal text, exactly for any size.
extension TextTransform {
  enum Rounding {
    /// Halves are rounded away from zero.
    case nearest
    case down
    case up
  }

  /// Appends a number, or text that is one, rounded to a multiple of ten to the power `unit`; false
  /// for any other text.
  static func round(
    _ text: Span<UInt8>,
    _ direction: Rounding,
    _ unit: Int,
    _ output: inout UniqueArray<UInt8>
  ) -> Bool {
    guard let parts = DecimalText.parts(text, trimmed(text)) else { return false }
    append(Digits(text, parts).rounded(text, unit, direction), text, &output)
    return true
  }

  /// Appends a number without its sign; its other bytes stay unchanged if JSON allows them.
  static func appendMagnitude(_ text: Span<UInt8>, _ output: inout UniqueArray<UInt8>) -> Bool {
    let range = trimmed(text)
    guard DecimalText.parts(text, range) != nil else { return false }
    let first = text[range.lowerBound]
    let start = range.lowerBound + (first == .minus || first == .plus ? 1 : 0)
    let startsWell =
      text[start] != .zero || start + 1 == range.upperBound || !text[start + 1].isDigit
    if text[start].isDigit && startsWell {
      output.append(contentsOf: text, start..<range.upperBound)
      return true
    }
    return DecimalText.appendPlain(text, start..<range.upperBound, to: &output, longest: 1_000)
  }

  private static func trimmed(_ text: Span<UInt8>) -> Range<Int> {
    var (start, end) = (0, text.count)
    while start < end && text[start].isWhitespace { start += 1 }
    while start < end && text[end - 1].isWhitespace { end -= 1 }
    return start..<end
  }

  /// The most zeros that an exponent expands to.
  private static var mostZeros: Int { 1_000 }

  /// Appends a number without trailing zeros in its fraction; without an exponent, unless that
  /// needs more than `mostZeros` zeros.
  private static func append(
    _ digits: Digits,
    _ text: Span<UInt8>,
    _ output: inout UniqueArray<UInt8>
  ) {
    guard digits.count > 0 else { return output.append(.zero) }
    if digits.isNegative { output.append(.minus) }
    let magnitude = digits.count + digits.exponent
    if digits.exponent > mostZeros || magnitude < -mostZeros {
      for number in 0..<digits.count { output.append(digits.byte(number, text)) }
      output.append(.ascii("e"))
      if digits.exponent < 0 { output.append(.minus) }
      return DecimalText.append(UInt64(digits.exponent.magnitude), to: &output)
    }
    if magnitude <= 0 {
      output.append(.zero, .period)
      output.append(repeating: .zero, count: -magnitude)
    }
    for number in 0..<digits.count {
      if number == magnitude && number > 0 { output.append(.period) }
      output.append(digits.byte(number, text))
    }
    if digits.exponent > 0 { output.append(repeating: .zero, count: digits.exponent) }
  }
}

/// A number as significant digits of a text, the last of which may be replaced, and a power of ten.
private struct Digits {
  let isNegative: Bool
  /// The offset of the first digit.
  private let start: Int
  /// The number of digits before the point.
  private let point: Int
  private(set) var count: Int
  /// What replaces the last digit.
  private var last: UInt8?
  /// The number is the digits, read as an integer, times ten to this power.
  private(set) var exponent: Int

  init(_ text: Span<UInt8>, _ parts: DecimalText.Parts) {
    isNegative = parts.isNegative
    start = parts.digits.lowerBound
    count = parts.digitCount
    exponent = parts.exponent
    var point = parts.digits.count
    if parts.digitCount < point {
      for index in parts.digits where text[index] == .period { point = index - start }
    }
    self.point = point
  }

  func byte(_ number: Int, _ text: Span<UInt8>) -> UInt8 {
    if number == count - 1, let last { return last }
    return text[start + number + (number < point ? 0 : 1)]
  }

  /// The number as a multiple of ten to the power `unit`.
  func rounded(_ text: Span<UInt8>, _ unit: Int, _ direction: TextTransform.Rounding) -> Digits {
    guard count > 0 && exponent < unit else { return self }
    var rounded = self
    let magnitude = count + exponent
    var kept = magnitude - unit
    // The last digit is not zero, so something is dropped, whatever the digits are.
    let grows =
      switch direction {
      case .nearest: kept >= 0 && byte(kept, text) >= .ascii("5")
      case .down: isNegative
      case .up: !isNegative
      }
    if grows && kept <= 0 {
      (rounded.count, rounded.last, rounded.exponent) = (1, .ascii("1"), unit)
      return rounded
    }
    // Nines carry, and trailing zeros are not significant.
    let passed: UInt8 = grows ? .ascii("9") : .zero
    while kept > 0 && byte(kept - 1, text) == passed { kept -= 1 }
    if kept > 0 {
      if grows { rounded.last = byte(kept - 1, text) + 1 }
      (rounded.count, rounded.exponent) = (kept, magnitude - kept)
    } else {
      (rounded.count, rounded.exponent) = grows ? (1, magnitude) : (0, 0)
      if grows { rounded.last = .ascii("1") }
    }
    return rounded
  }
}
