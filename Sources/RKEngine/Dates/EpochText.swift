/// Times as decimal numbers of seconds or milliseconds since 1970.
enum EpochText {
  enum Unit {
    case seconds
    case milliseconds
  }

  /// The time of a number's text; nil if it is not a number, or outside the years of four digits.
  static func read(_ bytes: Span<UInt8>, _ range: Range<Int>, unit: Unit) -> CivilTime? {
    guard let parts = DecimalText.parts(bytes, range) else { return nil }
    if parts.isZero { return CivilTime() }
    let moved = unit == .milliseconds ? 3 : 0
    // More digits mean a year beyond four digits, or a finer resolution than is stored.
    guard parts.magnitude - moved <= 12, parts.exponent - moved >= -18 else { return nil }
    var whole = 0
    var fraction: UInt64 = 0
    var fractionDigits = 0
    var power = parts.magnitude - moved
    if power < 0 { fractionDigits = -power }
    for index in parts.digits where bytes[index] != .period {
      power -= 1
      if power >= 0 {
        whole = whole * 10 + Int(bytes[index] & 0x0F)
      } else {
        fraction = fraction * 10 + UInt64(bytes[index] & 0x0F)
        fractionDigits += 1
      }
    }
    while power > 0 {
      whole *= 10
      power -= 1
    }
    if parts.isNegative {
      whole = -whole
      if fraction > 0 {
        whole -= 1
        fraction = powerOfTen(fractionDigits) - fraction
      }
    }
    return CivilTime(secondsSince1970: whole, fraction: fraction, fractionDigits: fractionDigits)
  }

  /// Appends a time as a number.
  static func append(_ time: CivilTime, unit: Unit, to output: inout UniqueArray<UInt8>) {
    var seconds = time.secondsSince1970
    var fraction = time.fraction
    var digits = time.fractionDigits
    var scale = powerOfTen(digits)
    if seconds < 0 {
      output.append(.minus)
      seconds = -seconds
      if fraction > 0 {
        seconds -= 1
        fraction = scale - fraction
      }
    }
    var whole = UInt64(seconds)
    for _ in 0..<(unit == .milliseconds ? 3 : 0) {
      whole *= 10
      guard digits > 0 else { continue }
      scale /= 10
      whole += fraction / scale
      fraction %= scale
      digits -= 1
    }
    DecimalText.append(whole, to: &output)
    guard fraction > 0 else { return }
    output.append(.period)
    DecimalText.append(fraction, digits: digits, to: &output)
  }

  /// The whole milliseconds since 1970.
  static func milliseconds(_ time: CivilTime) -> Int {
    let thousandths = time.fraction.multipliedFullWidth(by: 1_000)
    let scale = powerOfTen(time.fractionDigits)
    return time.secondsSince1970 * 1_000 + Int(scale.dividingFullWidth(thousandths).quotient)
  }

  static func powerOfTen(_ exponent: Int) -> UInt64 {
    (0..<exponent).reduce(1) { power, _ in power * 10 }
  }
}
