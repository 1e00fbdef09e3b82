/// Converts a date of year, month and day in digits to another such date, if no zone shifts it.
///
/// Most dates are of this kind, and have a fast path from digits to digits. `DateReader` and
/// `DateWriter` handle everything else.
package struct DayConversion: Sendable, BitwiseCopyable {
  let input: DayForm
  let output: DayForm
  /// Whether a time of zeros is written after the day, for ISO 8601.
  let isTimed: Bool

  /// Nil if the first format or the written one is not such a date.
  init?(_ date: DateConversion, _ dates: borrowing DateTables) {
    guard case .offset(0) = date.zone, !date.formats.isEmpty, date.precision <= 0, !date.notesZones,
      let input = DayForm(dates.formats[Int(date.formats.first)], dates.steps),
      let output = DayForm(date.output, dates.steps), output.isWritable
    else { return nil }
    self.input = input
    self.output = output
    isTimed = date.output.isISO8601
  }
}

/// Year, month and day as numbers, with the same byte between them.
struct DayForm: Sendable, BitwiseCopyable {
  let separator: UInt8
  /// The year comes first, otherwise last.
  let isYearFirst: Bool
  let isMonthBeforeDay: Bool
  /// The least digits of month and day that are read.
  let leastDigits: UInt8
  /// Month and day are written with two digits, the year with four.
  let isWritable: Bool

  init?(_ format: DateFormat, _ steps: [DateStep]) {
    switch format {
    case .iso8601, .day:
      (separator, isYearFirst, isMonthBeforeDay) = (.minus, true, true)
      (leastDigits, isWritable) = (2, true)
    case .pattern(let parts):
      guard parts.count == 5, let form = DayForm(steps[parts]) else { return nil }
      self = form
    default: return nil
    }
  }

  private init?(_ steps: ArraySlice<DateStep>) {
    var fields: [DateStep.Field] = []
    var digits: [DateStep.Digits] = []
    var separators: [UInt8] = []
    for step in steps {
      switch step {
      case .number(let field, let count):
        fields.append(field)
        digits.append(count)
      case .literal(let byte): separators.append(byte)
      default: return nil
      }
    }
    guard separators.count == 2, separators[0] == separators[1], !separators[0].isDigit,
      // A space matches several spaces, and quotes and backslashes are written with an escape.
      ![.space, .quote, .backslash].contains(separators[0]),
      case .literal = steps.dropFirst().first,
      let year = fields.firstIndex(of: .year), year != 1, digits[year].least <= 4,
      let month = fields.firstIndex(of: .month), let day = fields.firstIndex(of: .day)
    else { return nil }
    separator = separators[0]
    isYearFirst = year == 0
    isMonthBeforeDay = month < day
    leastDigits = max(digits[month].least, digits[day].least)
    isWritable =
      digits[year].written == 4 && digits[month].written == 2 && digits[day].written == 2
    guard digits[month].most == 2, digits[day].most == 2, digits[year].most >= 4 else { return nil }
  }
}
