@testable import RKEngine
@testable import RKMapping
import TestSupport

/// Reads the bytes as a date in each form, and as a pattern of dates: a result is in the calendar,
/// and the same when it is written and read again.
func readDate(_ bytes: [UInt8]) {
  _ = try? DatePatternParser.parse(String(decoding: bytes, as: UTF8.self))
  let padded = bytes + [UInt8](repeating: .space, count: 64)
  for format in formats {
    let time = DateReader.read(padded.span, 0..<bytes.count, as: format, zone: zone, dates: dates)
    guard let time else { continue }
    precondition(time.isInCalendar && time.hour < 24 && time.minute < 60 && time.second < 60)
    var text = UniqueArray<UInt8>()
    precondition(DateWriter.append(time, as: .iso8601, zone: zone, dates: dates, to: &text))
    let written = (1..<(text.count - 1)).map { text[$0] }
    let again = DateReader.read(
      written.span,
      0..<written.count,
      as: .iso8601,
      zone: zone,
      dates: dates
    )
    precondition(again == time, "\(String(decoding: written, as: UTF8.self)) is another time")
    _ = DateWriter.append(time, as: format, zone: zone, dates: dates, to: &text)
  }
}

private let zone = DateZone.offset(3600)

private let formats: [DateFormat] = [
  .iso8601, .epoch, .epochMilliseconds, .rfc1123, .dotNet, .pattern(PlanRange(0..<steps.count)),
  .pattern(PlanRange(steps.count..<dates.steps.count)),
]

/// The pattern `EEE, d MMM yyyy hh:mm a zzz`.
private let steps: [DateStep] = [
  .weekdayName(.abbreviated), .literal(.comma), .literal(.space),
  .number(.day, minimum: 1, isExact: false), .literal(.space), .monthName(.abbreviated),
  .literal(.space), .number(.year, minimum: 4, isExact: false), .literal(.space),
  .number(.hour12, minimum: 2, isExact: false), .literal(.colon),
  .number(.minute, minimum: 2, isExact: false), .literal(.space), .dayHalf(.abbreviated),
  .literal(.space),
  .zoneName(isShort: false),
]

/// The pattern `GGGG Y-w-e QQQQ k:m:s.SSS x D`.
private let rareSteps: [DateStep] = [
  .era(.whole), .literal(.space), .number(.weekYear, minimum: 1, isExact: false), .literal(.minus),
  .number(.week, minimum: 1, isExact: false), .literal(.minus),
  .number(.weekday, minimum: 1, isExact: false), .literal(.space), .quarterName(.whole),
  .literal(.space), .number(.hour24, minimum: 1, isExact: false), .literal(.colon),
  .number(.minute, minimum: 1, isExact: false), .literal(.colon),
  .number(.second, minimum: 1, isExact: false), .literal(.period), .fraction(digits: 3),
  .literal(.space),
  .offset(DateStep.OffsetForm(allowsZ: false, hasColon: false, detail: .hours)), .literal(.space),
  .number(.dayOfYear, minimum: 1, isExact: false),
]

private let dates = DateTables(steps + rareSteps)
