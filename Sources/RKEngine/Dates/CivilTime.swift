/// A point in time as calendar and clock show it in UTC; dates are read to this form and written
/// from it.
///
/// Kept in this form because most texts have it: converting `7/4/2011` to `2011-04-07` computes
/// nothing except the check that the day exists.
struct CivilTime: Equatable {
  var year = 1970
  var month = 1
  var day = 1
  var hour = 0
  var minute = 0
  var second = 0
  /// The fraction of a second, as the integer of its `fractionDigits` digits.
  var fraction: UInt64 = 0
  var fractionDigits = 0

  /// The years that a date may have: ISO 8601's four digits.
  static var years: ClosedRange<Int> { 0...9999 }
  static var secondsPerDay: Int { 86_400 }

  init() {}

  /// The time this many seconds after the start of 1970; nil outside the years of four digits.
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

  /// Gives the fraction some number of digits; false if that loses one other than 0.
  mutating func setFraction(digits: Int) -> Bool {
    while fractionDigits > digits {
      let (rest, last) = fraction.quotientAndRemainder(dividingBy: 10)
      guard last == 0 else { return false }
      fraction = rest
      fractionDigits -= 1
    }
    fraction *= EpochText.powerOfTen(digits - fractionDigits)
    fractionDigits = digits
    return true
  }

  var secondsSince1970: Int {
    daysSince1970 * Self.secondsPerDay + hour * 3600 + minute * 60 + second
  }

  /// Whether the calendar has this day, in a year of four digits.
  @inline(__always)
  var isInCalendar: Bool {
    Self.years.contains(year) && month >= 1 && month <= 12 && day >= 1
      && (day <= 28 || day <= Calendar.dayCount(month: month, year: year))
  }

  var daysSince1970: Int { Calendar.days(year: year, month: month, day: day) }

  mutating func setDay(daysSince1970 days: Int) {
    (year, month, day) = Calendar.day(daysSince1970: days)
  }

  /// Converts local time, `offset` seconds east of Greenwich, to UTC; false outside the years of
  /// four digits.
  ///
  /// 24:00 is the end of the day, and a leap second is the first second of the next minute: both
  /// are handled here. No other hour or second is out of range.
  @inline(__always)
  mutating func moveToUTC(from offset: Int) -> Bool {
    if offset == 0 && hour < 24 && minute < 60 && second < 60 { return true }
    return moveSpecialTimeToUTC(from: offset)
  }

  private mutating func moveSpecialTimeToUTC(from offset: Int) -> Bool {
    if hour >= 24 || second >= 60 {
      let isEndOfDay = hour == 24 && minute == 0 && second == 0 && fraction == 0
      let isLeapSecond = hour < 24 && second == 60 && minute == 59
      guard isEndOfDay || isLeapSecond else { return false }
    }
    guard minute < 60 else { return false }
    return move(by: -offset)
  }

  /// Moves by some seconds, usually within the day; false outside the years of four digits.
  private mutating func move(by distance: Int) -> Bool {
    var seconds = hour &* 3600 &+ minute &* 60 &+ second &+ distance
    var days = 0
    while seconds < 0 {
      seconds &+= Self.secondsPerDay
      days &-= 1
    }
    while seconds >= Self.secondsPerDay {
      seconds &-= Self.secondsPerDay
      days &+= 1
    }
    let rest = UInt32(truncatingIfNeeded: seconds)
    hour = Int(rest / 3600)
    minute = Int(rest / 60 % 60)
    second = Int(rest % 60)
    if days == 0 { return true }
    day &+= days
    if day < 1 || day > 28 { setDay(daysSince1970: daysSince1970) }
    return Self.years.contains(year)
  }

  /// The local time `offset` seconds east of Greenwich; nil outside the years of four digits.
  @inline(__always)
  func shown(at offset: Int) -> CivilTime? {
    guard offset != 0 else { return self }
    var shown = self
    return shown.move(by: offset) ? shown : nil
  }
}
