/// Integers of few digits, which most numbers are.
enum ShortInteger {
  /// The value of an integer of at most 18 digits; nil for all else.
  @inline(__always)
  static func value(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int64? {
    guard range.count <= 18 else { return nil }
    let number = bytes.extracting(range)
    guard !number.isEmpty else { return nil }
    let isNegative = number[0] == .minus
    var at = isNegative ? 1 : 0
    guard at < number.count else { return nil }
    var value: Int64 = 0
    while at < number.count {
      let digit = number[at] &- .zero
      guard digit < 10 else { return nil }
      value = value &* 10 &+ Int64(digit)
      at &+= 1
    }
    return isNegative ? 0 &- value : value
  }
}

extension DecimalText {
  /// Less than zero, zero or more as the number is less than the other, equals it or is more; nil for
  /// what `parts` does not take.
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
    // The last digit of each is none that could be left out.
    return left.digitCount - right.digitCount
  }
}

extension DecimalText.Parts {
  fileprivate var sign: Int { isZero ? 0 : isNegative ? -1 : 1 }
}
