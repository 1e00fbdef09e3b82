import RKEngine
import RKMapping
import Testing

@Suite("Date formats and time zones of a spec")
struct DatePatternTests {
  @Test(
    "RK2024: a fault of a date format is an error inside its text",
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
      "EEE, d MMM yyyy 'at' h:mm a", "yyyyMMddHHmmss", "yyyy-DDD", "yy", "h 'o''clock' a",
    ]
  )
  func goodFormat(format: String) {
    let spec = #"{"dateFormats": ["\#(format)"], "mappers": [{"id": "a"}]}"#
    #expect(annotated(spec) == spec)
  }

  @Test(
    "a control character is no part of a pattern, quoted or not",
    arguments: [("yyyy\tMM", 4), ("yyyy'\u{1}'MM", 5), ("yyyy'a\nb'", 6)]
  )
  func controlCharacters(pattern: String, offset: Int) {
    let error = #expect(throws: DatePatternError.self) { try DatePatternParser.parse(pattern) }
    #expect(error?.offset == offset)
    #expect(error?.isUnsupported == false)
  }

  @Test("RK2021: letters of patterns that a later version does", arguments: ["G", "w", "Q"])
  func laterLetters(letter: String) {
    let marked = #"{"dateFormats": ["yyyy «RK2021»\#(letter)"], "mappers": [{"id": "a"}]}"#
    #expect(annotated(marked) == marked)
  }

  @Test(
    "a time zone is UTC or a distance from it",
    arguments: [
      ("UTC", 0), ("GMT", 0), ("Z", 0), ("+02:00", 7200), ("+0200", 7200), ("+02", 7200),
      ("-03:30", -12_600), ("+00:00", 0),
    ]
  )
  func zone(text: String, offset: Int) {
    #expect(TimeZoneOffset.parse(text) == offset)
  }

  @Test(
    "anything else is no time zone",
    arguments: ["", "+", "02:00", "+2", "+24:00", "+02:60", "+02:0", "+0:200", "+02:00:00"]
  )
  func noZone(text: String) {
    #expect(TimeZoneOffset.parse(text) == nil)
  }

  @Test("RK2024: what is no time zone is an error at it")
  func badZone() {
    let marked = #"{"timeZone": «RK2024»"+24:00", "mappers": [{"id": "a"}]}"#
    #expect(annotated(marked) == marked)
  }
}
