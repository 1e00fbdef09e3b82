/// Writes times as JSON text, in UTC or, by a pattern, as clocks show them in a zone.
enum DateWriter {
  /// Appends the time: a string, or a number for the epochs.
  static func append(
    _ time: CivilTime,
    as format: DateFormat,
    zoneOffset: Int,
    steps: Span<DateStep>,
    to output: inout UniqueArray<UInt8>
  ) {
    switch format {
    case .iso8601: appendISO(time, to: &output)
    case .epoch: EpochText.append(time, unit: .seconds, to: &output)
    case .epochMilliseconds: EpochText.append(time, unit: .milliseconds, to: &output)
    case .pattern(let parts):
      output.append(.quote)
      append(time.shown(at: zoneOffset), by: parts, steps, zoneOffset, to: &output)
      output.append(.quote)
    }
  }

  private static func appendISO(_ time: CivilTime, to output: inout UniqueArray<UInt8>) {
    output.append(.quote)
    appendYear(time.year, to: &output)
    output.append(.minus)
    appendPair(time.month, to: &output)
    output.append(.minus)
    appendPair(time.day, to: &output)
    output.append(.ascii("T"))
    appendPair(time.hour, to: &output)
    output.append(.colon)
    appendPair(time.minute, to: &output)
    output.append(.colon)
    appendPair(time.second, to: &output)
    if time.fractionDigits > 0 {
      output.append(.period)
      DecimalText.append(time.fraction, digits: time.fractionDigits, to: &output)
    }
    output.append(.ascii("Z"))
    output.append(.quote)
  }

  private static func append(
    _ time: CivilTime,
    by parts: PlanRange<DateStep>,
    _ steps: Span<DateStep>,
    _ zoneOffset: Int,
    to output: inout UniqueArray<UInt8>
  ) {
    for number in parts.indices {
      switch steps[number] {
      case .literal(let byte):
        if byte == .quote || byte == .backslash { output.append(.backslash) }
        output.append(byte)
      case .number(let field, let digits):
        append(value(of: field, time), Int(digits.written), to: &output)
      default: appendRare(steps[number], time, zoneOffset, to: &output)
      }
    }
  }

  private static func appendRare(
    _ step: DateStep,
    _ time: CivilTime,
    _ zoneOffset: Int,
    to output: inout UniqueArray<UInt8>
  ) {
    switch step {
    case .literal, .number: break
    case .shortYear: appendPair(time.year % 100, to: &output)
    case .fraction(let digits): append(fractionOf: time, digits: Int(digits), to: &output)
    case .monthName(let isWhole): append(EnglishNames.months[time.month - 1], isWhole, to: &output)
    case .weekdayName(let isWhole):
      let weekday = Calendar.weekday(daysSince1970: time.daysSince1970)
      append(EnglishNames.weekdays[weekday - 1], isWhole, to: &output)
    case .dayHalf: output.append(time.hour < 12 ? "AM" : "PM")
    case .offset(let allowsZ, let hasColon, let hasMinutes):
      append(
        offset: zoneOffset,
        allowsZ: allowsZ,
        hasColon: hasColon,
        hasMinutes: hasMinutes,
        to: &output
      )
    case .zoneName:
      output.append("GMT")
      guard zoneOffset != 0 else { break }
      append(offset: zoneOffset, allowsZ: false, hasColon: true, hasMinutes: true, to: &output)
    }
  }

  @inline(__always)
  private static func value(of field: DateStep.Field, _ time: CivilTime) -> Int {
    switch field {
    case .year: time.year
    case .month: time.month
    case .day: time.day
    case .dayOfYear: time.daysSince1970 - Calendar.days(year: time.year, month: 1, day: 1) + 1
    case .hour: time.hour
    case .hour12: (time.hour + 11) % 12 + 1
    case .minute: time.minute
    case .second: time.second
    }
  }

  /// A number of at least so many digits.
  @inline(__always)
  private static func append(_ value: Int, _ digits: Int, to output: inout UniqueArray<UInt8>) {
    if digits == 2 && value < 100 { return appendPair(value, to: &output) }
    if digits == 4 { return appendYear(value, to: &output) }
    DecimalText.append(UInt64(value), digits: digits, to: &output)
  }

  @inline(__always)
  private static func appendYear(_ year: Int, to output: inout UniqueArray<UInt8>) {
    let year = UInt32(truncatingIfNeeded: year)
    appendPair(Int(year / 100), to: &output)
    appendPair(Int(year % 100), to: &output)
  }

  @inline(__always)
  private static func appendPair(_ value: Int, to output: inout UniqueArray<UInt8>) {
    let value = UInt32(truncatingIfNeeded: value)
    output.append(
      .zero &+ UInt8(truncatingIfNeeded: value / 10),
      .zero &+ UInt8(truncatingIfNeeded: value % 10)
    )
  }

  /// As many digits of the fraction as asked for, cut or filled up with zeros.
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
    if digits > 0 { DecimalText.append(fraction, digits: digits, to: &output) }
    output.append(repeating: .zero, count: wanted - digits)
  }

  private static func append(
    _ name: StaticString,
    _ isWhole: Bool,
    to output: inout UniqueArray<UInt8>
  ) {
    for byte in name.description.utf8.prefix(isWhole ? name.utf8CodeUnitCount : 3) {
      output.append(byte)
    }
  }

  private static func append(
    offset: Int,
    allowsZ: Bool,
    hasColon: Bool,
    hasMinutes: Bool,
    to output: inout UniqueArray<UInt8>
  ) {
    if allowsZ && offset == 0 { return output.append(.ascii("Z")) }
    output.append(offset < 0 ? .minus : .plus)
    appendPair(abs(offset) / 3600, to: &output)
    guard hasMinutes else { return }
    if hasColon { output.append(.colon) }
    appendPair(abs(offset) / 60 % 60, to: &output)
  }
}
