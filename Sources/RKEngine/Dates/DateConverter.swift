/// Converts dates: reads a scalar in the first format that matches, and writes it in another.
package enum DateConverter {
  /// Converts a scalar without white space around it; nil if it is not a date.
  package static func convert(
    _ kind: Cell.Kind,
    _ text: Span<UInt8>,
    _ range: Range<Int>,
    by date: DateConversion,
    _ dates: borrowing DateTables,
    _ side: inout UniqueArray<UInt8>
  ) -> Cell? {
    var format: Int32 = -1
    guard kind == .number || kind == .string,
      var time = time(kind, text, range, date, dates, &format)
    else { return nil }
    var traits: Cell.Traits = []
    if date.notesZones, format >= 0,
      // A zone that the text states does not give way to another.
      DateReader.read(
        text,
        range,
        as: dates.formats[Int(format)],
        zone: .offset(60),
        dates: dates
      ) != time
    {
      traits = .isAssumedZone
    }
    if date.precision >= 0, !time.setFraction(digits: Int(date.precision)) { return nil }
    let start = side.count
    guard DateWriter.append(time, as: date.output, zone: date.zone, dates: dates, to: &side) else {
      return nil
    }
    let isText = side[start] == .quote
    if format >= 0 && format == date.assumedFormat { traits.insert(.isAssumedDate) }
    return Cell(
      isText ? .string : .number,
      start..<side.count,
      space: .batch,
      traits: traits
    )
  }

  static func time(
    _ kind: Cell.Kind,
    _ text: Span<UInt8>,
    _ range: Range<Int>,
    _ date: DateConversion,
    _ dates: borrowing DateTables,
    _ taken: inout Int32
  ) -> CivilTime? {
    if kind == .number {
      switch date.output {
      case .day, .local: return nil
      case .iso8601, .epoch, .epochMilliseconds, .rfc1123, .dotNet, .pattern: break
      }
      return EpochText.read(text, range, unit: unit(of: date, dates))
    }
    if date.isUnnamed, let digits = digitsOnly(text, range) {
      if digits != 8 { return digits >= 9 ? EpochText.read(text, range, unit: .seconds) : nil }
      // The first format is ISO 8601.
      taken = Int32(date.formats.first)
      return DateReader.read(text, range, as: .iso8601, zone: date.zone, dates: dates)
    }
    for number in date.formats.indices {
      let format = dates.formats[number]
      let time = DateReader.read(text, range, as: format, zone: date.zone, dates: dates)
      if let time {
        taken = Int32(truncatingIfNeeded: number)
        return time
      }
    }
    return nil
  }

  /// The unit of JSON numbers: seconds, unless the first numeric format is milliseconds.
  static func unit(
    of date: DateConversion,
    _ dates: borrowing DateTables
  ) -> EpochText.Unit {
    for number in date.formats.indices {
      switch dates.formats[number] {
      case .epoch: return .seconds
      case .epochMilliseconds: return .milliseconds
      case .iso8601, .day, .local, .rfc1123, .dotNet, .pattern: break
      }
    }
    return .seconds
  }

  private static func digitsOnly(_ text: Span<UInt8>, _ range: Range<Int>) -> Int? {
    for index in range where !text[index].isDigit { return nil }
    return range.count
  }

  // MARK: - Without a plan

  /// The seconds since 1970 of an ISO 8601 date, as a decimal number; nil if the text is not one.
  ///
  /// A date without a zone is in UTC.
  package static func epochText(ofISO8601 text: Span<UInt8>) -> String? {
    let time = DateReader.read(text, 0..<text.count, as: .iso8601, zone: .utc, dates: DateTables())
    return time.map { Self.text(of: $0, as: .epoch) }
  }

  /// Whether the whole text is a date in a format.
  package static func isDate(
    _ text: Span<UInt8>,
    _ range: Range<Int>,
    as format: DateFormat,
    _ dates: borrowing DateTables
  ) -> Bool {
    DateReader.read(text, range, as: format, zone: .utc, dates: dates) != nil
  }

  /// The ISO 8601 date in UTC of seconds since 1970; nil outside the years of four digits.
  package static func isoText(ofEpoch text: Span<UInt8>) -> String? {
    let time = EpochText.read(text, 0..<text.count, unit: .seconds)
    return time.map { Self.text(of: $0, as: .iso8601) }
  }

  private static func text(of time: CivilTime, as format: DateFormat) -> String {
    var text = UniqueArray<UInt8>()
    _ = DateWriter.append(time, as: format, zone: .utc, dates: DateTables(), to: &text)
    let isQuoted = text[0] == .quote
    return text.span.string(isQuoted ? 1..<(text.count - 1) : 0..<text.count)
  }
}
