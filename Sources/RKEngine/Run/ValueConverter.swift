/// Makes the value that an attribute's type declares, exactly, or none: nothing is guessed, rounded
/// or clamped.
///
/// What comes out is a cell: the value's own bytes where they already are what is wanted, else
/// bytes put behind those of the batch.
enum ValueConverter {
  /// Converts a scalar, a string without its quotes and escapes; nil when it cannot be.
  ///
  /// White space around the text is passed over; text that is blank is no value of any declared
  /// type: it is null.
  static func convert(
    _ kind: Cell.Kind,
    _ text: Span<UInt8>,
    _ range: Range<Int>,
    to conversion: Conversion,
    _ plan: borrowing MappingPlan,
    _ side: inout UniqueArray<UInt8>
  ) -> Cell? {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end && text[start].isWhitespace { start += 1 }
    while start < end && text[end - 1].isWhitespace { end -= 1 }
    if kind == .string && start == end { return Cell(.null) }
    let range = start..<end
    return switch conversion {
    case .integer: integer(kind, text, range, &side)
    case .decimal: decimal(kind, text, range, &side)
    case .date(let date): self.date(kind, text, range, date, plan, &side)
    }
  }

  // MARK: - Integers

  private static func integer(
    _ kind: Cell.Kind,
    _ text: Span<UInt8>,
    _ range: Range<Int>,
    _ side: inout UniqueArray<UInt8>
  ) -> Cell? {
    if let digit = truth(kind) { return number(&side) { $0.append(digit) } }
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

  // MARK: - Decimals

  /// The most digits that an exponent may unfold into.
  private static let longestPlainText = 1_000

  private static func decimal(
    _ kind: Cell.Kind,
    _ text: Span<UInt8>,
    _ range: Range<Int>,
    _ side: inout UniqueArray<UInt8>
  ) -> Cell? {
    let start = side.count
    side.append(.quote)
    if let digit = truth(kind) {
      side.append(digit)
    } else if !DecimalText.appendPlain(text, range, to: &side, longest: longestPlainText) {
      side.truncate(to: start)
      return nil
    }
    side.append(.quote)
    return Cell(.string, start..<side.count, space: .batch)
  }

  // MARK: - Dates

  private static func date(
    _ kind: Cell.Kind,
    _ text: Span<UInt8>,
    _ range: Range<Int>,
    _ date: DateConversion,
    _ plan: borrowing MappingPlan,
    _ side: inout UniqueArray<UInt8>
  ) -> Cell? {
    guard kind == .number || kind == .string, let time = time(kind, text, range, date, plan) else {
      return nil
    }
    let start = side.count
    DateWriter.append(
      time,
      as: date.output,
      zoneOffset: Int(date.zoneOffset),
      steps: plan.dateSteps.span,
      to: &side
    )
    let isText = side[start] == .quote
    return Cell(isText ? .string : .number, start..<side.count, space: .batch)
  }

  private static func time(
    _ kind: Cell.Kind,
    _ text: Span<UInt8>,
    _ range: Range<Int>,
    _ date: DateConversion,
    _ plan: borrowing MappingPlan
  ) -> CivilTime? {
    if kind == .number {
      // Numbers count seconds, unless the format is milliseconds.
      for number in date.formats.indices {
        if case .epochMilliseconds = plan.dateFormats[number] {
          return EpochText.read(text, range, unit: .milliseconds)
        }
      }
      return EpochText.read(text, range, unit: .seconds)
    }
    if date.isUnnamed, let digits = digitsOnly(text, range) {
      if digits != 8 { return digits >= 9 ? EpochText.read(text, range, unit: .seconds) : nil }
      let zone = Int(date.zoneOffset)
      let steps = plan.dateSteps.span
      return DateReader.read(text, range, as: .iso8601, zoneOffset: zone, steps: steps)
    }
    for number in date.formats.indices {
      let time = DateReader.read(
        text,
        range,
        as: plan.dateFormats[number],
        zoneOffset: Int(date.zoneOffset),
        steps: plan.dateSteps.span
      )
      if let time { return time }
    }
    return nil
  }

  private static func digitsOnly(_ text: Span<UInt8>, _ range: Range<Int>) -> Int? {
    for index in range where !text[index].isDigit { return nil }
    return range.count
  }

  // MARK: -

  private static func truth(_ kind: Cell.Kind) -> UInt8? {
    switch kind {
    case .true: .ascii("1")
    case .false: .zero
    default: nil
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
