/// How a database stores the decimal numbers of JSON: exactly, or as text.
enum StoredNumber {
  /// The number in a range of bytes; nil if neither 64 bits nor a floating-point number represent
  /// it exactly, so that it is stored as text.
  @inline(__always)
  static func value(_ bytes: Span<UInt8>, _ range: Range<Int>) -> StoredValue? {
    if let integer = integer(bytes, range) { return StoredValue(integer: integer) }
    return real(bytes, range).map { StoredValue(real: $0) }
  }

  // MARK: - Integers

  /// The number of an integer's digits, with at most a minus before them; nil for any other text,
  /// and beyond 64 bits.
  ///
  /// Leading zeros are allowed.
  @inline(__always)
  static func integer(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int64? {
    var at = range.lowerBound
    let end = range.upperBound
    guard at < end else { return nil }
    let isNegative = bytes[at] == .minus
    if isNegative { at &+= 1 }
    // 19 digits are less than 2^64.
    guard at < end, end &- at <= 19 else { return nil }
    var value: UInt64 = 0
    while end &- at >= 8 {
      let word = bytes.word(at: at)
      guard word.isDigits else { return nil }
      value = value &* 100_000_000 &+ word.valueOfDigits
      at &+= 8
    }
    while at < end {
      let digit = bytes[at] ^ .zero
      guard digit < 10 else { return nil }
      value = value &* 10 &+ UInt64(digit)
      at &+= 1
    }
    if isNegative { return value <= 1 << 63 ? Int64(truncatingIfNeeded: 0 &- value) : nil }
    return Int64(exactly: value)
  }

  // MARK: - Reals

  /// Powers of ten that a floating-point number represents exactly.
  private static let exactPowers: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  /// The floating-point number whose shortest text has the value of a decimal number; nil if there
  /// is none.
  @inline(never)
  private static func real(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Double? {
    if let number = ShortNumber(bytes, range), number.digits.magnitude < 1_000_000_000_000_000 {
      return Double(number.digits) / exactPowers[number.fractionCount]
    }
    guard let parts = DecimalText.parts(bytes, range) else { return nil }
    if parts.isZero { return 0 }
    // No shortest text has more digits.
    guard parts.digitCount <= 17 else { return nil }
    // 15 digits always survive. If both numbers are exact, so is the rounding of one multiplication
    // or division (Clinger, How to read floating point numbers accurately, 1990).
    if parts.digitCount <= 15 && abs(parts.exponent) <= 22 {
      var value = 0.0
      for at in parts.digits where bytes[at] != .period {
        value = value * 10 + Double(bytes[at] ^ .zero)
      }
      let power = exactPowers[abs(parts.exponent)]
      let magnitude = parts.exponent < 0 ? value / power : value * power
      return parts.isNegative ? -magnitude : magnitude
    }
    return roundTrip(bytes, range)
  }

  /// Parses the number, and keeps it if its own text has the same value.
  private static func roundTrip(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Double? {
    var text = ""
    for at in range { text.unicodeScalars.append(Unicode.Scalar(bytes[at])) }
    guard let value = Double(text), value.isFinite else { return nil }
    let shortest = Array(value.description.utf8)
    return DecimalText.areEqual(bytes, range, shortest.span, 0..<shortest.count) ? value : nil
  }
}

extension StoredValue {
  /// A number of JSON; nil if a database would store its text.
  package init?(number text: String) {
    let bytes = Array(text.utf8)
    guard let value = StoredNumber.value(bytes.span, 0..<bytes.count) else { return nil }
    self = value
  }
}

extension UInt64 {
  /// Whether its eight bytes, lowest first, are ASCII digits.
  @inline(__always)
  fileprivate var isDigits: Bool {
    let high = self & 0xF0F0_F0F0_F0F0_F0F0
    let carried = (self &+ 0x0606_0606_0606_0606) & 0xF0F0_F0F0_F0F0_F0F0
    return high == 0x3030_3030_3030_3030 && carried == 0x3030_3030_3030_3030
  }

  /// The number of eight ASCII digits, lowest byte first.
  @inline(__always)
  fileprivate var valueOfDigits: UInt64 {
    // Pairs, then fours, then all eight, each in one multiplication.
    let pairs = ((self & 0x0F0F_0F0F_0F0F_0F0F) &* 2561) &>> 8
    let fours = ((pairs & 0x00FF_00FF_00FF_00FF) &* 6_553_601) &>> 16
    return ((fours & 0x0000_FFFF_0000_FFFF) &* 42_949_672_960_001) &>> 32
  }
}
