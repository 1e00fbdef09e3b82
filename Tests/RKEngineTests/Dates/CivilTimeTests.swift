@testable import RKEngine
import Testing

@Suite("CivilTime")
struct CivilTimeTests {
  @Test("every day of the years 0 to 9999 has its number, one after the other")
  func everyDay() {
    // 0000-01-01 is 719528 days before 1970 in the proleptic Gregorian calendar.
    var days = -719_528
    let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    var faults = 0
    for year in 0...9999 {
      let isLeap = year.isMultiple(of: 400) || (year.isMultiple(of: 4) && !year.isMultiple(of: 100))
      if Calendar.dayCount(year: year) != (isLeap ? 366 : 365) { faults += 1 }
      for month in 1...12 {
        let length = lengths[month - 1] + (month == 2 && isLeap ? 1 : 0)
        if Calendar.dayCount(month: month, year: year) != length { faults += 1 }
        for day in 1...length {
          if Calendar.days(year: year, month: month, day: day) != days { faults += 1 }
          if Calendar.day(daysSince1970: days) != (year, month, day) { faults += 1 }
          days += 1
        }
      }
    }
    #expect(faults == 0)
    // 10000-01-01.
    #expect(days == 2_932_897)
  }

  @Test("days of the week follow each other from a Thursday in 1970")
  func weekdays() {
    let week = (0..<7).map { Calendar.weekday(daysSince1970: $0) }
    #expect(week == [4, 5, 6, 7, 1, 2, 3])
    let before = (-719_528 ..< -719_521).map { Calendar.weekday(daysSince1970: $0) }
    // 0000-01-01 was a Saturday.
    #expect(before == [6, 7, 1, 2, 3, 4, 5])
  }

  @Test(
    "week dates are those of ISO 8601",
    arguments: [
      (2009, 1, 1, 2008, 12, 29), (2009, 53, 7, 2010, 1, 3), (2008, 39, 6, 2008, 9, 27),
      (2020, 53, 5, 2021, 1, 1), (1970, 1, 4, 1970, 1, 1), (2026, 1, 1, 2025, 12, 29),
    ]
  )
  func weeks(weekYear: Int, week: Int, weekday: Int, year: Int, month: Int, day: Int) {
    let days = Calendar.days(weekYear: weekYear, week: week, weekday: weekday)
    #expect(days == Calendar.days(year: year, month: month, day: day))
  }

  @Test(
    "a day lies in a week of its year or of one beside it",
    arguments: [
      (2008, 12, 29, 2009, 1), (2010, 1, 3, 2009, 53), (2021, 1, 1, 2020, 53),
      (2025, 12, 28, 2025, 52), (2025, 12, 29, 2026, 1), (0, 1, 1, -1, 52),
    ]
  )
  func weekOf(year: Int, month: Int, day: Int, weekYear: Int, number: Int) {
    let week = Calendar.week(daysSince1970: Calendar.days(year: year, month: month, day: day))
    #expect(week == (weekYear, number))
  }

  @Test(
    "weeks and days that a year lacks are rejected",
    arguments: [(2021, 53, 1), (2020, 54, 1), (2020, 0, 1), (2020, 1, 0), (2020, 1, 8)]
  )
  func noWeeks(year: Int, week: Int, weekday: Int) {
    #expect(Calendar.days(weekYear: year, week: week, weekday: weekday) == nil)
  }

  @Test(
    "seconds since 1970 are a time and back",
    arguments: [0, 1, -1, 86_399, 86_400, -86_400, 951_782_400, 1_302_134_400, -62_167_219_200]
  )
  func seconds(seconds: Int) throws {
    let time = try #require(CivilTime(secondsSince1970: seconds))
    #expect(time.secondsSince1970 == seconds)
    #expect((0..<24).contains(time.hour))
  }

  @Test("a second before 1970 is the last of 1969")
  func before1970() throws {
    let time = try #require(CivilTime(secondsSince1970: -1))
    #expect([time.year, time.month, time.day] == [1969, 12, 31])
    #expect([time.hour, time.minute, time.second] == [23, 59, 59])
  }

  @Test("years have four digits")
  func bounds() {
    #expect(CivilTime(secondsSince1970: -62_167_219_201) == nil)
    #expect(CivilTime(secondsSince1970: 253_402_300_799)?.year == 9999)
    #expect(CivilTime(secondsSince1970: 253_402_300_800) == nil)
  }

  @Test("a zone has its local time")
  func places() throws {
    let time = try #require(CivilTime(secondsSince1970: 0))
    let east = try #require(time.shown(at: 19_800))
    #expect([east.day, east.hour, east.minute] == [1, 5, 30])
    let west = try #require(time.shown(at: -3_600))
    #expect([west.year, west.day, west.hour] == [1969, 31, 23])
    let last = try #require(CivilTime(secondsSince1970: 253_402_300_799))
    #expect(last.shown(at: 1) == nil)
  }
}
