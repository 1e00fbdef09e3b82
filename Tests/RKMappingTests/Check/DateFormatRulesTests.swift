import RKDiagnostics
import Testing

@Suite("RK2107, RK2108: formats of dates")
struct DateFormatRulesTests {
  private func found(_ formats: String...) -> [String] {
    let list = formats.map { "\"\($0)\"" }.joined(separator: ", ")
    let text = spec(attributes: #"[{"to": "x", "type": "date", "format": [\#(list)]}]"#)
    return MarkedSpec(text).findings(isLinted: true).map { "\($0.code.id) \($0.message)" }
  }

  @Test(
    "a format with too much, or too little",
    arguments: [
      ("yyyy-mm-dd HH:mm", "'m' is the minute, and the month is missing"),
      ("yyyy-MM-dd HH:MM", "'M' is the month, and the minute is missing"),
      ("dd.yyyy HH:MM:ss", "'M' is the month, and the minute is missing"),
      ("yyyy-MM-dd HH:mm:SS", "'S' is a fraction of a second, and the second is missing"),
      ("dd/MM/yyyy dd", "the day occurs twice"),
      ("yyyy-MM-dd HH:mm a", "'a' is the half of a day, and 'H' the hour of a whole one"),
      ("yyyy-MM-dd hh:mm", "'h' is the hour of half a day, and nothing says of which"),
      ("yyyy-MM-dd HH hh a", "'a' is the half of a day, and 'H' the hour of a whole one"),
      ("YYYY-MM-dd ww", "'Y' is the year of a week, which months and days do not go with"),
      ("dd DDD yyyy", "'D' is the day of the year, which months and their days do not go with"),
      ("dd yyyy", "there is a day but no month"),
      ("yyyy-MM-dd HH ss", "'M' is the month, and the minute is missing"),
      ("HH:ss", "there is a second but no minute"),
      ("dd MMM", "there is no year: all dates are of 1970"),
      ("dd HH:mm", "there is no year: all dates are of 1970"),
    ]
  )
  func doubtful(format: String, doubt: String) {
    #expect(found(format) == ["RK2107 in the date format '\(format)' \(doubt)"])
  }

  @Test(
    "intended formats",
    arguments: [
      "yyyyMMdd", "d/M/yyyy", "EEE, d MMM yyyy HH:mm:ss Z", "yyyy-MM-dd'T'HH:mm:ss.SSSXXX",
      "h:mm a, MMMM d, yyyy", "K:mm a d.M.yy", "YYYY-'W'ww-e", "yyyy-DDD", "yyyy QQQ", "HH:mm:ss",
      "HH:mm", "MMM yyyy", "yyyy", "EEEE, dd-MMM-yy HH:mm:ss z", "EEE MMM d HH:mm:ss yyyy",
      "MM/dd/yyyy", "yyyy-MM-dd YYYY-'W'ww", "d. MMMM yyyy 'um' H 'Uhr'", "iso8601", "epoch",
      "rfc1123", "dotnet",
    ]
  )
  func fine(format: String) { #expect(found(format).isEmpty) }

  @Test("an obviously intended letter is proposed as a change")
  func mended() {
    func mended(_ format: String) -> String? {
      let text = spec(attributes: #"[{"to": "x", "type": "date", "format": "\#(format)"}]"#)
      let finding = MarkedSpec(text).findings(isLinted: true).first
      return finding?.fixIts.first?.replacement
    }
    #expect(mended("yyyy-mm-dd HH:mm") == #""yyyy-MM-dd HH:mm""#)
    #expect(mended("dd/mm/yyyy HH:mm:ss") == #""dd/MM/yyyy HH:mm:ss""#)
    #expect(mended("yyyy-MM-dd HH:MM") == #""yyyy-MM-dd HH:mm""#)
    #expect(mended("yyyy-MM-dd HH:mm:SS") == #""yyyy-MM-dd HH:mm:ss""#)
    #expect(mended("yyyy-MM-dd hh:mm") == nil)
  }

  @Test(
    "a format after one that reads the same",
    arguments: [
      ("d/M/yyyy", "dd/MM/yyyy"), ("dd MMM yyyy", "d MMMM yyyy"), ("epoch", "epochMillis"),
      ("iso8601", "iso8601"),
    ]
  )
  func shadowed(first: String, second: String) {
    #expect(
      found(first, second) == [
        "RK2108 the date format '\(second)' is never tried: one before it reads the same"
      ]
    )
  }

  @Test("swapped day and month cannot be distinguished")
  func swapped() {
    let found = found("dd/MM/yyyy", "M/d/yyyy")
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("RK2108 the date format 'M/d/yyyy' is only tried") == true)
  }

  @Test("formats that differ")
  func different() {
    #expect(found("dd/MM/yyyy", "dd.MM.yyyy", "yyyy/MM/dd", "iso8601", "epoch").isEmpty)
    #expect(found("ddMMyyyy", "d/M/yyyy").isEmpty)
  }

  @Test("formats of the spec and of targets are checked, each once")
  func places() {
    let marked = """
      {"dateFormats": ["iso8601", «RK2107»"dd MMM"],
       "mappers": [{"id": "a", "target": "A", "attributes": [{"to": "x", "type": "date"}, "y"]}],
       "targets": {"A": {"properties": {"y": {"type": "date", "format": «RK2107»"HH:ss"}}}}}
      """
    #expect(linted(marked) == marked)
  }
}
