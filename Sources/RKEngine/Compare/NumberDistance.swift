/// Compares the difference of numbers with a limit, exactly.
package enum NumberDistance {
  /// Whether two numbers differ by at most `limit`; false if one of the texts is not a number.
  package static func isWithin(_ limit: String, _ one: String, _ other: String) -> Bool {
    guard let limit = number(limit), let one = number(one), let other = number(other) else {
      return false
    }
    let difference = one - other
    let isNegative = ExactDecimal.isLess(difference, .zero)
    return !ExactDecimal.isLess(limit, isNegative ? -difference : difference)
  }

  /// Whether a number is less than another; false if one of the texts is not a number.
  package static func isLess(_ one: String, _ other: String) -> Bool {
    guard let one = number(one), let other = number(other) else { return false }
    return ExactDecimal.isLess(one, other)
  }

  private static func number(_ text: String) -> ExactDecimal? {
    let bytes = text.utf8Span.span
    return DecimalText.isJSON(bytes) ? ExactDecimal(bytes, 0..<bytes.count) : nil
  }
}
