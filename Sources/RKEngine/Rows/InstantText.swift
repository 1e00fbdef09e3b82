/// ISO 8601 dates in UTC, as texts.
package enum InstantText {
  /// The part of a date that is left out so that equal instants have equal texts: the zeros at the
  /// end of its fraction, and the point if only zeros follow it.
  static func zeros(_ text: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
    guard let point = text.first(.period, in: range) else {
      return range.upperBound..<range.upperBound
    }
    var end = point + 1
    while end < range.upperBound && text[end].isDigit { end += 1 }
    var kept = end
    while text[kept - 1] == .zero { kept -= 1 }
    if kept == point + 1 { kept = point }
    return kept..<end
  }

  /// The part of a date that distinguishes it from others: without the zeros at the end of its
  /// fraction, and its zone.
  ///
  /// These parts sort like the instants: one with a fraction comes after one without.
  package static func significant(_ text: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
    var end = range.upperBound
    if end > range.lowerBound && text[end - 1] == .ascii("Z") { end -= 1 }
    guard text.first(.period, in: range.lowerBound..<end) != nil else {
      return range.lowerBound..<end
    }
    while text[end - 1] == .zero { end -= 1 }
    if text[end - 1] == .period { end -= 1 }
    return range.lowerBound..<end
  }
}
