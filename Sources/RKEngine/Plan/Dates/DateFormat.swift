/// How the text of a date is read or written.
package enum DateFormat: Sendable, BitwiseCopyable {
  /// RFC 3339 and the calendar, ordinal and week dates of ISO 8601, extended or basic.
  case iso8601
  /// The days of ISO 8601, without a time.
  case day
  /// The dates with a time of ISO 8601, without a zone.
  case local
  /// Seconds since 1970, with a fraction.
  case epoch
  case epochMilliseconds
  /// The date format of mail and HTTP.
  case rfc1123
  /// `/Date(ms+hhmm)/`, as .NET writes dates into JSON.
  case dotNet
  /// A parsed date pattern of Unicode TR 35.
  case pattern(PlanRange<DateStep>)

  var isISO8601: Bool { if case .iso8601 = self { true } else { false } }
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
    // The following parts mean something only together: they are interpreted after all have been
    // read.
    /// Counted from 1 in its era.
    case yearOfEra
    case quarter
    /// The year that the ISO 8601 week belongs to.
    case weekYear
    case week
    /// 1 for Monday.
    case weekday
    case dayOfYear
    /// 1 to 12.
    case hour12
    /// 0 to 11.
    case hour11
    /// 1 to 24.
    case hour24
  }

  /// The number of digits of a number.
  package struct Digits: Sendable, BitwiseCopyable {
    /// The least digits that are written.
    package var written: UInt8
    /// The least and the most digits that are read.
    package var least: UInt8
    package var most: UInt8

    package init(written: UInt8, least: UInt8, most: UInt8) {
      self.written = written
      self.least = least
      self.most = most
    }
  }

  /// How much of a name is written.
  package enum Width: UInt8, Sendable, BitwiseCopyable {
    case whole
    /// Three letters, unless the name has an abbreviation of its own.
    case abbreviated
    /// Two letters.
    case short
    /// One letter.
    case narrow
  }

  /// The form of an offset from Greenwich.
  package struct OffsetForm: Sendable, BitwiseCopyable {
    package enum Detail: UInt8, Sendable, BitwiseCopyable {
      /// Minutes only if not zero.
      case hours
      case minutes
      /// Seconds only if not zero.
      case seconds
    }

    /// Whether `Z` means zero.
    package var allowsZ: Bool
    package var hasColon: Bool
    package var detail: Detail

    package init(allowsZ: Bool, hasColon: Bool, detail: Detail) {
      self.allowsZ = allowsZ
      self.hasColon = hasColon
      self.detail = detail
    }
  }

  case number(Field, Digits)
  /// A year of two digits: 69 to 99 are the last century's, 00 to 68 this one's.
  case shortYear
  case shortWeekYear
  /// The digits of a fraction of a second.
  case fraction(digits: UInt8)
  /// Names are English; they are read in full or as three letters.
  case monthName(Width)
  /// The name must be that of the date.
  case weekdayName(Width)
  /// `2nd quarter` or `Q2`.
  case quarterName(Width)
  case era(Width)
  case dayHalf(Width)
  case offset(OffsetForm)
  /// GMT, UTC, Z, the zones of RFC 822, or an offset; written as GMT with an offset, which has two
  /// digits of hours and minutes or, in the short form, no more than it needs.
  case zoneName(isShort: Bool)
  /// Exactly this byte; a space matches any number of spaces.
  case literal(UInt8)
}

/// How a value is converted to a date.
package struct DateConversion: Sendable, BitwiseCopyable {
  /// The formats, tried in order.
  package var formats: PlanRange<DateFormat>
  /// No format is declared: the number of digits alone distinguishes the formats of numbers.
  package var isUnnamed: Bool
  /// The zone of texts without one.
  package var zone: DateZone
  package var output: DateFormat
  /// The digits that fractions have; -1 for those that came.
  package var precision: Int8 = -1
  /// Whether texts without a zone are counted.
  package var notesZones = false
  /// The index of the format that is tried although the spec does not declare it, and may be
  /// mistaken for another one; -1 if the spec declares all.
  package var assumedFormat: Int32 = -1
  /// The fast path, if the dates are a day in digits.
  var day: DayConversion?

  package init(
    formats: PlanRange<DateFormat>,
    isUnnamed: Bool,
    zone: DateZone,
    output: DateFormat
  ) {
    self.formats = formats
    self.isUnnamed = isUnnamed
    self.zone = zone
    self.output = output
  }
}
