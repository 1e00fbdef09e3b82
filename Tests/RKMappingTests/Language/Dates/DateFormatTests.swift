import RKMapping
import Testing

/// The named formats.
@Suite("Named date formats")
struct DateFormatTests {
  @Test(
    "iso8601 reads fractions of the part that is last",
    arguments: [
      ("2011-04-07T12.5", "12:30:00"), ("2011-04-07T12,25Z", "12:15:00"),
      ("2011-04-07T12:34.5Z", "12:34:30"), ("20110407T1234,5Z", "12:34:30"),
      ("20110407T123456.7Z", "12:34:56.7"), ("2011-04-07T12.0001Z", "12:00:00.36"),
      ("2011-04-07T12:00.123456789Z", "12:00:07.40740734"),
      ("2011-04-07T12:34:56.10Z", "12:34:56.10"),
      ("2011-04-07T12.999999999999999999Z", "12:59:59.9999999999999964"),
    ]
  )
  func isoFractions(text: String, clock: String) throws {
    #expect(try date(text, from: "iso8601") == "2011-04-07T\(clock)Z")
  }

  @Test(
    "iso8601 reads all forms of offsets",
    arguments: [
      ("+02", 10), ("+0200", 10), ("+02:00", 10), ("-02", 14), ("-02:00", 14),
      ("\u{2212}02:00", 14),
      ("-00:00", 12), ("+00", 12), ("Z", 12), ("z", 12),
    ]
  )
  func isoOffsets(offset: String, hour: Int) throws {
    for text in ["2011-04-07T12:00", "2011-04-07t12:00:00", "20110407T1200", "2011-097T12"] {
      #expect(try date(text + offset, from: "iso8601") == "2011-04-07T\(hour):00:00Z")
    }
  }

  @Test(
    "iso8601 rejects incomplete or mixed forms",
    arguments: [
      "2011-04T12:00", "2011T12:00Z", "2011-W14T12:00", "2011W14T12:00", "2011-W144", "2011W14-4",
      "2011-04-07T1234", "2011-04-07T12.", "2011-04-07T12:.5", "2011-04-07T24.5",
      "2011-04-07T24:00.1",
      "2011-04-07T12:34:56.5.5", "2011-0407", "201104-07", "2011-04-07TZ", "2011-04-07Z",
      "2011-04-07T12:00 +02:00", "2011-04-07T12:00+2", "2011-04-07T12:00+02:",
      "2011-04-07T12:00+02:0",
      "2011-04-07T12:00+020", "2011-04-07T12:00\u{2212}", "+2011-04-07", "2011-04-07T-1:00",
    ]
  )
  func isoRefused(text: String) throws {
    #expect(try date(text, from: "iso8601") == nil)
  }

  @Test(
    "rfc1123 reads the dates of mail",
    arguments: [
      ("Sun, 06 Nov 1994 08:49:37 GMT", "1994-11-06T08:49:37Z"),
      ("Sun, 6 Nov 1994 08:49:37 +0000", "1994-11-06T08:49:37Z"),
      ("sunday, 06 november 1994 08:49:37 ut", "1994-11-06T08:49:37Z"),
      ("6 Nov 1994 08:49 EST", "1994-11-06T13:49:00Z"),
      ("06 Nov 94 08:49:37 PDT", "1994-11-06T15:49:37Z"),
      ("Sun,  06  Nov 1994 08:49:37 -0330", "1994-11-06T12:19:37Z"),
      ("Sun,06 Nov 1994 08:49:37 Z", "1994-11-06T08:49:37Z"),
      ("Sat, 31 Dec 2016 23:59:60 GMT", "2017-01-01T00:00:00Z"),
    ]
  )
  func mail(text: String, written: String) throws {
    #expect(try date(text, from: "rfc1123") == written)
  }

  @Test(
    "rfc1123 rejects anything else",
    arguments: [
      "Mon, 06 Nov 1994 08:49:37 GMT", "Sun 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37",
      "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 06 Nov 1994 24:00:00 GMT", "31 Feb 1994 08:49:37 GMT",
      "06 Nov 194 08:49:37 GMT", "06 Nov 1994 8:49:37 GMT", "06 Nov 1994 08:49:37 GMT x",
      "06 Nov 1994 08:49:60 GMT", "06-Nov-1994 08:49:37 GMT", "06 Nov 1994 08: GMT",
    ]
  )
  func noMail(text: String) throws {
    #expect(try date(text, from: "rfc1123") == nil)
  }

  @Test(
    "dotnet reads milliseconds, whatever the zone",
    arguments: [
      ("/Date(1112715000000)/", "2005-04-05T15:30:00Z"),
      ("/Date(1000212360000-0400)/", "2001-09-11T12:46:00Z"),
      ("/Date(-864000000000)/", "1942-08-16T00:00:00Z"), ("/date(0+0000)/", "1970-01-01T00:00:00Z"),
      ("/DATE(1)/", "1970-01-01T00:00:00.001Z"),
    ]
  )
  func dotNet(text: String, written: String) throws {
    #expect(try date(text, from: "dotnet") == written)
  }

  @Test(
    "dotnet rejects anything else",
    arguments: [
      "/Date()/", "/Date(-)/", "/Date(+1)/", "/Date(1.5)/", "/Date(1e3)/", "Date(0)", "/Date(0)",
      "/Date(0)/x",
      "x/Date(0)/", "/Date(0+2)/", "/Date(0+2500)/", "/Date(0+0060)/", "/Date(0+02:00)/",
      "/Date(99999999999999999999)/", "/Date (0)/", "",
    ]
  )
  func noDotNet(text: String) throws {
    #expect(try date(text, from: "dotnet") == nil)
  }

  @Test(
    "a date is written as dateOutput says, in its zone if it has one",
    arguments: [
      ("iso8601", "2011-04-07T13:05:09.1239Z"), ("epoch", "1302181509.1239"),
      ("epochMillis", "1302181509123.9"), ("rfc1123", "Thu, 07 Apr 2011 13:05:09 GMT"),
      ("dotnet", "/Date(1302181509123-0330)/"), ("d/M/yyyy H:mm", "7/4/2011 9:35"),
    ]
  )
  func outputs(output: String, written: String) throws {
    let text = "2011-04-07T13:05:09.1239Z"
    #expect(try date(text, from: "iso8601", to: output, zone: "-03:30") == written)
  }

  @Test("milliseconds of .NET are truncated")
  func dotNetBefore1970() throws {
    let text = "1969-12-31T23:59:59.9985Z"
    #expect(try date(text, from: "iso8601", to: "dotnet") == "/Date(-2+0000)/")
    let short = "1969-12-31T23:59:59.5Z"
    #expect(try date(short, from: "iso8601", to: "dotnet") == "/Date(-500+0000)/")
  }

  @Test(
    "without a format the usual ones are tried",
    arguments: [
      ("11/27/1982", "1982-11-27T00:00:00Z"), ("1994-11-06T08:49:37Z", "1994-11-06T08:49:37Z"),
      ("Sun, 06 Nov 1994 08:49:37 GMT", "1994-11-06T08:49:37Z"),
      ("Sunday, 06-Nov-94 08:49:37 GMT", "1994-11-06T08:49:37Z"),
      ("Sun Nov  6 08:49:37 1994", "1994-11-06T08:49:37Z"),
      ("1302179696.5", "2011-04-07T12:34:56.5Z"),
      ("-1", "1969-12-31T23:59:59Z"), ("1302179696", "2011-04-07T12:34:56Z"),
    ]
  )
  func defaults(text: String, written: String) throws {
    #expect(try date(text) == written)
  }

  @Test("digits alone, and what only a named format reads, are no dates without one")
  func noDefaults() throws {
    for text in ["2011", "110407", "/Date(0)/", "Mon Nov  6 08:49:37 1994", "13/01/2011"] {
      #expect(try date(text) == nil)
    }
  }
}
