/// Equality of scalars for matchers (docs/restkit.md): numbers and booleans by value, text with
/// text, null with null.
enum ScalarComparison {
  static func areEqual(
    _ cell: Cell,
    _ bytes: Span<UInt8>,
    _ literal: MatcherLiteral,
    _ text: Span<UInt8>
  ) -> Bool {
    switch (cell.kind, literal.kind) {
    case (.null, .null), (.true, .true), (.false, .false): true
    case (.string, .string): StringText.equals(bytes, cell.contentRange, text, literal.text.range)
    case (.number, .number): DecimalText.areEqual(bytes, cell.range, text, literal.text.range)
    case (.number, .true): DecimalText.equals(bytes, cell.range, 1)
    case (.number, .false): DecimalText.equals(bytes, cell.range, 0)
    case (.true, .number): DecimalText.equals(text, literal.text.range, 1)
    case (.false, .number): DecimalText.equals(text, literal.text.range, 0)
    default: false
    }
  }

  /// Whether the value's text, a string's without quotes and escapes, is the literal's.
  static func haveEqualText(
    _ cell: Cell,
    _ bytes: Span<UInt8>,
    _ literal: MatcherLiteral,
    _ text: Span<UInt8>
  ) -> Bool {
    switch cell.kind {
    case .string: StringText.equals(bytes, cell.contentRange, text, literal.text.range)
    case .number: equal(bytes, cell.range, text, literal.text.range)
    case .null: equal(Literal.nullText, text, literal.text.range)
    case .true: equal(Literal.trueText, text, literal.text.range)
    case .false: equal(Literal.falseText, text, literal.text.range)
    default: false
    }
  }

  private static func equal(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    _ others: Span<UInt8>,
    _ other: Range<Int>
  ) -> Bool {
    guard range.count == other.count else { return false }
    for index in 0..<range.count
    where bytes[range.lowerBound + index] != others[other.lowerBound + index] {
      return false
    }
    return true
  }

  private static func equal(_ word: StaticString, _ text: Span<UInt8>, _ range: Range<Int>) -> Bool
  {
    let bytes = Array(word.description.utf8)
    return equal(bytes.span, 0..<bytes.count, text, range)
  }
}
