@testable import RKEngine
import TestSupport
import Testing

@Suite("DateReader")
struct DateReaderTests {
  static func read(
    _ text: String,
    as format: DateFormat = .iso8601,
    zoneOffset: Int = 0,
    steps: [DateStep] = []
  ) -> String? {
    let (bytes, range) = padded(text)
    let zone = DateZone.offset(Int32(zoneOffset))
    let dates = DateTables(steps)
    let time = DateReader.read(bytes.span, range, as: format, zone: zone, dates: dates)
    return time.flatMap { DateWriterTests.write($0) }
  }

  private static func read(_ text: String, by steps: [DateStep], zoneOffset: Int = 0) -> String? {
    read(text, as: .pattern(PlanRange(0..<steps.count)), zoneOffset: zoneOffset, steps: steps)
  }

  // MARK: - ISO 8601

  @Test(
    "dates of RFC 3339 and ISO 8601 are read",
    arguments: [
      ("2011-04-07", "2011-04-07T00:00:00Z"), ("2011-04-07T12:34:56Z", "2011-04-07T12:34:56Z"),
      ("2011-04-07t12:34:56z", "2011-04-07T12:34:56Z"),
      ("2011-04-07 12:34:56Z", "2011-04-07T12:34:56Z"),
      ("1985-04-12T23:20:50.52Z", "1985-04-12T23:20:50.52Z"),
      ("1996-12-19T16:39:57-08:00", "1996-12-20T00:39:57Z"),
      ("1990-12-31T23:59:60Z", "1991-01-01T00:00:00Z"),
      ("1990-12-31T15:59:60-08:00", "1991-01-01T00:00:00Z"),
      ("1937-01-01T12:00:27.87+00:20", "1937-01-01T11:40:27.87Z"),
      ("20110407", "2011-04-07T00:00:00Z"), ("20110407T123456Z", "2011-04-07T12:34:56Z"),
      ("20110407T1234+0530", "2011-04-07T07:04:00Z"), ("2011-04", "2011-04-01T00:00:00Z"),
      ("2011", "2011-01-01T00:00:00Z"), ("2011-097", "2011-04-07T00:00:00Z"),
      ("2011097", "2011-04-07T00:00:00Z"), ("2011-W14-4", "2011-04-07T00:00:00Z"),
      ("2011W144", "2011-04-07T00:00:00Z"), ("2011-W14", "2011-04-04T00:00:00Z"),
      ("2011-04-07T12", "2011-04-07T12:00:00Z"), ("2011-04-07T12:34", "2011-04-07T12:34:00Z"),
      ("2011-04-07T12:34:56+02", "2011-04-07T10:34:56Z"),
      ("2011-04-07T12:34:56,5Z", "2011-04-07T12:34:56.5Z"),
      ("2011-04-07T24:00:00Z", "2011-04-08T00:00:00Z"),
      ("0000-01-01T00:00:00Z", "0000-01-01T00:00:00Z"),
      ("9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z"),
      ("2012-02-29", "2012-02-29T00:00:00Z"), ("2000-366", "2000-12-31T00:00:00Z"),
    ]
  )
  func isoDates(text: String, written: String) {
    #expect(Self.read(text) == written)
  }

  @Test(
    "anything else is rejected",
    arguments: [
      "", "2011-04-07T", "2011-04-07x", "2011-4-7", "11-04-07", "2011-04-31", "2011-02-29",
      "2100-02-29", "2011-13-01", "2011-00-01", "2011-01-00", "2011-04-07T25:00:00Z",
      "2011-04-07T24:00:01Z", "2011-04-07T12:60:00Z", "2011-04-07T12:34:60Z",
      "2011-04-07T12:59:61Z", "2011-04-07T12:34:56.Z", "2011-04-07T12:34:56+24:00",
      "2011-04-07T12:34:56+02:60", "2011-04-07T12:34:56+2", "2011-04-07T12:34:56ZZ",
      "2011-366", "2011-000", "2011-W53-1", "2011-W00", "2011-W01-8", "2011-W01-0",
      "2011-04-07T123456Z", "0000-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01",
      "12011-04-07", "-2011-04-07", "T12:34", "2011-04-07T12:34:56 ", "tomorrow",
      "\u{0662}\u{0660}\u{0661}\u{0661}",
    ]
  )
  func noISODates(text: String) {
    #expect(Self.read(text) == nil)
  }

  @Test("a text without a zone gets the reader's zone")
  func zones() {
    #expect(Self.read("2011-04-07T12:00", zoneOffset: 7200) == "2011-04-07T10:00:00Z")
    #expect(Self.read("2011-04-07", zoneOffset: -3600) == "2011-04-07T01:00:00Z")
    #expect(Self.read("2011-04-07T12:00Z", zoneOffset: 7200) == "2011-04-07T12:00:00Z")
    #expect(Self.read("2011-04-07T12:00+01:00", zoneOffset: 7200) == "2011-04-07T11:00:00Z")
  }

  @Test("a fraction keeps up to 18 digits; longer ones are rejected")
  func fractions() {
    #expect(Self.read("2011-04-07T00:00:00.1230Z") == "2011-04-07T00:00:00.1230Z")
    #expect(
      Self.read("2011-04-07T00:00:00.1234567890123456780Z")
        == "2011-04-07T00:00:00.123456789012345678Z"
    )
    #expect(Self.read("2011-04-07T00:00:00.1234567890123456789Z") == nil)
    #expect(Self.read("2011-04-07T00:00:00.00000000000000000001Z") == nil)
  }

  @Test("every second of a random choice is read as it was written", arguments: 0..<200)
  func roundTrip(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let range = -62_167_219_200..<253_402_300_800
    let seconds = Int.random(in: range, using: &generator)
    let time = try #require(CivilTime(secondsSince1970: seconds))
    let text = try #require(DateWriterTests.write(time))
    #expect(Self.read(text) == text, "\(generator.recreation)")
  }

  // MARK: - Patterns

  private static let slashed: [DateStep] = [
    .number(.month, minimum: 1, isExact: false), .literal(UInt8(ascii: "/")),
    .number(.day, minimum: 1, isExact: false), .literal(UInt8(ascii: "/")),
    .number(.year, minimum: 4, isExact: false),
  ]

  @Test(
    "numbers may have one digit or two where another character follows",
    arguments: [
      ("7/4/2011", "2011-07-04T00:00:00Z"), ("07/04/2011", "2011-07-04T00:00:00Z"),
      ("12/31/1999", "1999-12-31T00:00:00Z"),
    ]
  )
  func slashedDates(text: String, written: String) {
    #expect(Self.read(text, by: Self.slashed) == written)
  }

  @Test(
    "a text must follow its pattern to the end",
    arguments: [
      "7/4", "7/4/2011 ", "7/4/2011x", "7-4-2011", "13/1/2011", "2/30/2011", "007/4/2011",
      "/4/2011", "",
    ]
  )
  func notSlashed(text: String) {
    #expect(Self.read(text, by: Self.slashed) == nil)
  }

  @Test("numbers side by side have exactly their digits")
  func exact() {
    let steps: [DateStep] = [
      .number(.year, minimum: 4, isExact: true), .number(.month, minimum: 2, isExact: true),
      .number(.day, minimum: 2, isExact: false),
    ]
    #expect(Self.read("20110407", by: steps) == "2011-04-07T00:00:00Z")
    #expect(Self.read("201147", by: steps) == nil)
  }

  private static let mail: [DateStep] = [
    .weekdayName(.abbreviated), .literal(UInt8(ascii: ",")), .literal(UInt8(ascii: " ")),
    .number(.day, minimum: 2, isExact: false), .literal(UInt8(ascii: " ")),
    .monthName(.abbreviated), .literal(UInt8(ascii: " ")),
    .number(.year, minimum: 4, isExact: false), .literal(UInt8(ascii: " ")),
    .number(.hour, minimum: 2, isExact: false), .literal(UInt8(ascii: ":")),
    .number(.minute, minimum: 2, isExact: false), .literal(UInt8(ascii: ":")),
    .number(.second, minimum: 2, isExact: false), .literal(UInt8(ascii: " ")),
    .zoneName(isShort: false),
  ]

  @Test(
    "names and zones are read in any case",
    arguments: [
      ("Thu, 07 Apr 2011 12:34:56 GMT", "2011-04-07T12:34:56Z"),
      ("Thursday, 7 april  2011 12:34:56 UTC", "2011-04-07T12:34:56Z"),
      ("THU, 07 APR 2011 12:34:56 +0200", "2011-04-07T10:34:56Z"),
      ("Thu, 07 Apr 2011 12:34:56 -01:30", "2011-04-07T14:04:56Z"),
    ]
  )
  func names(text: String, written: String) {
    #expect(Self.read(text, by: Self.mail) == written)
  }

  @Test(
    "a wrong weekday and unknown names are rejected",
    arguments: [
      "Fri, 07 Apr 2011 12:34:56 GMT", "Thu, 07 Foo 2011 12:34:56 GMT",
      "Thu, 07 Apr 2011 12:34:56 CET", "Thu, 07 Apr 2011 12:34:56", "Thu, 07 Apr 2011 24:00:00 GMT",
    ]
  )
  func noNames(text: String) {
    #expect(Self.read(text, by: Self.mail) == nil)
  }

  @Test(
    "halves of the day are hours of 24",
    arguments: [
      ("12:05 AM", "00:05"), ("1:05 am", "01:05"), ("12:05 PM", "12:05"), ("11:59 pm", "23:59"),
    ]
  )
  func halves(text: String, clock: String) {
    let steps: [DateStep] = [
      .number(.hour12, minimum: 1, isExact: false), .literal(UInt8(ascii: ":")),
      .number(.minute, minimum: 2, isExact: false), .literal(UInt8(ascii: " ")),
      .dayHalf(.abbreviated),
    ]
    #expect(Self.read(text, by: steps) == "1970-01-01T\(clock):00Z")
    #expect(Self.read("0:05 AM", by: steps) == nil)
    #expect(Self.read("13:05 AM", by: steps) == nil)
  }

  @Test(
    "years of two digits turn at 69",
    arguments: [("69", 1969), ("99", 1999), ("00", 2000), ("68", 2068)]
  )
  func shortYears(text: String, year: Int) {
    #expect(Self.read(text, by: [.shortYear]) == "\(year)-01-01T00:00:00Z")
  }

  @Test("a day of the year is a date of that year")
  func daysOfYear() {
    let steps: [DateStep] = [
      .number(.year, minimum: 4, isExact: false), .literal(UInt8(ascii: "-")),
      .number(.dayOfYear, minimum: 3, isExact: false),
    ]
    #expect(Self.read("2012-060", by: steps) == "2012-02-29T00:00:00Z")
    #expect(Self.read("2011-366", by: steps) == nil)
    #expect(Self.read("2011-0", by: steps) == nil)
  }

  @Test("offsets are read as their pattern says")
  func offsets() {
    func read(_ text: String, _ allowsZ: Bool, _ hasColon: Bool, _ hasMinutes: Bool) -> String? {
      let detail = hasMinutes ? DateStep.OffsetForm.Detail.minutes : .hours
      let form = DateStep.OffsetForm(allowsZ: allowsZ, hasColon: hasColon, detail: detail)
      return Self.read(text, by: [.offset(form)])
    }
    #expect(read("-01:30", false, true, true) == "1970-01-01T01:30:00Z")
    #expect(read("-0130", false, true, true) == nil)
    #expect(read("-0130", false, false, true) == "1970-01-01T01:30:00Z")
    #expect(read("-01:30", false, false, true) == nil)
    #expect(read("-01", true, false, false) == "1970-01-01T01:00:00Z")
    #expect(read("Z", true, true, true) == "1970-01-01T00:00:00Z")
    #expect(read("Z", false, true, true) == nil)
  }

  // MARK: - Seconds and milliseconds

  @Test(
    "seconds since 1970 are exact",
    arguments: [
      ("0", "1970-01-01T00:00:00Z"), ("-0", "1970-01-01T00:00:00Z"),
      ("1302179696", "2011-04-07T12:34:56Z"), ("1302179696.5", "2011-04-07T12:34:56.5Z"),
      ("-0.25", "1969-12-31T23:59:59.75Z"), ("-1.5", "1969-12-31T23:59:58.5Z"),
      ("1.302179696e9", "2011-04-07T12:34:56Z"), ("1e3", "1970-01-01T00:16:40Z"),
      ("253402300799", "9999-12-31T23:59:59Z"), ("0.000000001", "1970-01-01T00:00:00.000000001Z"),
    ]
  )
  func epochs(text: String, written: String) {
    #expect(Self.read(text, as: .epoch) == written)
  }

  @Test(
    "milliseconds since 1970 are exact",
    arguments: [
      ("1302179696789", "2011-04-07T12:34:56.789Z"), ("1", "1970-01-01T00:00:00.001Z"),
      ("-1", "1969-12-31T23:59:59.999Z"), ("1302179696000", "2011-04-07T12:34:56Z"),
      ("1.5", "1970-01-01T00:00:00.0015Z"),
    ]
  )
  func milliseconds(text: String, written: String) {
    #expect(Self.read(text, as: .epochMilliseconds) == written)
  }

  @Test(
    "times outside the years of four digits, and text, are rejected",
    arguments: ["253402300800", "-62167219201", "1e12", "1e400", "now", "", "1e-19"]
  )
  func noEpochs(text: String) {
    #expect(Self.read(text, as: .epoch) == nil)
  }
}
