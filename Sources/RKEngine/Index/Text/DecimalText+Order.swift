/// A short number without an exponent, as most are: an integer, and the number of its digits after
/// the point.
struct ShortNumber: BitwiseCopyable {
  private(set) var digits: Int64 = 0
  private(set) var fractionCount = 0

  /// The most digits that can follow the point: one precedes it.
  static var longestFraction: Int { 16 }

  /// Nil for more than 18 digits, and for any other notation.
  @inline(__always)
  init?(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    if range.count <= 8 && range.lowerBound &+ 8 <= bytes.count {
      if let short = Self(bytes.word(at: range.lowerBound), count: range.count) {
        self = short
        return
      }
    }
    self.init(long: bytes, range)
  }

  /// Digits, possibly with a point among them, in the lowest bytes of a word; nil for anything
  /// else.
  @inline(__always)
  private init?(_ word: UInt64, count: Int) {
    let text = count < 8 ? word & .lowBytes(count) : word
    let point = (text ^ UInt64(UInt8.period) &* 0x0101_0101_0101_0101).zeroBytes
    var (digits, digitCount) = (text, count)
    if point != 0 {
      let place = point.trailingZeroBitCount &>> 3
      // The digits after the point move into its place.
      let before = UInt64.lowBytes(place)
      digits = text & before | (text &>> 8) & ~before
      digitCount = count &- 1
      fractionCount = digitCount &- place
      guard place > 0 && fractionCount > 0 else { return nil }
    }
    guard digitCount > 0 else { return nil }
    // Zeros precede the first digit, so that the last one becomes the highest byte.
    let unused = UInt64(truncatingIfNeeded: 64 &- digitCount &* 8)
    var value = (digits ^ 0x3030_3030_3030_3030) &<< unused
    guard (value &+ 0x7676_7676_7676_7676 | value) & 0x8080_8080_8080_8080 == 0 else { return nil }
    value = (value &* 2561) &>> 8
    value = ((value & 0x00FF_00FF_00FF_00FF) &* 6_553_601) &>> 16
    value = ((value & 0x0000_FFFF_0000_FFFF) &* 42_949_672_960_001) &>> 32
    self.digits = Int64(truncatingIfNeeded: value)
  }

  /// Up to eighteen bytes.
  @inline(never)
  private init?(long bytes: Span<UInt8>, _ range: Range<Int>) {
    guard range.count <= 18 else { return nil }
    let number = bytes.extracting(range)
    guard !number.isEmpty else { return nil }
    let isNegative = number[0] == .minus
    let first = isNegative ? 1 : 0
    var (at, pointAt) = (first, -1)
    while at < number.count {
      let digit = number[at] &- .zero
      if digit < 10 {
        digits = digits &* 10 &+ Int64(digit)
      } else {
        guard number[at] == .period && pointAt < 0 && at > first else { return nil }
        pointAt = at
      }
      at &+= 1
    }
    // A point must be followed by a digit.
    guard at > first && pointAt != at &- 1 else { return nil }
    if pointAt >= 0 { fractionCount = at &- 1 &- pointAt }
    if isNegative { digits = 0 &- digits }
  }

  /// Negative, zero or positive if the left number is less than, equal to or greater than the right
  /// one; nil if this needs more digits.
  @inline(__always)
  static func order(_ left: ShortNumber, _ right: ShortNumber) -> Int? {
    guard let one = left.scaled(as: right), let other = right.scaled(as: left) else { return nil }
    return one < other ? -1 : one > other ? 1 : 0
  }

  /// The digits, scaled to the larger number of digits after the point that another number has.
  @inline(__always)
  private func scaled(as other: ShortNumber) -> Int64? {
    let missing = other.fractionCount &- fractionCount
    if missing <= 0 { return digits }
    let (more, isTooLong) = digits.multipliedReportingOverflow(by: Self.power(missing))
    return isTooLong ? nil : more
  }

  /// A power of ten, for fractions of short numbers.
  @inline(__always)
  static func power(_ exponent: Int) -> Int64 {
    // Most fractions have two digits.
    if exponent == 2 { return 100 }
    var power: Int64 = 1
    for _ in 0..<exponent { power &*= 10 }
    return power
  }
}

extension DecimalText {
  /// Negative, zero or positive if the left number is less than, equal to or greater than the right
  /// one; nil for what `parts` does not accept.
  static func order(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    _ others: Span<UInt8>,
    _ other: Range<Int>
  ) -> Int? {
    guard let left = parts(bytes, range), let right = parts(others, other) else { return nil }
    let (leftSign, rightSign) = (left.sign, right.sign)
    if leftSign != rightSign { return leftSign < rightSign ? -1 : 1 }
    if leftSign == 0 { return 0 }
    return leftSign * order(of: left, bytes, right, others)
  }

  /// The order of the magnitudes of two numbers other than zero.
  private static func order(
    of left: Parts,
    _ bytes: Span<UInt8>,
    _ right: Parts,
    _ others: Span<UInt8>
  ) -> Int {
    if left.magnitude != right.magnitude { return left.magnitude < right.magnitude ? -1 : 1 }
    var (at, otherAt) = (left.digits.lowerBound, right.digits.lowerBound)
    for _ in 0..<min(left.digitCount, right.digitCount) {
      if bytes[at] == .period { at += 1 }
      if others[otherAt] == .period { otherAt += 1 }
      if bytes[at] != others[otherAt] { return bytes[at] < others[otherAt] ? -1 : 1 }
      at += 1
      otherAt += 1
    }
    // Neither number has trailing zeros among its digits.
    return left.digitCount - right.digitCount
  }
}

extension DecimalText.Parts {
  fileprivate var sign: Int { isZero ? 0 : isNegative ? -1 : 1 }
}
