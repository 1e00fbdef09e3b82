@testable import RKEngine
import TestSupport
import Testing

@Suite("DateWriter")
struct DateWriterTests {
  /// The JSON text, without quotes; nil if there is none.
  static func write(
    _ time: CivilTime,
    as format: DateFormat = .iso8601,
    zoneOffset: Int = 0,
    steps: [DateStep] = []
  ) -> String? {
    var output = UniqueArray<UInt8>()
    let zone = DateZone.offset(Int32(zoneOffset))
    guard DateWriter.append(time, as: format, zone: zone, dates: DateTables(steps), to: &output)
    else {
      return nil
    }
    let text = String(decoding: (0..<output.count).map { output[$0] }, as: UTF8.self)
    return text.replacing("\"", with: "")
  }

  private static func write(_ time: CivilTime, by steps: [DateStep], zoneOffset: Int = 0) -> String?
  {
    write(time, as: .pattern(PlanRange(0..<steps.count)), zoneOffset: zoneOffset, steps: steps)
  }

  /// 2011-04-07T13:05:09.120Z, a Thursday.
  private static var time: CivilTime {
    get throws {
      try #require(
        CivilTime(secondsSince1970: 1_302_181_509, fraction: 120, fractionDigits: 3)
      )
    }
  }

  @Test("ISO 8601 is written in UTC with the fraction's own digits")
  func iso() throws {
    #expect(Self.write(try Self.time) == "2011-04-07T13:05:09.120Z")
    #expect(Self.write(try Self.time, zoneOffset: 3600) == "2011-04-07T13:05:09.120Z")
    #expect(Self.write(CivilTime()) == "1970-01-01T00:00:00Z")
  }

  @Test("a text has quotes, a number has none")
  func quotes() throws {
    var output = UniqueArray<UInt8>()
    let dates = DateTables()
    for format in [DateFormat.epoch, .iso8601] {
      #expect(DateWriter.append(CivilTime(), as: format, zone: .utc, dates: dates, to: &output))
    }
    let text = String(decoding: (0..<output.count).map { output[$0] }, as: UTF8.self)
    #expect(text == "0\"1970-01-01T00:00:00Z\"")
  }

  @Test(
    "seconds and milliseconds are exact",
    arguments: [
      (0, 0, 0, "0", "0"), (1, 5, 1, "1.5", "1500"), (1, 1234, 4, "1.1234", "1123.4"),
      (-1, 75, 2, "-0.25", "-250"), (-2, 5, 1, "-1.5", "-1500"), (7, 0, 0, "7", "7000"),
      (-1, 9999, 4, "-0.0001", "-0.1"), (1, 120, 3, "1.120", "1120"),
    ] as [(Int, UInt64, Int, String, String)]
  )
  func epochs(seconds: Int, fraction: UInt64, digits: Int, written: String, milli: String) throws {
    let time = try #require(
      CivilTime(secondsSince1970: seconds, fraction: fraction, fractionDigits: digits)
    )
    #expect(Self.write(time, as: .epoch) == written)
    #expect(Self.write(time, as: .epochMilliseconds) == milli)
  }

  @Test(
    "each part of a pattern is written as Unicode TR 35 says",
    arguments: [
      (.number(.year, minimum: 4, isExact: false), "2011"), (.shortYear, "11"),
      (.number(.month, minimum: 1, isExact: false), "4"),
      (.number(.month, minimum: 2, isExact: false), "04"),
      (.monthName(.whole), "April"), (.monthName(.abbreviated), "Apr"),
      (.number(.day, minimum: 2, isExact: false), "07"),
      (.number(.dayOfYear, minimum: 3, isExact: false), "097"),
      (.number(.hour, minimum: 2, isExact: false), "13"),
      (.number(.hour12, minimum: 1, isExact: false), "1"), (.dayHalf(.abbreviated), "PM"),
      (.number(.minute, minimum: 2, isExact: false), "05"),
      (.number(.second, minimum: 1, isExact: false), "9"),
      (.fraction(digits: 1), "1"), (.fraction(digits: 3), "120"), (.fraction(digits: 6), "120000"),
      (.weekdayName(.whole), "Thursday"), (.weekdayName(.abbreviated), "Thu"),
      (.offset(DateStep.OffsetForm(allowsZ: true, hasColon: true, detail: .minutes)), "Z"),
      (.offset(DateStep.OffsetForm(allowsZ: false, hasColon: true, detail: .minutes)), "+00:00"),
      (.offset(DateStep.OffsetForm(allowsZ: false, hasColon: false, detail: .minutes)), "+0000"),
      (.offset(DateStep.OffsetForm(allowsZ: false, hasColon: false, detail: .hours)), "+00"),
      (.zoneName(isShort: false), "GMT"), (.literal(UInt8(ascii: "T")), "T"),
    ] as [(DateStep, String)]
  )
  func parts(step: DateStep, written: String) throws {
    #expect(Self.write(try Self.time, by: [step]) == written)
  }

  @Test("a pattern is written in the zone's local time")
  func zones() throws {
    let steps: [DateStep] = [
      .number(.day, minimum: 1, isExact: false), .literal(UInt8(ascii: " ")),
      .number(.hour, minimum: 2, isExact: false), .number(.minute, minimum: 2, isExact: false),
      .offset(DateStep.OffsetForm(allowsZ: true, hasColon: true, detail: .minutes)),
    ]
    #expect(Self.write(try Self.time, by: steps, zoneOffset: 19_800) == "7 1835+05:30")
    #expect(Self.write(try Self.time, by: steps, zoneOffset: -50_400) == "6 2305-14:00")
    #expect(
      Self.write(try Self.time, by: [.zoneName(isShort: false)], zoneOffset: -5_400) == "GMT-01:30"
    )
  }

  @Test(
    "noon and midnight are 12 of their halves",
    arguments: [(0, "12AM"), (12, "12PM"), (23, "11PM")]
  )
  func halves(hour: Int, written: String) throws {
    let time = try #require(CivilTime(secondsSince1970: hour * 3600))
    let steps: [DateStep] = [.number(.hour12, minimum: 1, isExact: false), .dayHalf(.abbreviated)]
    #expect(Self.write(time, by: steps) == written)
  }

  @Test("what a pattern writes it reads again", arguments: 0..<100)
  func roundTrip(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let seconds = Int.random(in: -62_000_000_000..<253_000_000_000, using: &generator)
    let time = try #require(CivilTime(secondsSince1970: seconds))
    let steps: [DateStep] = [
      .weekdayName(generator.oneIn(2) ? .whole : .abbreviated), .literal(UInt8(ascii: " ")),
      .number(.day, minimum: 1, isExact: false), .literal(UInt8(ascii: " ")),
      .monthName(generator.oneIn(2) ? .whole : .abbreviated), .literal(UInt8(ascii: " ")),
      .number(.year, minimum: 4, isExact: false), .literal(UInt8(ascii: " ")),
      .number(.hour12, minimum: 1, isExact: false), .literal(UInt8(ascii: ":")),
      .number(.minute, minimum: 2, isExact: true), .number(.second, minimum: 2, isExact: false),
      .dayHalf(.abbreviated),
      .offset(DateStep.OffsetForm(allowsZ: true, hasColon: generator.oneIn(2), detail: .minutes)),
    ]
    let zone = generator.pick([0, 3600, -12_600, 50_400])
    let text = try #require(Self.write(time, by: steps, zoneOffset: zone))
    let read = DateReaderTests.read(text, as: .pattern(PlanRange(0..<steps.count)), steps: steps)
    #expect(read == Self.write(time), "\(generator.recreation): \(text)")
  }
}
