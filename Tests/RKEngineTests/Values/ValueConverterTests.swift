@testable import RKEngine
import Testing

@Suite("ValueConverter")
struct ValueConverterTests {
  /// The JSON text of a converted value; nil if it cannot be converted.
  private static func convert(
    _ kind: Cell.Kind,
    _ text: String,
    to conversion: Conversion,
    dates: DateTables = Self.unnamed
  ) -> String? {
    let (bytes, range) = padded(text)
    var side = UniqueArray<UInt8>()
    let cell = ValueConverter.convert(kind, bytes.span, range, to: conversion, dates, &side)
    guard let cell else { return nil }
    switch cell.kind {
    case .null, .true, .false: return "\(cell.kind)"
    case .string where cell.space == .input:
      return "\"" + String(decoding: cell.range.map { bytes[$0] }, as: UTF8.self) + "\""
    default:
      let made = cell.range.map { cell.space == .input ? bytes[$0] : side[$0] }
      return String(decoding: made, as: UTF8.self)
    }
  }

  // MARK: - Integers

  @Test(
    "an integer is exact, whatever its notation",
    arguments: [
      ("42", "42"), ("42.0", "42"), ("-0", "0"), ("4.2e1", "42"), ("1e3", "1000"), ("0e50", "0"),
      ("9223372036854775807", "9223372036854775807"),
      ("-9223372036854775808", "-9223372036854775808"),
      ("9007199254740993", "9007199254740993"), ("92233720368547758070e-1", "9223372036854775807"),
    ]
  )
  func integers(text: String, written: String) {
    #expect(Self.convert(.number, text, to: .integer) == written)
    #expect(Self.convert(.string, " \t\(text)\n", to: .integer) == written)
  }

  @Test(
    "anything but a 64-bit integer is rejected",
    arguments: [
      "42.5", "1e-1", "9223372036854775808", "-9223372036854775809", "1e19", "1e400",
      "99999999999999999999",
    ]
  )
  func noIntegers(text: String) {
    #expect(Self.convert(.number, text, to: .integer) == nil)
    #expect(Self.convert(.string, text, to: .integer) == nil)
  }

  @Test(
    "text with anything but a number is not an integer",
    arguments: ["4 2", "x", "42x", "0x10", "1,000"]
  )
  func noNumbers(text: String) {
    #expect(Self.convert(.string, text, to: .integer) == nil)
  }

  @Test("booleans are 1 and 0 as numbers, and not dates")
  func truth() {
    #expect(Self.convert(.true, "true", to: .integer) == "1")
    #expect(Self.convert(.false, "false", to: .integer) == "0")
    #expect(Self.convert(.true, "true", to: .decimal(.text)) == "\"1\"")
    #expect(Self.convert(.true, "true", to: .date(PlanID(0))) == nil)
  }

  @Test("blank text is null to every declared type", arguments: ["", " ", "\t\n"])
  func blanks(text: String) {
    for conversion in [.integer, .decimal(.text), .date(PlanID(0))] as [Conversion] {
      #expect(Self.convert(.string, text, to: conversion) == "null")
    }
  }

  // MARK: - Decimals

  @Test(
    "a decimal is text in plain notation with its trailing zeros",
    arguments: [("12.50", "\"12.50\""), ("1e3", "\"1000\""), ("-0.0", "\"0.0\""), ("0e3", "\"0\"")]
  )
  func decimals(text: String, written: String) {
    #expect(Self.convert(.number, text, to: .decimal(.text)) == written)
    #expect(Self.convert(.string, " \(text) ", to: .decimal(.text)) == written)
  }

  @Test("text that is not a number is not a decimal", arguments: ["x", "1,5", "12 %", "NaN"])
  func noDecimals(text: String) {
    #expect(Self.convert(.string, text, to: .decimal(.text)) == nil)
  }

  @Test(
    "a decimal has a place in the column of a database, or fails",
    arguments: [
      ("12.30", .scaled(2), true), ("1.500", .scaled(2), true), ("1.505", .scaled(2), false),
      ("92233720368547758.07", .scaled(2), true), ("92233720368547758.08", .scaled(2), false),
      ("-92233720368547758.08", .scaled(2), true), ("0.000", .scaled(0), true),
      ("1000000000000000000", .scaled(0), true), ("10", .scaled(18), false),
      ("9", .scaled(18), true), ("0.1234567890123456789", .real, true),
    ] as [(String, DecimalColumn, Bool)]
  )
  func columns(text: String, column: DecimalColumn, fits: Bool) {
    #expect(
      Self.convert(.string, text, to: .decimal(column)) == (fits ? "\"\(text)\"" : nil)
    )
  }

  @Test("a decimal beyond floating-point numbers has no place in a column of them")
  func beyondReals() {
    #expect(Self.convert(.number, "1e400", to: .decimal(.real)) == nil)
    #expect(Self.convert(.number, "1e400", to: .decimal(.text)) != nil)
  }

  // MARK: - Dates

  /// Tables with a conversion that names no format.
  private static let unnamed = {
    var dates = DateTables()
    dates.conversions = [
      DateConversion(
        formats: dates.formats.add([.iso8601]),
        isUnnamed: true,
        zone: .utc,
        output: .iso8601
      )
    ]
    return dates
  }()

  private static func date(
    _ kind: Cell.Kind,
    _ text: String,
    formats: [DateFormat] = [.iso8601],
    isUnnamed: Bool = true,
    output: DateFormat = .iso8601
  ) -> String? {
    var dates = DateTables()
    let conversion = DateConversion(
      formats: dates.formats.add(formats),
      isUnnamed: isUnnamed,
      zone: .utc,
      output: output
    )
    return convert(kind, text, to: .date(dates.conversions.add(conversion)), dates: dates)
  }

  @Test("numbers are seconds since 1970, or milliseconds if the format says so")
  func numbers() {
    #expect(Self.date(.number, "86400.5") == "\"1970-01-02T00:00:00.5Z\"")
    let milli = Self.date(.number, "86400125", formats: [.epochMilliseconds], isUnnamed: false)
    #expect(milli == "\"1970-01-02T00:00:00.125Z\"")
  }

  @Test("bare digits without a format are distinguished by their number")
  func bareDigits() {
    #expect(Self.date(.string, "20110407") == "\"2011-04-07T00:00:00Z\"")
    #expect(Self.date(.string, "1302179696") == "\"2011-04-07T12:34:56Z\"")
    #expect(Self.date(.string, "130217969") == "\"1974-02-16T03:39:29Z\"")
    #expect(Self.date(.string, "1234567") == nil)
    #expect(Self.date(.string, "2011") == nil)
    #expect(Self.date(.string, "2011", isUnnamed: false) == "\"2011-01-01T00:00:00Z\"")
  }

  @Test("the first format that fits counts")
  func formats() {
    #expect(
      Self.date(.string, "86400", formats: [.epoch, .iso8601], isUnnamed: false)
        == "\"1970-01-02T00:00:00Z\""
    )
    #expect(
      Self.date(.string, "2011-04-07", formats: [.epoch, .iso8601], isUnnamed: false)
        == "\"2011-04-07T00:00:00Z\""
    )
    #expect(Self.date(.string, "n/a", formats: [.epoch, .iso8601], isUnnamed: false) == nil)
  }

  @Test("a date may be written as a number")
  func epochs() {
    #expect(Self.date(.string, "1970-01-02", output: .epoch) == "86400")
    #expect(Self.date(.string, "1970-01-02T00:00:00.25Z", output: .epochMilliseconds) == "86400250")
  }
}
