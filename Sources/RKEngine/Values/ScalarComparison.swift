/// Compares scalars for equality in matchers (docs/restkit.md): numbers and booleans by value, text
/// with text, null with null.
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

  /// Whether the value's text, for a string without quotes and escapes, is the literal's.
  static func haveEqualText(
    _ cell: Cell,
    _ bytes: Span<UInt8>,
    _ literal: MatcherLiteral,
    _ text: Span<UInt8>
  ) -> Bool {
    switch cell.kind {
    case .string: StringText.equals(bytes, cell.contentRange, text, literal.text.range)
    case .number: areEqual(bytes.extracting(cell.range), text, literal)
    case .null: areEqual(Literal.nullText, text, literal)
    case .true: areEqual(Literal.trueText, text, literal)
    case .false: areEqual(Literal.falseText, text, literal)
    default: false
    }
  }

  private static func areEqual(
    _ bytes: Span<UInt8>,
    _ text: Span<UInt8>,
    _ literal: MatcherLiteral
  ) -> Bool {
    TextSearch.areEqual(bytes, text.extracting(literal.text.range))
  }

  private static func areEqual(
    _ word: StaticString,
    _ text: Span<UInt8>,
    _ literal: MatcherLiteral
  ) -> Bool {
    let bytes = Array(word.description.utf8)
    return areEqual(bytes.span, text, literal)
  }
}
