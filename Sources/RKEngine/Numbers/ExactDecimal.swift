/// A decimal number with exact arithmetic.
///
/// Short numbers, as most are, consist of an integer and a power of ten; others are computed digit
/// by digit (`LongDecimal`), with the same result.
enum ExactDecimal {
  case short(ShortDecimal)
  case long(LongDecimal)

  /// The most digits that a number may have in plain notation.
  static var mostDigits: Int { 1_000 }
  /// The most significant digits of a quotient.
  static var quotientDigits: Int { 28 }

  static var zero: ExactDecimal { .short(ShortDecimal(0)) }

  /// The number of a text; nil for any other text, and for too many digits.
  init?(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    if let short = ShortDecimal(bytes, range) {
      self = .short(short)
    } else if let long = LongDecimal(bytes, range) {
      self = .long(long)
    } else {
      return nil
    }
  }

  /// The number of a cell, with booleans as 1 and 0; nil for any other cell.
  init?(_ cell: Cell, _ bytes: CellBytes) {
    switch cell.kind {
    case .number: self.init(bytes.around(cell), cell.range)
    case .true: self = .short(ShortDecimal(1))
    case .false: self = .short(ShortDecimal(0))
    default: return nil
    }
  }

  var long: LongDecimal {
    switch self {
    case .short(let short): LongDecimal(short)
    case .long(let long): long
    }
  }

  var isZero: Bool {
    switch self {
    case .short(let short): short.coefficient == 0
    case .long(let long): long.digits.isEmpty
    }
  }

  // MARK: - Operations

  static func + (left: ExactDecimal, right: ExactDecimal) -> ExactDecimal {
    if case (.short(let one), .short(let other)) = (left, right), let sum = one.adding(other) {
      return .short(sum)
    }
    return .long(left.long + right.long)
  }

  static prefix func - (number: ExactDecimal) -> ExactDecimal {
    switch number {
    case .short(let short): .short(ShortDecimal(0 - short.coefficient, short.exponent))
    case .long(let long): .long(-long)
    }
  }

  static func - (left: ExactDecimal, right: ExactDecimal) -> ExactDecimal { left + -right }

  static func * (left: ExactDecimal, right: ExactDecimal) -> ExactDecimal {
    if case (.short(let one), .short(let other)) = (left, right),
      let product = one.multiplied(by: other)
    {
      return .short(product)
    }
    return .long(left.long * right.long)
  }

  /// The quotient, exact if it terminates within 28 digits; nil for a division by zero.
  func divided(by divisor: ExactDecimal) -> ExactDecimal? {
    if divisor.isZero { return nil }
    if case (.short(let one), .short(let other)) = (self, divisor),
      let quotient = one.divided(by: other)
    {
      return .short(quotient)
    }
    return .long(long.divided(by: divisor.long, digits: Self.quotientDigits))
  }

  /// The remainder of the division with a whole quotient, with the sign of the dividend.
  func remainder(by divisor: ExactDecimal) -> ExactDecimal? {
    if divisor.isZero { return nil }
    if case (.short(let one), .short(let other)) = (self, divisor),
      let rest = one.remainder(by: other)
    {
      return .short(rest)
    }
    return .long(long.remainder(by: divisor.long))
  }

  /// A whole power; nil if the exponent is not whole, the result too long, or zero raised to a
  /// negative power.
  func raised(to exponent: ExactDecimal) -> ExactDecimal? {
    guard let whole = exponent.long.wholeValue else { return nil }
    if whole < 0 {
      guard !isZero, let power = raised(toMagnitude: -whole) else { return nil }
      return ExactDecimal.short(ShortDecimal(1)).divided(by: power)
    }
    return raised(toMagnitude: whole)
  }

  private func raised(toMagnitude exponent: Int) -> ExactDecimal? {
    if exponent == 0 { return .short(ShortDecimal(1)) }
    if isZero { return self }
    let base = long
    if base.digits == [1] && base.exponent == 0 {
      return base.isNegative && exponent % 2 == 1 ? self : .short(ShortDecimal(1))
    }
    // No number other than -1, 0 and 1 has so high a power of at most 1,000 digits.
    guard exponent < 4_000 else { return nil }
    var power = ExactDecimal.short(ShortDecimal(1))
    for bit in (0..<12).reversed() {
      power = power * power
      if exponent >> bit & 1 == 1 { power = power * self }
      guard power.digitCount <= Self.mostDigits else { return nil }
    }
    return power
  }

  enum Rounding {
    /// Towards minus infinity.
    case down
    /// Towards plus infinity.
    case up
    /// To the nearest, halves away from zero.
    case nearest
  }

  func rounded(_ rounding: Rounding) -> ExactDecimal {
    if case .short(let short) = self, let whole = short.rounded(rounding) { return .short(whole) }
    return .long(long.rounded(rounding))
  }

  var magnitude: ExactDecimal {
    switch self {
    case .short(let short): short.coefficient < 0 ? -self : self
    case .long(let long): long.isNegative ? .long(-long) : self
    }
  }

  static func isLess(_ left: ExactDecimal, _ right: ExactDecimal) -> Bool {
    let difference = left - right
    return switch difference {
    case .short(let short): short.coefficient < 0
    case .long(let long): long.isNegative
    }
  }

  // MARK: - Text

  /// The number of digits in plain notation.
  private var digitCount: Int {
    switch self {
    case .short: 0
    case .long(let long): long.plainDigitCount
    }
  }

  /// Appends the number in plain notation, without a fraction if it is whole.
  ///
  /// Returns false and appends nothing if that would be too long.
  func append(to output: inout UniqueArray<UInt8>) -> Bool {
    if case .short(let short) = self, short.append(to: &output) { return true }
    let long = long
    guard long.plainDigitCount <= Self.mostDigits else { return false }
    long.append(to: &output)
    return true
  }
}
