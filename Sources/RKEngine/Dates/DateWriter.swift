/// Writes times as JSON text: in UTC, or by a pattern in a zone's local time.
enum DateWriter {
  /// Appends the time: a string, or a number for the epochs.
  ///
  /// Returns false and appends nothing if the local year cannot be written.
  static func append(
    _ time: CivilTime,
    as format: DateFormat,
    zone: DateZone,
    dates: borrowing DateTables,
    to output: inout UniqueArray<UInt8>
  ) -> Bool {
    let start = output.count
    switch format {
    case .iso8601: appendISO(time, to: &output)
    case .day:
      appendISO(time, to: &output)
      output.truncate(to: start + 11)
      output.append(.quote)
    case .local:
      appendISO(time, to: &output)
      output.truncate(to: output.count - 2)
      output.append(.quote)
    case .epoch: EpochText.append(time, unit: .seconds, to: &output)
    case .epochMilliseconds: EpochText.append(time, unit: .milliseconds, to: &output)
    case .rfc1123: appendMail(time, to: &output)
    case .dotNet: appendDotNet(time, zone.offset(at: time, dates), to: &output)
    case .pattern(let parts):
      let offset = zone.offset(at: time, dates)
      guard let shown = time.shown(at: offset) else { return false }
      return append(shown, by: parts, dates.steps.span, offset, to: &output)
    }
    return true
  }

  /// Appends ISO 8601; most dates take this path, which without a fraction only stores three words.
  private static func appendISO(_ time: CivilTime, to output: inout UniqueArray<UInt8>) {
    let year = UInt32(truncatingIfNeeded: time.year)
    output.append(
      word: word(.quote) | pair(Int(year / 100)) << 8 | pair(Int(year % 100)) << 24
        | word(.minus) << 40 | pair(time.month) << 48,
      count: 8
    )
    output.append(
      word: word(.minus) | pair(time.day) << 8 | word(.ascii("T")) << 24 | pair(time.hour) << 32
        | word(.colon) << 48,
      count: 7
    )
    let clock = pair(time.minute) | word(.colon) << 16 | pair(time.second) << 24
    guard time.fractionDigits > 0 else {
      return output.append(word: clock | word(.ascii("Z")) << 40 | word(.quote) << 48, count: 7)
    }
    output.append(word: clock | word(.period) << 40, count: 6)
    appendFraction(time.fraction, time.fractionDigits, to: &output)
    output.append(.ascii("Z"), .quote)
  }

  @inline(__always)
  private static func word(_ byte: UInt8) -> UInt64 { UInt64(byte) }

  /// Two digits as text, the first one lowest.
  @inline(__always)
  private static func pair(_ value: Int) -> UInt64 {
    let value = UInt32(truncatingIfNeeded: value)
    return UInt64(value / 10 | (value % 10) << 8 | 0x3030)
  }

  private static func appendFraction(
    _ fraction: UInt64,
    _ digits: Int,
    to output: inout UniqueArray<UInt8>
  ) {
    guard digits <= 8 else { return DecimalText.append(fraction, digits: digits, to: &output) }
    var rest = UInt32(truncatingIfNeeded: fraction)
    var word: UInt64 = 0
    for _ in 0..<digits {
      word = word << 8 | UInt64(rest % 10) | 0x30
      rest /= 10
    }
    output.append(word: word, count: digits)
  }

  /// Appends `Sun, 06 Nov 1994 08:49:37 GMT`, the only form that HTTP allows senders to use.
  private static func appendMail(_ time: CivilTime, to output: inout UniqueArray<UInt8>) {
    output.append(.quote)
    let weekday = Calendar.weekday(daysSince1970: time.daysSince1970)
    append(EnglishNames.weekdays[weekday - 1], count: 3, to: &output)
    output.append(.comma, .space)
    appendPair(time.day, to: &output)
    output.append(.space)
    append(EnglishNames.months[time.month - 1], count: 3, to: &output)
    output.append(.space)
    appendYear(time.year, to: &output)
    output.append(.space)
    appendPair(time.hour, to: &output)
    output.append(.colon)
    appendPair(time.minute, to: &output)
    output.append(.colon)
    appendPair(time.second, to: &output)
    output.append(" GMT\"")
  }

  /// Appends `/Date(1302179696000+0200)/`, truncated to milliseconds.
  private static func appendDotNet(
    _ time: CivilTime,
    _ offset: Int,
    to output: inout UniqueArray<UInt8>
  ) {
    let milliseconds = EpochText.milliseconds(time)
    output.append("\"/Date(")
    if milliseconds < 0 { output.append(.minus) }
    DecimalText.append(UInt64(milliseconds.magnitude), to: &output)
    append(offset: offset, as: .plain, to: &output)
    output.append(")/\"")
  }

  // MARK: - Patterns

  private static func append(
    _ time: CivilTime,
    by parts: PlanRange<DateStep>,
    _ steps: Span<DateStep>,
    _ offset: Int,
    to output: inout UniqueArray<UInt8>
  ) -> Bool {
    let start = output.count
    output.append(.quote)
    for number in parts.indices {
      switch steps[number] {
      case .literal(let byte):
        if byte == .quote || byte == .backslash { output.append(.backslash) }
        output.append(byte)
      case .number(let field, let digits):
        let value = value(of: field, time)
        guard value >= 0 else {
          output.truncate(to: start)
          return false
        }
        append(value, Int(digits.written), to: &output)
      default: appendRare(steps[number], time, offset, to: &output)
      }
    }
    output.append(.quote)
    return true
  }

  private static func appendRare(
    _ step: DateStep,
    _ time: CivilTime,
    _ offset: Int,
    to output: inout UniqueArray<UInt8>
  ) {
    switch step {
    case .literal, .number: break
    case .shortYear: appendPair(time.year % 100, to: &output)
    case .shortWeekYear: appendPair((value(of: .weekYear, time) + 100) % 100, to: &output)
    case .fraction(let digits): append(fractionOf: time, digits: Int(digits), to: &output)
    case .monthName(let width): append(EnglishNames.months[time.month - 1], width, to: &output)
    case .weekdayName(let width):
      append(EnglishNames.weekdays[value(of: .weekday, time) - 1], width, to: &output)
    case .quarterName(let width): appendQuarter(value(of: .quarter, time), width, to: &output)
    case .era(let width):
      let names = width == .whole ? EnglishNames.eras : EnglishNames.shortEras
      append(names[time.year > 0 ? 1 : 0], width, to: &output)
    case .dayHalf(let width):
      append(EnglishNames.dayHalves[time.hour < 12 ? 0 : 1], width, to: &output)
    case .offset(let form): append(offset: offset, as: form, to: &output)
    case .zoneName(let isShort): appendZone(offset, isShort, to: &output)
    }
  }

  @inline(__always)
  private static func value(of field: DateStep.Field, _ time: CivilTime) -> Int {
    switch field {
    case .year: time.year
    case .month: time.month
    case .day: time.day
    case .hour: time.hour
    case .minute: time.minute
    case .second: time.second
    default: rareValue(of: field, time)
    }
  }

  private static func rareValue(of field: DateStep.Field, _ time: CivilTime) -> Int {
    switch field {
    case .yearOfEra: time.year > 0 ? time.year : 1 - time.year
    case .quarter: (time.month + 2) / 3
    case .weekYear: Calendar.week(daysSince1970: time.daysSince1970).year
    case .week: Calendar.week(daysSince1970: time.daysSince1970).week
    case .weekday: Calendar.weekday(daysSince1970: time.daysSince1970)
    case .dayOfYear: Calendar.dayOfYear(daysSince1970: time.daysSince1970, year: time.year)
    case .hour12: (time.hour + 11) % 12 + 1
    case .hour11: time.hour % 12
    case .hour24: (time.hour + 23) % 24 + 1
    case .year, .month, .day, .hour, .minute, .second: value(of: field, time)
    }
  }

  // MARK: - Numbers

  /// Appends a number with at least this many digits.
  @inline(__always)
  private static func append(_ value: Int, _ digits: Int, to output: inout UniqueArray<UInt8>) {
    if digits == 2 && value < 100 { return appendPair(value, to: &output) }
    if digits == 4 { return appendYear(value, to: &output) }
    DecimalText.append(UInt64(value), digits: digits, to: &output)
  }

  @inline(__always)
  private static func appendYear(_ year: Int, to output: inout UniqueArray<UInt8>) {
    let year = UInt32(truncatingIfNeeded: year)
    output.append(word: pair(Int(year / 100)) | pair(Int(year % 100)) << 16, count: 4)
  }

  @inline(__always)
  private static func appendPair(_ value: Int, to output: inout UniqueArray<UInt8>) {
    output.append(word: pair(value), count: 2)
  }

  /// Appends the requested digits of the fraction, truncated or padded with zeros.
  private static func append(
    fractionOf time: CivilTime,
    digits wanted: Int,
    to output: inout UniqueArray<UInt8>
  ) {
    var fraction = time.fraction
    var digits = time.fractionDigits
    while digits > wanted {
      fraction /= 10
      digits -= 1
    }
    if digits > 0 { appendFraction(fraction, digits, to: &output) }
    output.append(repeating: .zero, count: wanted - digits)
  }

  // MARK: - Names

  private static func append(
    _ name: EnglishName,
    _ width: DateStep.Width,
    to output: inout UniqueArray<UInt8>
  ) {
    let count =
      switch width {
      case .whole: name.count
      case .abbreviated: min(name.count, 3)
      case .short: 2
      case .narrow: 1
      }
    append(name, count: count, to: &output)
  }

  private static func append(
    _ name: EnglishName,
    count: Int,
    to output: inout UniqueArray<UInt8>
  ) {
    output.append(word: name.low, count: min(count, 8))
    if count > 8 { output.append(word: name.high, count: count - 8) }
  }

  private static func appendQuarter(
    _ quarter: Int,
    _ width: DateStep.Width,
    to output: inout UniqueArray<UInt8>
  ) {
    if width == .whole {
      return append(EnglishNames.quarters[quarter - 1], width, to: &output)
    }
    output.append(.ascii("Q"), .zero + UInt8(truncatingIfNeeded: quarter))
  }

  // MARK: - Offsets

  private static func append(
    offset: Int,
    as form: DateStep.OffsetForm,
    to output: inout UniqueArray<UInt8>
  ) {
    if form.allowsZ && offset == 0 { return output.append(.ascii("Z")) }
    output.append(offset < 0 ? .minus : .plus)
    let distance = abs(offset)
    appendPair(distance / 3600, to: &output)
    guard form.detail != .hours || distance / 60 % 60 != 0 else { return }
    if form.hasColon { output.append(.colon) }
    appendPair(distance / 60 % 60, to: &output)
    guard form.detail == .seconds && distance % 60 != 0 else { return }
    if form.hasColon { output.append(.colon) }
    appendPair(distance % 60, to: &output)
  }

  private static func appendZone(
    _ offset: Int,
    _ isShort: Bool,
    to output: inout UniqueArray<UInt8>
  ) {
    output.append("GMT")
    guard offset != 0 else { return }
    guard isShort else { return append(offset: offset, as: .clock, to: &output) }
    output.append(offset < 0 ? .minus : .plus)
    DecimalText.append(UInt64(abs(offset) / 3600), to: &output)
    guard abs(offset) / 60 % 60 != 0 else { return }
    output.append(.colon)
    appendPair(abs(offset) / 60 % 60, to: &output)
  }
}

extension DateStep.OffsetForm {
  /// The form `+0200`.
  fileprivate static var plain: Self {
    Self(allowsZ: false, hasColon: false, detail: .minutes)
  }

  /// The form `+02:00`.
  fileprivate static var clock: Self { Self(allowsZ: false, hasColon: true, detail: .minutes) }
}
