/// A decimal number of any length, as its digits and a power of ten: slow, simple and exact.
struct LongDecimal: Equatable {
  var isNegative = false
  /// The digits, most significant first, without leading and trailing zeros; empty for zero.
  private(set) var digits: [UInt8] = []
  /// The number is its digits, read as an integer, times ten to this power.
  private(set) var exponent = 0

  init(isNegative: Bool, digits: [UInt8], exponent: Int) {
    let first = digits.firstIndex { $0 != 0 } ?? digits.count
    let end = (digits.lastIndex { $0 != 0 } ?? -1) + 1
    guard first < end else { return }
    self.isNegative = isNegative
    self.digits = Array(digits[first..<end])
    self.exponent = exponent + digits.count - end
  }

  init(_ short: ShortDecimal) {
    var digits: [UInt8] = []
    var rest = short.coefficient.magnitude
    while rest > 0 {
      digits.append(UInt8(rest % 10))
      rest /= 10
    }
    self.init(
      isNegative: short.coefficient < 0,
      digits: digits.reversed(),
      exponent: short.exponent
    )
  }

  /// The number of a text; nil for any other text, and for too many digits.
  init?(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    guard let parts = DecimalText.parts(bytes, range) else { return nil }
    guard parts.digitCount <= ExactDecimal.mostDigits else { return nil }
    isNegative = parts.isNegative && !parts.isZero
    for at in parts.digits where bytes[at] != .period { digits.append(bytes[at] - .zero) }
    exponent = parts.isZero ? 0 : parts.exponent
    guard plainDigitCount <= ExactDecimal.mostDigits else { return nil }
  }

  /// The number of digits in plain notation.
  var plainDigitCount: Int { max(digits.count + exponent, 0) + max(-exponent, 0) }

  /// The value if it is an integer of at most nine digits; the largest or smallest of these if it
  /// is longer.
  var wholeValue: Int? {
    if digits.isEmpty { return 0 }
    guard exponent >= 0 else { return nil }
    var value = 999_999_999
    if digits.count + exponent <= 9 {
      value = digits.reduce(0) { $0 * 10 + Int($1) }
      for _ in 0..<exponent { value *= 10 }
    } else if exponent == 0 && digits[digits.count - 1] % 2 == 0 || exponent > 0 {
      // The parity of the exponent still matters, for powers of -1.
      value -= 1
    }
    return isNegative ? -value : value
  }

  // MARK: - Sums and products

  /// The digits of the number as a multiple of a lower power of ten, with zeros at their end.
  private func digits(to lower: Int) -> [UInt8] {
    digits + [UInt8](repeating: 0, count: digits.isEmpty ? 0 : exponent - lower)
  }

  static prefix func - (number: LongDecimal) -> LongDecimal {
    LongDecimal(
      isNegative: !number.isNegative,
      digits: number.digits,
      exponent: number.exponent
    )
  }

  static func + (left: LongDecimal, right: LongDecimal) -> LongDecimal {
    if left.digits.isEmpty { return right }
    if right.digits.isEmpty { return left }
    let lower = min(left.exponent, right.exponent)
    let (one, other) = (left.digits(to: lower), right.digits(to: lower))
    if left.isNegative == right.isNegative {
      return LongDecimal(
        isNegative: left.isNegative,
        digits: sum(one, other),
        exponent: lower
      )
    }
    let isLess = isLess(one, other)
    return LongDecimal(
      isNegative: isLess ? right.isNegative : left.isNegative,
      digits: isLess ? difference(other, one) : difference(one, other),
      exponent: lower
    )
  }

  private static func isLess(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.count == right.count
      ? left.lexicographicallyPrecedes(right) : left.count < right.count
  }

  private static func sum(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: max(left.count, right.count) + 1)
    var carry: UInt8 = 0
    for place in 1...result.count {
      let one = place <= left.count ? left[left.count - place] : 0
      let other = place <= right.count ? right[right.count - place] : 0
      let digit = one + other + carry
      carry = digit >= 10 ? 1 : 0
      result[result.count - place] = digit - carry * 10
    }
    return result
  }

  /// The first number minus the second, which is not greater.
  private static func difference(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
    var result = left
    var borrow: UInt8 = 0
    for place in 1...max(left.count, 1) where place <= left.count {
      let taken = (place <= right.count ? right[right.count - place] : 0) + borrow
      let digit = result[left.count - place]
      borrow = digit < taken ? 1 : 0
      result[left.count - place] = digit + borrow * 10 - taken
    }
    return result
  }

  static func * (left: LongDecimal, right: LongDecimal) -> LongDecimal {
    let (one, other) = (left.groups, right.groups)
    var product = [UInt64](repeating: 0, count: one.count + other.count + 1)
    for (place, factor) in one.enumerated() {
      var carry: UInt64 = 0
      for (otherPlace, otherFactor) in other.enumerated() {
        let sum = product[place + otherPlace] + factor * otherFactor + carry
        product[place + otherPlace] = sum % 1_000_000_000
        carry = sum / 1_000_000_000
      }
      product[place + other.count] += carry
    }
    var digits: [UInt8] = []
    for group in product {
      var rest = group
      for _ in 0..<9 {
        digits.append(UInt8(rest % 10))
        rest /= 10
      }
    }
    return LongDecimal(
      isNegative: left.isNegative != right.isNegative,
      digits: digits.reversed(),
      exponent: left.exponent + right.exponent
    )
  }

  /// The digits in groups of nine, the least significant first.
  private var groups: [UInt64] {
    stride(from: digits.count, to: 0, by: -9).map { end in
      digits[max(0, end - 9)..<end].reduce(0) { $0 * 10 + UInt64($1) }
    }
  }

  // MARK: - Quotients

  /// The state of a long division: digits of the quotient, the number of used digits of the
  /// dividend, and the remainder.
  private struct Division {
    var quotient: [UInt8] = []
    var taken = 0
    var rest: [UInt8] = []

    /// Consumes the next digit of the dividend, and returns one of the quotient.
    mutating func bringDown(_ digit: UInt8, _ divisor: [UInt8]) -> UInt8 {
      taken += 1
      if !rest.isEmpty || digit != 0 { rest.append(digit) }
      var count: UInt8 = 0
      while !LongDecimal.isLess(rest, divisor) {
        let left = LongDecimal.difference(rest, divisor)
        rest = Array(left.drop { $0 == 0 })
        count += 1
      }
      return count
    }
  }

  /// The quotient, rounded half to even if it has more significant digits than wanted; the divisor
  /// is not zero.
  func divided(by divisor: LongDecimal, digits wanted: Int) -> LongDecimal {
    var division = Division()
    func next() -> UInt8 { division.taken < digits.count ? digits[division.taken] : 0 }
    func isExact() -> Bool { division.rest.isEmpty && division.taken >= digits.count }
    while division.quotient.count < wanted && !isExact() {
      let digit = division.bringDown(next(), divisor.digits)
      if !division.quotient.isEmpty || digit != 0 { division.quotient.append(digit) }
    }
    var quotient = division.quotient
    let lowest = digits.count - division.taken + exponent - divisor.exponent
    if !isExact() {
      let digit = division.bringDown(next(), divisor.digits)
      let isMore = !division.rest.isEmpty || division.taken < digits.count
      let isOdd = (quotient.last ?? 0) % 2 == 1
      if digit > 5 || digit == 5 && (isMore || isOdd) { quotient = Self.sum(quotient, [1]) }
    }
    return LongDecimal(
      isNegative: isNegative != divisor.isNegative,
      digits: quotient,
      exponent: lowest
    )
  }

  /// The remainder of the division with a whole quotient, with the sign of the dividend; the
  /// divisor is not zero.
  func remainder(by divisor: LongDecimal) -> LongDecimal {
    if digits.isEmpty { return self }
    let lower = min(exponent, divisor.exponent)
    let (one, other) = (digits(to: lower), divisor.digits(to: lower))
    var division = Division()
    for digit in one { _ = division.bringDown(digit, other) }
    return LongDecimal(isNegative: isNegative, digits: division.rest, exponent: lower)
  }

  func rounded(_ rounding: ExactDecimal.Rounding) -> LongDecimal {
    if exponent >= 0 { return self }
    let wholeCount = max(0, digits.count + exponent)
    let whole = Array(digits[..<wholeCount])
    let isAwayFromZero =
      switch rounding {
      case .down: isNegative
      case .up: !isNegative
      // There are zeros between the point and the digits if the number is less than 0.1.
      case .nearest: digits.count + exponent >= 0 && digits[wholeCount] >= 5
      }
    return LongDecimal(
      isNegative: isNegative,
      digits: isAwayFromZero ? Self.sum(whole, [1]) : whole,
      exponent: 0
    )
  }

  // MARK: - Text

  /// Appends the number in plain notation.
  func append(to output: inout UniqueArray<UInt8>) {
    if isNegative { output.append(.minus) }
    let wholeCount = digits.count + exponent
    if wholeCount <= 0 { output.append(.zero) }
    if digits.isEmpty { return }
    if wholeCount <= 0 {
      output.append(.period)
      output.append(repeating: .zero, count: -wholeCount)
    }
    for (place, digit) in digits.enumerated() {
      if place == wholeCount && place > 0 { output.append(.period) }
      output.append(.zero + digit)
    }
    if exponent > 0 { output.append(repeating: .zero, count: exponent) }
  }
}
