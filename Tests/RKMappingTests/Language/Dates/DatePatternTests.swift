import RKEngine
import RKMapping
import Testing

@Suite("Date formats and time zones of a spec")
struct DatePatternTests {
  @Test(
    "RK2024: an error of a date format is placed inside its text",
    arguments: [
      #"{"dateFormats": ["«RK2024»"], "mappers": [{"id": "a"}]}"#,
      #"{"dateFormats": ["yyyy«RK2024»'T"], "mappers": [{"id": "a"}]}"#,
      #"{"dateFormats": ["yyyy-«RK2024»b"], "mappers": [{"id": "a"}]}"#,
      #"{"dateFormats": ["iso8601", "«RK2024»-/-"], "mappers": [{"id": "a"}]}"#,
      #"{"dateOutput": "d/M/yyyy «RK2024»n", "mappers": [{"id": "a"}]}"#,
      #"{"mappers": [{"id": "a", "attributes": [{"to": "x", "format": "«RK2024»MMMMMM"}]}]}"#,
      #"{"mappers": [{"id": "a", "attributes": [{"to": "x", "format": "«RK2024»'only text'"}]}]}"#,
    ]
  )
  func badFormat(marked: String) {
    let moved = marked.replacing("\"«RK2024»\"", with: "«RK2006»\"\"")
    #expect(annotated(moved) == moved)
  }

  @Test(
    "a format is a name or a pattern of Unicode letters",
    arguments: [
      "iso8601", "epoch", "epochMillis", "rfc1123", "d/M/yyyy", "yyyy-MM-dd'T'HH:mm:ssXXX",
      "dotnet", "G y QQQ", "YYYY-'W'ww-e", "EEE, d MMM yyyy 'at' h:mm a", "yyyyMMddHHmmss",
      "yyyy-DDD", "yy", "mm:ss", "yyyy HH:mm", "h 'o''clock' a",
    ]
  )
  func goodFormat(format: String) {
    let spec = #"{"dateFormats": ["\#(format)"], "mappers": [{"id": "a"}]}"#
    #expect(annotated(spec) == spec)
  }

  @Test(
    "a control character is not allowed in a pattern, quoted or not",
    arguments: [("yyyy\tMM", 4), ("yyyy'\u{1}'MM", 5), ("yyyy'a\nb'", 6)]
  )
  func controlCharacters(pattern: String, offset: Int) {
    let error = #expect(throws: TextError.self) { try DatePatternParser.parse(pattern) }
    #expect(error?.offset == offset)
  }

  @Test(
    "a wrong letter is reported with the probably intended one",
    arguments: [
      ("yyyy-MM-DD", 8, "'DD' is the day of the year, which a month does not go with"),
      ("d/M/YYYY", 4, "'YYYY' is the year of a week and needs 'w'"),
      ("yyyy-'W'ww", 8, "'ww' is a week of the year 'YYYY', which is missing"),
      ("yyyy-mm-dd", 5, "'mm' is the minute of an hour, which is missing"),
      ("d/M/yyyy m:ss", 9, "'m' is the minute of an hour, which is missing"),
      ("HH:mm B", 6, "'B' is no part of a date format; did you mean 'a'?"),
      ("ss.nnn", 3, "'nnn' is no part of a date format; did you mean 'S'?"),
      ("yyyy-MM-ddTHH:mm", 10, "'T' is no part of a date format"),
      ("MMMMM d", 0, "'MMMMM' is no part of a date format; 'M' does not stand so many times"),
      ("d MMM 'of", 6, "a quote of the date format is not closed"),
      ("iso8061", 0, "there is no date format 'iso8061'; did you mean 'iso8601'?"),
      ("epochMilis", 0, "there is no date format 'epochMilis'; did you mean 'epochMillis'?"),
      ("RFC1123", 0, "there is no date format 'RFC1123'; did you mean 'rfc1123'?"),
    ]
  )
  func errors(pattern: String, offset: Int, message: String) {
    let error = #expect(throws: TextError.self) { try DatePattern(pattern) }
    #expect(error?.offset == offset)
    #expect(error?.message == message)
  }

  @Test(
    "a time zone is UTC or an offset from it",
    arguments: [
      ("UTC", 0), ("GMT", 0), ("Z", 0), ("+02:00", 7200), ("+0200", 7200), ("+02", 7200),
      ("-03:30", -12_600), ("+00:00", 0),
    ]
  )
  func zone(text: String, offset: Int) {
    #expect(TimeZoneOffset.parse(text) == offset)
  }

  @Test(
    "anything else is not a time zone",
    arguments: ["", "+", "02:00", "+2", "+24:00", "+02:60", "+02:0", "+0:200", "+02:00:00"]
  )
  func noZone(text: String) {
    #expect(TimeZoneOffset.parse(text) == nil)
  }

  @Test("RK2024: an invalid time zone is an error at it")
  func badZone() {
    let marked = #"{"timeZone": «RK2024»"+24:00", "mappers": [{"id": "a"}]}"#
    #expect(annotated(marked) == marked)
  }
}
