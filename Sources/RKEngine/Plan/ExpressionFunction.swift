/// A function of predicates and expressions, by its name.
///
/// `ExpressionMachine.call` implements it.
package enum ExpressionFunction: String, Sendable, Hashable, BitwiseCopyable, CaseIterable {
  /// The sum of a list of numbers; 0 for an empty one.
  case sum
  /// The number of elements or members of a value.
  case count
  /// The minimum of a list of numbers or texts.
  case min
  /// The maximum of a list of numbers or texts.
  case max
  /// The mean of a list of numbers.
  case average
  /// The median of a list of numbers: the middle one, or the mean of the two in the middle.
  case median
  /// The number of characters of a text.
  case length
  /// A text in upper case.
  case uppercase
  /// A text in lower case.
  case lowercase
  /// A number without its sign.
  case abs
  /// The next whole number below.
  case floor
  /// The next whole number above.
  case ceiling
  /// The nearest whole number.
  case round
  /// The remainder of a division, with the sign of the dividend.
  case modulus
  /// What the type `number` makes of a value, or of the elements of a list.
  case number
  /// What the type `string` makes of a value.
  case text
  /// What the type `date` makes of a value, by the spec's formats or by that of the second argument.
  case date

  /// The least and the most arguments.
  package var arity: ClosedRange<Int> {
    switch self {
    case .sum, .count, .min, .max, .average, .median, .length, .uppercase, .lowercase, .abs, .floor,
      .ceiling, .round, .number, .text:
      1...1
    case .modulus: 2...2
    case .date: 1...2
    }
  }
}
