/// Two bounds for numbers with a given count of digits after the point, as integers of all their
/// digits.
struct NumberBounds: BitwiseCopyable {
  let least: Int64
  let most: Int64

  @inline(__always)
  func contains(_ digits: Int64) -> Bool { least <= digits && digits <= most }
}

extension NumberBounds {
  /// The bounds of the numbers that satisfy a comparison with one or two constants; nil for any
  /// other comparison.
  ///
  /// For an inequality, the bounds of the numbers that do not satisfy it.
  init?(
    _ comparator: ComparisonOperator,
    _ constant: ShortNumber,
    _ other: ShortNumber,
    fractionCount: Int
  ) {
    let floor = constant.digits(afterPoint: fractionCount, roundsUp: false)
    let ceiling = constant.digits(afterPoint: fractionCount, roundsUp: true)
    switch comparator {
    case .equal, .notEqual: (least, most) = (ceiling, floor)
    case .less: (least, most) = (.min, max(ceiling, .min + 1) - 1)
    case .lessOrEqual: (least, most) = (.min, floor)
    case .greater: (least, most) = (min(floor, .max - 1) + 1, .max)
    case .greaterOrEqual: (least, most) = (ceiling, .max)
    case .between:
      (least, most) = (ceiling, other.digits(afterPoint: fractionCount, roundsUp: false))
    case .isIn, .contains, .beginsWith, .endsWith, .like, .matches: return nil
    }
  }
}

extension ShortNumber {
  /// All digits of the number, with `wanted` of them after the point, rounded up or down.
  ///
  /// If there are too many, the largest or the smallest integer, which no short number has.
  fileprivate func digits(afterPoint wanted: Int, roundsUp: Bool) -> Int64 {
    if wanted >= fractionCount {
      let (more, isTooLong) =
        digits.multipliedReportingOverflow(by: Self.power(wanted - fractionCount))
      return isTooLong ? (digits < 0 ? .min : .max) : more
    }
    let (whole, rest) =
      digits.quotientAndRemainder(dividingBy: Self.power(fractionCount - wanted))
    return roundsUp ? (rest > 0 ? whole + 1 : whole) : (rest < 0 ? whole - 1 : whole)
  }
}
