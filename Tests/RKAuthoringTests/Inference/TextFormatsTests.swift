import Testing

@testable import RKAuthoring

struct TextFormatsTests {
  private func formats(_ text: String) -> TextFormats {
    let bytes = Array(text.utf8)
    return TextFormats.all.held(by: bytes.span, 0..<bytes.count)
  }

  @Test(
    "Texts have the forms that are in them",
    arguments: [
      ("6ba7b811-9dad-11d1-80b4-00c04fd430c8", TextFormats.uuid), ("https://x.org/a?b=c", .url),
      ("http://x.org", .url), ("49.95", .decimal), ("-0.5", .decimal), ("007", .digits),
      ("2024-05-01", [.iso8601, .day]), ("2024-05-01T10:00:00Z", [.iso8601, .zoned]),
      ("2024-05-01T10:00:00.123-02:00", [.iso8601, .zoned]),
      ("2024-05-01T10:00:00.5", [.iso8601, .local]),
      ("Sun, 06 Nov 1994 08:49:37 GMT", .rfc1123),
      ("Sun Aug 31 00:29:15 +0000 2014", .twitter),
      ("2024-05-01 10:00:00", [.spaced, .iso8601, .local]),
      ("2024/05/01", [.slashedYear, .day]), ("31.12.2024", .dotted), ("12/31/2024", .monthFirst),
      ("31/12/2024", .dayFirst), ("01/02/2024", [.monthFirst, .dayFirst]),
      ("/Date(1314743355000)/", .dotNet), ("/Date(-1)/", .dotNet),
    ] as [(String, TextFormats)]
  )
  func forms(text: String, wanted: TextFormats) {
    #expect(formats(text).isSuperset(of: wanted), "\(formats(text))")
  }

  @Test(
    "What only looks like a date, a URL or a decimal is none",
    arguments: [
      "2024-13-01", "2024-02-30", "2023-02-29", "31.11.2024", "00/01/2024", "2024-5-1", "49",
      "049.5",
      "1e5", ".5", "5.", "ftp://x.org", "http://", "https:///a", "x https://x.org",
      "Mon Aug 31 00:29:15 +0000 2014", "Sun Aug 31 24:29:15 +0000 2014", "/Date()/", "",
      "2024-05-01T25:00:00Z", "6ba7b811-9dad-11d1-80b4-00c04fd430c",
    ]
  )
  func others(text: String) {
    #expect(formats(text).subtracting([.digits, .base64]).isEmpty, "\(formats(text))")
  }

  @Test("A place keeps the forms that all its texts have")
  func narrowing() {
    let position = Position("at")
    for text in ["01/02/2024", "13/02/2024"] {
      let bytes = Array(text.utf8)
      position.formats = position.formats.held(by: bytes.span, 0..<bytes.count)
    }
    #expect(position.formats == [.dayFirst, .day])
  }

  @Test("Dates with a zone and without one have no form in common")
  func mixture() {
    let zoned = formats("2024-05-01T10:00:00Z")
    #expect(zoned.intersection(formats("2024-05-01T10:00:00")) == .iso8601)
  }
}
