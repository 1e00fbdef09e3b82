/// The numbers between two, with a given count of digits after the point, as integers of all their
/// digits.
struct NumberBounds: BitwiseCopyable {
  let least: Int64
  let most: Int64

  @inline(__always)
  func contains(_ digits: Int64) -> Bool { least <= digits && digits <= most }
}

extension NumberBounds {
  /// Those that a comparison with a constant, or with two, holds for; nil for what is no comparison of
  /// numbers.
  ///
  /// Where it asks for another number, those that it does not hold for.
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
  /// All its digits where so many of them stand after the point, up or down to a whole number of such;
  /// the largest or the smallest integer, which no short number has, where they are too many.
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
