internal import RKEngine

/// The offsets of a time zone after its last listed change, in the form of POSIX's variable TZ:
/// `CET-1CEST,M3.5.0,M10.5.0/3`.
package struct DaylightRule: Sendable, Hashable {
  /// A time that recurs every year.
  package struct YearTime: Sendable, Hashable {
    package enum Day: Sendable, Hashable {
      /// A day from 1 to 365, not counting 29 February.
      case withoutLeapDay(Int)
      /// A day from 0 to 365.
      case ofYear(Int)
      /// A weekday (0 is Sunday) in the first to fifth week of a month. The fifth week is the last.
      case weekday(Int, week: Int, month: Int)
    }

    package var day: Day
    /// The seconds after the beginning of the day; negative before it.
    package var time = 7200

    /// Returns the local time in a year, in seconds since 1970.
    package func seconds(in year: Int) -> Int { days(in: year) * 86_400 + time }

    private func days(in year: Int) -> Int {
      let newYear = Calendar.days(year: year, month: 1, day: 1)
      switch day {
      case .withoutLeapDay(let day):
        return newYear + day - (Calendar.isLeap(year) && day >= 60 ? 0 : 1)
      case .ofYear(let day): return newYear + day
      case .weekday(let weekday, let week, let month):
        let first = Calendar.days(year: year, month: month, day: 1)
        // In ISO 8601, Sunday is 7.
        let gap = (weekday + 7 - Calendar.weekday(daysSince1970: first)) % 7
        let day = gap + (week - 1) * 7
        return first + (day < Calendar.dayCount(month: month, year: year) ? day : day - 7)
      }
    }
  }

  /// The other offset that applies in a part of the year.
  package struct Daylight: Sendable, Hashable {
    package var offset: Int
    package var start: YearTime
    package var end: YearTime
  }

  /// The offset in seconds east of Greenwich.
  package var offset: Int
  package var daylight: Daylight?

  /// Parses a rule; nil if the text is not one.
  package init?(_ text: some Sequence<UInt8>) {
    var reader = Reader(bytes: Array(text))
    guard reader.takeName(), let offset = reader.offset() else { return nil }
    self.offset = -offset
    if reader.isAtEnd { return }
    guard reader.takeName() else { return nil }
    var daylightOffset = self.offset + 3600
    if reader.next != UInt8(ascii: ","), !reader.isAtEnd {
      guard let offset = reader.offset() else { return nil }
      daylightOffset = -offset
    }
    guard reader.accept(","), let start = reader.yearTime(), reader.accept(","),
      let end = reader.yearTime(), reader.isAtEnd
    else { return nil }
    daylight = Daylight(offset: daylightOffset, start: start, end: end)
  }
}

/// Reads the parts of a rule.
private struct Reader {
  let bytes: [UInt8]
  private var at = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { at == bytes.count }
  var next: UInt8? { at < bytes.count ? bytes[at] : nil }

  mutating func accept(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    at += 1
    return true
  }

  /// Skips a name: at least three letters, or anything in angle brackets.
  mutating func takeName() -> Bool {
    let start = at
    if accept("<") {
      while let byte = next, byte != UInt8(ascii: ">") { at += 1 }
      return accept(">") && at - start >= 5
    }
    while let byte = next, (byte | 0x20) &- UInt8(ascii: "a") < 26 { at += 1 }
    return at - start >= 3
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int? {
    let start = at
    var value = 0
    while let byte = next, byte.isDigit, at - start < 3 {
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
      at += 1
    }
    return at > start && range.contains(value) ? value : nil
  }

  /// Reads `hh[:mm[:ss]]` with an optional sign, in seconds.
  mutating func clock(hours most: Int) -> Int? {
    let isNegative = accept("-")
    if !isNegative { _ = accept("+") }
    guard let hours = number(0...most) else { return nil }
    var seconds = hours * 3600
    for unit in [60, 1] where accept(":") {
      guard let part = number(0...59) else { return nil }
      seconds += part * unit
    }
    return isNegative ? -seconds : seconds
  }

  /// Reads an offset in seconds west of Greenwich.
  mutating func offset() -> Int? { clock(hours: 24) }

  mutating func yearTime() -> DaylightRule.YearTime? {
    guard let day = day() else { return nil }
    var time = DaylightRule.YearTime(day: day)
    if accept("/") {
      guard let seconds = clock(hours: 167) else { return nil }
      time.time = seconds
    }
    return time
  }

  private mutating func day() -> DaylightRule.YearTime.Day? {
    if accept("J") { return number(1...365).map { .withoutLeapDay($0) } }
    guard accept("M") else { return number(0...365).map { .ofYear($0) } }
    guard let month = number(1...12), accept("."), let week = number(1...5), accept("."),
      let weekday = number(0...6)
    else { return nil }
    return .weekday(weekday, week: week, month: month)
  }
}
