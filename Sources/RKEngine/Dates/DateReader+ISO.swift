extension DateReader {
  /// Reads a calendar, ordinal or week date of ISO 8601, with or without a time and an offset.
  mutating func readISO() -> Bool {
    if readCalendarDay() {
      return at == end || takeTimeMark() && readClock(hasColons: true)
    }
    guard let day = readOtherDay(), time.isInCalendar else { return false }
    return isAtEnd || day.isWhole && takeTimeMark() && readClock(hasColons: day.hasHyphens)
  }

  /// Reads a day of ISO 8601, without a time.
  mutating func readDay() -> Bool { readCalendarDay() || readOtherDay()?.isWhole == true }

  @inline(__always)
  private mutating func takeTimeMark() -> Bool {
    take(.ascii("T")) || take(.ascii("t")) || take(.space)
  }

  /// Reads `yyyy-MM-dd`, the most common form; consumes nothing of any other.
  @inline(__always)
  private mutating func readCalendarDay() -> Bool {
    let start = at
    guard end &- at >= 10, text[at &+ 4] == .minus, text[at &+ 7] == .minus else { return false }
    let century = pair()
    let year = pair()
    at &+= 1
    let month = pair()
    at &+= 1
    let day = pair()
    guard century >= 0, year >= 0, month >= 0, day >= 0 else {
      at = start
      return false
    }
    time.year = century &* 100 &+ year
    time.month = month
    time.day = day
    return true
  }

  /// Which of the other forms of a day was read.
  private struct DayForm {
    var hasHyphens: Bool
    /// False for a year, a month and a week, which are dates, but not days that a time could belong
    /// to.
    var isWhole = true
  }

  private mutating func readOtherDay() -> DayForm? {
    let digits = digitCount()
    guard digits >= 4 else { return nil }
    time.year = number(4, 4)
    let hasHyphens = take(.minus)
    if takeLetter(.ascii("w")) { return digits == 4 ? readWeek(hasHyphens) : nil }
    switch hasHyphens ? digitCount() : digits - 4 {
    case 0 where !hasHyphens: return DayForm(hasHyphens: false, isWhole: false)
    case 2 where hasHyphens:
      time.month = number(2, 2)
      return DayForm(hasHyphens: true, isWhole: false)
    case 3:
      let ordinal = number(3, 3)
      guard ordinal >= 1, ordinal <= Calendar.dayCount(year: time.year) else { return nil }
      time.setDay(daysSince1970: Calendar.days(year: time.year, month: 1, day: 1) + ordinal - 1)
      return DayForm(hasHyphens: hasHyphens)
    case 4 where !hasHyphens:
      time.month = number(2, 2)
      time.day = number(2, 2)
      return DayForm(hasHyphens: false)
    default: return nil
    }
  }

  private mutating func readWeek(_ hasHyphens: Bool) -> DayForm? {
    let week = pair()
    let isWhole = !isAtEnd
    var weekday = 1
    if isWhole {
      guard !hasHyphens || take(.minus) else { return nil }
      weekday = number(1, 1)
    }
    guard let days = Calendar.days(weekYear: time.year, week: week, weekday: weekday) else {
      return nil
    }
    time.setDay(daysSince1970: days)
    return DayForm(hasHyphens: hasHyphens, isWhole: isWhole)
  }

  /// Reads a time of day, to the hour, minute or second, with a fraction of the last one, and its
  /// offset.
  ///
  /// After a day without hyphens the colons may be missing, but are often written.
  private mutating func readClock(hasColons: Bool) -> Bool {
    var unit = 3600
    hasClock = true
    time.hour = pair()
    guard time.hour >= 0 else { return false }
    if take(.colon) {
      unit = 60
      time.minute = pair()
      if take(.colon) {
        unit = 1
        time.second = pair()
      }
    } else if !hasColons, digitCount() >= 2 {
      unit = 60
      time.minute = pair()
      if digitCount() >= 2 {
        unit = 1
        time.second = pair()
      }
    }
    guard time.minute >= 0, time.second >= 0 else { return false }
    if peek() == .period || peek() == .comma {
      at &+= 1
      guard fraction(), unit == 1 || spread(fractionOf: unit) else { return false }
    }
    if isAtEnd { return true }
    offset = takeLetter(.ascii("z")) ? 0 : takeOffset()
    return offset != nil
  }

  /// Converts the fraction of a unit of `unit` seconds, an hour or a minute, to minutes and
  /// seconds; exact, since only a fraction of a second can remain.
  private mutating func spread(fractionOf unit: Int) -> Bool {
    guard time.hour < 24 || time.fraction == 0 else { return false }
    let scale = EpochText.powerOfTen(time.fractionDigits)
    let product = time.fraction.multipliedFullWidth(by: UInt64(unit))
    let (seconds, rest) = scale.dividingFullWidth(product)
    if unit == 3600 { time.minute = Int(seconds / 60) }
    time.second = Int(seconds % 60)
    time.fraction = rest
    while time.fractionDigits > 0 && time.fraction % 10 == 0 {
      time.fraction /= 10
      time.fractionDigits -= 1
    }
    return true
  }
}
