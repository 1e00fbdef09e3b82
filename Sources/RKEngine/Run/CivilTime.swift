/// A point in time as calendar and clock show it in UTC: what dates are read to and written from.
///
/// Kept in this form because most dates are read in one and written in another: nothing is computed
/// on the way from `7/4/2011` to `2011-04-07` but the check that there is such a day.
struct CivilTime: Equatable {
  var year = 1970
  var month = 1
  var day = 1
  var hour = 0
  var minute = 0
  var second = 0
  /// The fraction of a second, as the integer that its `fractionDigits` digits form.
  var fraction: UInt64 = 0
  var fractionDigits = 0

  /// The years that dates may have: ISO 8601's four digits.
  static var years: ClosedRange<Int> { 0...9999 }
  static var secondsPerDay: Int { 86_400 }

  init() {}

  /// The time so many seconds after the start of 1970; nil beyond the years of four digits.
  init?(secondsSince1970 seconds: Int, fraction: UInt64 = 0, fractionDigits: Int = 0) {
    guard seconds >= -62_167_219_200, seconds < 253_402_300_800 else { return nil }
    var days = seconds / Self.secondsPerDay
    var rest = seconds % Self.secondsPerDay
    if rest < 0 {
      rest += Self.secondsPerDay
      days -= 1
    }
    setDay(daysSince1970: days)
    hour = rest / 3600
    minute = rest / 60 % 60
    second = rest % 60
    self.fraction = fraction
    self.fractionDigits = fractionDigits
  }

  var secondsSince1970: Int {
    daysSince1970 * Self.secondsPerDay + hour * 3600 + minute * 60 + second
  }

  /// The calendar has such a day, in a year of four digits.
  @inline(__always)
  var isInCalendar: Bool {
    Self.years.contains(year) && month >= 1 && month <= 12 && day >= 1
      && (day <= 28 || day <= Calendar.dayCount(month: month, year: year))
  }

  var daysSince1970: Int { Calendar.days(year: year, month: month, day: day) }

  mutating func setDay(daysSince1970 days: Int) {
    (year, month, day) = Calendar.day(daysSince1970: days)
  }

  /// Makes the time of a place so many seconds east of Greenwich UTC's; false when it leaves the
  /// years of four digits.
  ///
  /// 24:00 is the end of the day, and a leap second the first second of the next minute: both are
  /// allowed for here, and no other hour or second beyond the clock's.
  @inline(__always)
  mutating func moveToUTC(from offset: Int) -> Bool {
    if offset == 0 && hour < 24 && minute < 60 && second < 60 { return true }
    return moveSpecialTimeToUTC(from: offset)
  }

  @inline(never)
  private mutating func moveSpecialTimeToUTC(from offset: Int) -> Bool {
    let isEndOfDay = hour == 24 && minute == 0 && second == 0 && fraction == 0
    let isLeapSecond = second == 60 && minute == 59
    guard hour < 24 || isEndOfDay, minute < 60, second < 60 || isLeapSecond else { return false }
    let moved = CivilTime(
      secondsSince1970: secondsSince1970 - offset,
      fraction: fraction,
      fractionDigits: fractionDigits
    )
    guard let moved else { return false }
    self = moved
    return true
  }

  /// The time that clocks show so many seconds east of Greenwich.
  func shown(at offset: Int) -> CivilTime {
    guard offset != 0 else { return self }
    let moved = CivilTime(
      secondsSince1970: secondsSince1970 + offset,
      fraction: fraction,
      fractionDigits: fractionDigits
    )
    return moved ?? self
  }
}

/// The proleptic Gregorian calendar.
///
/// The arithmetic counts years from March, so that the leap day is a year's last (after Howard
/// Hinnant, chrono-Compatible Low-Level Date Algorithms).
enum Calendar {
  static func days(year: Int, month: Int, day: Int) -> Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  static func day(daysSince1970 days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    return (
      yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month,
      dayOfYear - (153 * marchMonth + 2) / 5 + 1
    )
  }

  /// 1 for Monday to 7 for Sunday, as ISO 8601 counts.
  static func weekday(daysSince1970 days: Int) -> Int {
    let shifted = (days + 3) % 7
    return (shifted < 0 ? shifted + 7 : shifted) + 1
  }

  static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

  static func dayCount(month: Int, year: Int) -> Int {
    month == 2 ? (isLeap(year) ? 29 : 28) : 30 + (month + month / 8) % 2
  }

  static func dayCount(year: Int) -> Int { isLeap(year) ? 366 : 365 }

  /// The days since 1970 of a week date of ISO 8601; nil for a week that the year lacks.
  static func days(weekYear year: Int, week: Int, weekday: Int) -> Int? {
    guard (1...53).contains(week), (1...7).contains(weekday) else { return nil }
    let firstMonday = firstMonday(of: year)
    if week == 53 && firstMonday + 52 * 7 >= self.firstMonday(of: year + 1) { return nil }
    return firstMonday + (week - 1) * 7 + weekday - 1
  }

  /// The Monday of the first week, in which 4 January always lies.
  private static func firstMonday(of year: Int) -> Int {
    let fourth = days(year: year, month: 1, day: 4)
    return fourth - (weekday(daysSince1970: fourth) - 1)
  }
}
