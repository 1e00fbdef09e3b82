@testable import RKEngine
import Testing

@Suite("DateTables")
struct DateTablesTests {
  private static let hour = 3600

  /// A zone that alternates, at these times, between an hour west of Greenwich and two hours east.
  private static func periods(_ starts: [Int]) -> [ZonePeriod] {
    var periods = [ZonePeriod(start: .min, localStart: .min, offset: Int32(-hour))]
    for (number, start) in starts.enumerated() {
      periods.append(
        ZonePeriod(
          start: Int64(start),
          localStart: Int64(start + 2 * hour),
          offset: Int32(number % 2 == 0 ? 2 * hour : -hour)
        )
      )
    }
    return periods
  }

  private static func offset(_ seconds: Int, _ periods: [ZonePeriod]) -> Int? {
    periods.last { Int($0.start) <= seconds }.map { Int($0.offset) }
  }

  private static func localOffset(_ seconds: Int, _ periods: [ZonePeriod]) -> Int? {
    periods.last { Int($0.localStart) <= seconds }.map { Int($0.offset) }
  }

  @Test(
    "a time is looked up in the last period that has begun",
    arguments: [
      [0], [-1 << 24, 0, 1 << 24], [(1 << 24) - 1, 1 << 24, (1 << 24) + 1],
      [-62_200_000_000, -62_100_000_000, 253_000_000_000, 1 << 58],
      (0..<400).map { $0 * 7_654_321 - 1_000_000_000 },
    ]
  )
  func offsets(starts: [Int]) throws {
    var dates = DateTables()
    _ = dates.add(Self.periods([5]), end: .max)
    let periods = Self.periods(starts)
    let zone = DateZone.table(dates.add(periods, end: .max))
    let times = starts.flatMap { start in
      [-2 * Self.hour, -1, 0, 1, 2 * Self.hour - 1, 2 * Self.hour, 200 * 86_400].map { start + $0 }
    }
    for seconds in times {
      guard let time = CivilTime(secondsSince1970: seconds) else { continue }
      #expect(zone.offset(at: time, dates) == Self.offset(seconds, periods))
      #expect(zone.offset(atLocal: time, dates) == Self.localOffset(seconds, periods))
    }
  }
}
