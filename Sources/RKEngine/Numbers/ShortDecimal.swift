/// A decimal number as a 64-bit integer and a power of ten.
///
/// Operations are exact, or return nil if the result does not fit.
struct ShortDecimal: BitwiseCopyable {
  /// Greater than the minimum, so that it can be negated.
  var coefficient: Int64
  var exponent: Int

  init(_ coefficient: Int64, _ exponent: Int = 0) {
    self.coefficient = coefficient
    self.exponent = exponent
  }

  /// The number of a text, if it is short as written.
  init?(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    guard let number = ShortNumber(bytes, range) else { return nil }
    self.init(number.digits, 0 - number.fractionCount)
  }

  /// A power of ten, up to 18.
  static func powerOfTen(_ exponent: Int) -> Int64? {
    guard exponent >= 0 && exponent <= 18 else { return nil }
    var power: Int64 = 1
    for _ in 0..<exponent { power &*= 10 }
    return power
  }

  private func scaled(to wanted: Int) -> Int64? {
    if wanted == exponent { return coefficient }
    guard let power = Self.powerOfTen(exponent - wanted) else { return nil }
    return Self.kept(coefficient.multipliedReportingOverflow(by: power))
  }

  private static func kept(_ result: (partialValue: Int64, overflow: Bool)) -> Int64? {
    result.overflow || result.partialValue == .min ? nil : result.partialValue
  }

  // MARK: - Operations

  func adding(_ other: ShortDecimal) -> ShortDecimal? {
    let least = min(exponent, other.exponent)
    guard let one = scaled(to: least), let added = other.scaled(to: least),
      let sum = Self.kept(one.addingReportingOverflow(added))
    else { return nil }
    return ShortDecimal(sum, least)
  }

  func multiplied(by other: ShortDecimal) -> ShortDecimal? {
    Self.kept(coefficient.multipliedReportingOverflow(by: other.coefficient)).map {
      ShortDecimal($0, exponent + other.exponent)
    }
  }

  /// The quotient if it terminates; the divisor is not zero.
  func divided(by divisor: ShortDecimal) -> ShortDecimal? {
    // The divisor without its factors of 2 and 5 must divide the dividend.
    var (rest, twos, fives) = (divisor.coefficient.magnitude, 0, 0)
    twos = rest.trailingZeroBitCount
    rest >>= UInt64(twos)
    while rest % 5 == 0 {
      rest /= 5
      fives += 1
    }
    guard coefficient.magnitude % rest == 0 else { return nil }
    var quotient = coefficient / Int64(rest)
    if divisor.coefficient < 0 { quotient = 0 - quotient }
    let tens = max(twos, fives)
    for _ in 0..<(tens - twos) {
      guard let more = Self.kept(quotient.multipliedReportingOverflow(by: 2)) else { return nil }
      quotient = more
    }
    for _ in 0..<(tens - fives) {
      guard let more = Self.kept(quotient.multipliedReportingOverflow(by: 5)) else { return nil }
      quotient = more
    }
    return ShortDecimal(quotient, exponent - divisor.exponent - tens)
  }

  func remainder(by divisor: ShortDecimal) -> ShortDecimal? {
    let least = min(exponent, divisor.exponent)
    guard let one = scaled(to: least), let other = divisor.scaled(to: least) else { return nil }
    return ShortDecimal(one % other, least)
  }

  func rounded(_ rounding: ExactDecimal.Rounding) -> ShortDecimal? {
    if exponent >= 0 { return self }
    guard let unit = Self.powerOfTen(-exponent) else { return nil }
    let (whole, rest) = coefficient.quotientAndRemainder(dividingBy: unit)
    switch rounding {
    case .down: return ShortDecimal(rest < 0 ? whole - 1 : whole)
    case .up: return ShortDecimal(rest > 0 ? whole + 1 : whole)
    case .nearest:
      let isMore = rest.magnitude >= unit.magnitude - rest.magnitude
      return ShortDecimal(isMore ? (rest < 0 ? whole - 1 : whole + 1) : whole)
    }
  }

  // MARK: - Text

  /// Appends the number in plain notation; false if zeros would have to be added.
  func append(to output: inout UniqueArray<UInt8>) -> Bool {
    var digits = coefficient.magnitude
    var exponent = exponent
    while exponent < 0 && digits % 10 == 0 && digits > 0 {
      digits /= 10
      exponent += 1
    }
    if digits == 0 {
      output.append(.zero)
      return true
    }
    while exponent > 0 {
      let (more, overflow) = digits.multipliedReportingOverflow(by: 10)
      if overflow { return false }
      digits = more
      exponent -= 1
    }
    guard let power = Self.powerOfTen(-exponent) else { return false }
    if coefficient < 0 { output.append(.minus) }
    let (whole, fraction) = digits.quotientAndRemainder(dividingBy: UInt64(power))
    DecimalText.append(whole, to: &output)
    if exponent < 0 {
      output.append(.period)
      DecimalText.append(fraction, digits: -exponent, to: &output)
    }
    return true
  }
}
