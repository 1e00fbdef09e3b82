extension ValueConverter {
  // MARK: - Integers

  /// Ignores white space around a number, which `range` excludes, but not around `true` and
  /// `false`: `whole` is all of the text.
  static func integer(
    _ kind: Cell.Kind,
    _ text: Span<UInt8>,
    _ range: Range<Int>,
    in whole: Range<Int>,
    _ side: inout UniqueArray<UInt8>
  ) -> Cell? {
    if isPlainInteger(text, range) { return Cell(.number, range) }
    if let digit = truth(kind, text, whole) { return number(&side) { $0.append(digit) } }
    guard let parts = DecimalText.parts(text, range), parts.exponent >= 0, parts.magnitude <= 19
    else { return nil }
    var value: UInt64 = 0
    for index in parts.digits where text[index] != .period {
      value = value * 10 + UInt64(text[index] & 0x0F)
    }
    for _ in 0..<(parts.isZero ? 0 : parts.exponent) { value *= 10 }
    guard value <= UInt64(Int64.max) + (parts.isNegative ? 1 : 0) else { return nil }
    return number(&side) {
      if parts.isNegative && value != 0 { $0.append(.minus) }
      DecimalText.append(value, to: &$0)
    }
  }

  /// Whether the text is a plain integer with few enough digits for 64 bits.
  private static func isPlainInteger(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var at = range.lowerBound
    if at < range.upperBound && text[at] == .minus { at &+= 1 }
    let count = range.upperBound &- at
    guard count > 0, count <= 18 else { return false }
    if text[at] == .zero && range.count > 1 { return false }
    while at < range.upperBound {
      if !text[at].isDigit { return false }
      at &+= 1
    }
    return true
  }

  // MARK: - Numbers

  static func number(
    _ kind: Cell.Kind,
    _ text: Span<UInt8>,
    _ range: Range<Int>,
    in whole: Range<Int>,
    _ side: inout UniqueArray<UInt8>
  ) -> Cell? {
    if kind == .number || ScalarCheck.isNumber(text, range) { return Cell(.number, range) }
    if let digit = truth(kind, text, whole) { return number(&side) { $0.append(digit) } }
    guard DecimalText.parts(text, range) != nil else { return nil }
    return number(&side) { DecimalText.appendJSON(text, range, to: &$0) }
  }

  // MARK: - Decimals

  /// The most digits that an exponent may expand to.
  private static let longestPlainText = 1_000

  static func decimal(
    _ kind: Cell.Kind,
    _ text: Span<UInt8>,
    _ range: Range<Int>,
    _ column: DecimalColumn,
    _ side: inout UniqueArray<UInt8>
  ) -> Cell? {
    let start = side.count
    side.append(.quote)
    if kind == .true || kind == .false {
      side.append(kind == .true ? .ascii("1") : .zero)
    } else if !DecimalText.appendPlain(text, range, to: &side, longest: longestPlainText) {
      side.truncate(to: start)
      return nil
    }
    if column != .text,
      StoredDecimal.value(side.span, (start + 1)..<side.count, as: column) == nil
    {
      side.truncate(to: start)
      return nil
    }
    side.append(.quote)
    return Cell(.string, start..<side.count, space: .batch, traits: .isDecimal)
  }

  // MARK: - Truth

  static func boolean(
    _ kind: Cell.Kind,
    _ text: Span<UInt8>,
    _ range: Range<Int>,
    in whole: Range<Int>
  ) -> Cell? {
    if let digit = truth(kind, text, whole) { return Cell(digit == .zero ? .false : .true) }
    if DecimalText.equals(text, range, 1) { return Cell(.true) }
    if DecimalText.equals(text, range, 0) { return Cell(.false) }
    return nil
  }

  /// The digit for a boolean, or for text that is a word for one, in any case; nil for anything
  /// else.
  private static func truth(_ kind: Cell.Kind, _ text: Span<UInt8>, _ range: Range<Int>) -> UInt8? {
    switch kind {
    case .true: return .ascii("1")
    case .false: return .zero
    case .string: break
    default: return nil
    }
    guard range.count <= 5 else { return nil }
    var word: UInt64 = 0
    for index in range { word = word << 8 | UInt64(text[index] | 0x20) }
    switch word {
    case 0x7472_7565, 0x74, 0x0079_6573, 0x79: return .ascii("1")
    case 0x0066_616C_7365, 0x66, 0x6E6F, 0x6E: return .zero
    default: return nil
    }
  }

  private static func number(
    _ side: inout UniqueArray<UInt8>,
    _ write: (inout UniqueArray<UInt8>) -> Void
  ) -> Cell {
    let start = side.count
    write(&side)
    return Cell(.number, start..<side.count, space: .batch)
  }
}
