/// The proleptic Gregorian calendar.
///
/// The arithmetic counts years from March, so that the leap day is a year's last (after Howard
/// Hinnant, chrono-Compatible Low-Level Date Algorithms).
package enum Calendar {
  package static func days(year: Int, month: Int, day: Int) -> Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  package static func day(daysSince1970 days: Int) -> (year: Int, month: Int, day: Int) {
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

  /// The weekday as ISO 8601 counts, from 1 for Monday to 7 for Sunday.
  package static func weekday(daysSince1970 days: Int) -> Int {
    let shifted = (days + 3) % 7
    return (shifted < 0 ? shifted + 7 : shifted) + 1
  }

  /// The day of the year, 1 for the first of January.
  static func dayOfYear(daysSince1970 days: Int, year: Int) -> Int {
    days - self.days(year: year, month: 1, day: 1) + 1
  }

  package static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  package static func dayCount(month: Int, year: Int) -> Int {
    month == 2 ? (isLeap(year) ? 29 : 28) : 30 + (month + month / 8) % 2
  }

  static func dayCount(year: Int) -> Int { isLeap(year) ? 366 : 365 }

  /// The days since 1970 of an ISO 8601 week date; nil for a week that the year does not have.
  static func days(weekYear year: Int, week: Int, weekday: Int) -> Int? {
    guard (1...53).contains(week), (1...7).contains(weekday) else { return nil }
    let firstMonday = firstMonday(of: year)
    if week == 53 && firstMonday + 52 * 7 >= self.firstMonday(of: year + 1) { return nil }
    return firstMonday + (week - 1) * 7 + weekday - 1
  }

  /// The ISO 8601 year and week of a day.
  static func week(daysSince1970 days: Int) -> (year: Int, week: Int) {
    // A week belongs to the year of its Thursday.
    let thursday = days - weekday(daysSince1970: days) + 4
    let year = day(daysSince1970: thursday).year
    return (year, (thursday - self.days(year: year, month: 1, day: 1)) / 7 + 1)
  }

  /// The Monday of the first week, which always contains 4 January.
  private static func firstMonday(of year: Int) -> Int {
    let fourth = days(year: year, month: 1, day: 4)
    return fourth - (weekday(daysSince1970: fourth) - 1)
  }
}
