package import RKEngine

/// The periods of a time zone under construction.
package struct ZoneHistory {
  /// The allowed times, far beyond all dates and far from overflowing 64 bits.
  package static let times = -(1 << 59)...(1 << 59)

  package private(set) var periods: [ZonePeriod]
  /// The time after which the periods repeat.
  package private(set) var end = Int64.max
  /// The time that was added last.
  package private(set) var last: Int?

  /// Creates a zone with a single offset.
  package init(offset: Int) {
    periods = [ZonePeriod(start: .min, localStart: .min, offset: Int32(offset))]
  }

  /// Changes the offset at a time after all times added before.
  package mutating func add(_ time: Int, offset: Int) {
    last = time
    let before = periods[periods.count - 1].offset
    guard before != offset else { return }
    periods.append(
      ZonePeriod(
        start: Int64(time),
        localStart: Int64(time + max(Int(before), offset)),
        offset: Int32(offset)
      )
    )
  }

  /// Continues by a rule for 400 years, after which the calendar repeats.
  package mutating func goOn(by rule: DaylightRule) {
    guard let daylight = rule.daylight else { return }
    let first = last.map { Calendar.day(daysSince1970: $0 / 86_400).year } ?? 0
    let lastTime = last ?? Int(Int64.min)
    for year in first...(first + 401) {
      let start = (daylight.start.seconds(in: year) - rule.offset, daylight.offset)
      let end = (daylight.end.seconds(in: year) - daylight.offset, rule.offset)
      for (time, offset) in start.0 < end.0 ? [start, end] : [end, start] where time > lastTime {
        add(time, offset: offset)
      }
    }
    end = Int64(Calendar.days(year: first + 402, month: 1, day: 1) * 86_400)
  }
}
