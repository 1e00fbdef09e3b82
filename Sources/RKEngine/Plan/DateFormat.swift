/// How the text of a date is read or written.
package enum DateFormat: Sendable, BitwiseCopyable {
  /// RFC 3339 and the calendar, ordinal and week dates of ISO 8601, extended or basic.
  case iso8601
  /// Seconds since 1970, with a fraction.
  case epoch
  case epochMilliseconds
  /// A pattern of Unicode TR 35, taken apart.
  case pattern(PlanRange<DateStep>)
}

/// One part of a date pattern.
package enum DateStep: Sendable, BitwiseCopyable {
  package enum Field: UInt8, Sendable, BitwiseCopyable {
    case year
    case month
    case day
    case hour
    case minute
    case second
    case dayOfYear
    case hour12
  }

  /// How many digits a number has.
  package struct Digits: Sendable, BitwiseCopyable {
    /// Written at least.
    package var written: UInt8
    /// Read at least, and at most.
    package var least: UInt8
    package var most: UInt8

    package init(written: UInt8, least: UInt8, most: UInt8) {
      self.written = written
      self.least = least
      self.most = most
    }
  }

  case number(Field, Digits)
  /// A year of two digits: 69 to 99 are the last century's, 00 to 68 this one's.
  case shortYear
  /// The digits of a fraction of a second.
  case fraction(digits: UInt8)
  /// English, whole or of three letters; written whole or of three letters.
  case monthName(isWhole: Bool)
  /// Must be the date's own.
  case weekdayName(isWhole: Bool)
  case dayHalf
  /// `Z` for zero when `allowsZ`; with a colon, without, or hours alone.
  case offset(allowsZ: Bool, hasColon: Bool, hasMinutes: Bool)
  /// GMT, UTC, Z or an offset.
  case zoneName
  /// This very byte; a space takes any number of spaces.
  case literal(UInt8)
}

/// What makes a date of a value.
package struct DateConversion: Sendable, BitwiseCopyable {
  /// Tried in order.
  package var formats: PlanRange<DateFormat>
  /// No format was named: digits alone are told apart by their number.
  package var isUnnamed: Bool
  /// Where text that names no zone is at home, in seconds east of Greenwich.
  package var zoneOffset: Int32
  package var output: DateFormat

  package init(
    formats: PlanRange<DateFormat>,
    isUnnamed: Bool,
    zoneOffset: Int32,
    output: DateFormat
  ) {
    self.formats = formats
    self.isUnnamed = isUnnamed
    self.zoneOffset = zoneOffset
    self.output = output
  }
}
