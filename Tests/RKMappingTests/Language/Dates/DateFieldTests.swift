import RKMapping
import Testing

/// What each letter of a pattern reads and writes.
@Suite("Fields of date patterns")
struct DateFieldTests {
  /// A Thursday in the second quarter, in week 14.
  private static let time = "2011-04-07T13:05:09.120Z"

  @Test(
    "a field is written as Unicode TR 35 says",
    arguments: [
      ("G", "AD"), ("GGG", "AD"), ("GGGG", "Anno Domini"), ("GGGGG", "A"), ("y", "2011"),
      ("yy", "11"), ("yyyy", "2011"), ("yyyyyy", "002011"), ("u", "2011"), ("Q", "2"), ("QQ", "02"),
      ("QQQ", "Q2"), ("QQQQ", "2nd quarter"), ("q", "2"), ("qqq", "Q2"), ("M", "4"), ("MM", "04"),
      ("MMM", "Apr"), ("MMMM", "April"), ("L", "4"), ("LLLL", "April"), ("d", "7"), ("dd", "07"),
      ("D", "97"), ("DDD", "097"), ("E", "Thu"), ("EEE", "Thu"), ("EEEE", "Thursday"),
      ("EEEEEE", "Th"), ("e", "4"), ("ee", "04"), ("eee", "Thu"), ("c", "4"), ("cccc", "Thursday"),
      ("a", "PM"), ("aaaaa", "P"), ("h", "1"), ("hh", "01"), ("H", "13"), ("HH", "13"), ("K", "1"),
      ("k", "13"), ("m", "5"), ("mm", "05"), ("s", "9"), ("ss", "09"), ("S", "1"), ("SSS", "120"),
      ("SSSSSS", "120000"), ("z", "GMT"), ("zzzz", "GMT"), ("Z", "+0000"), ("ZZZZ", "GMT"),
      ("ZZZZZ", "Z"), ("O", "GMT"), ("OOOO", "GMT"), ("X", "Z"), ("XX", "Z"), ("XXX", "Z"),
      ("x", "+00"), ("xx", "+0000"), ("xxx", "+00:00"), ("xxxxx", "+00:00"),
      ("YYYY-'W'ww-e", "2011-W14-4"), ("YY'W'w", "11W14"), ("d 'w'w", "7 w14"),
      ("h 'o''clock'", "1 o'clock"), ("\"d\\", "\\7\\\\"),
    ]
  )
  func written(pattern: String, text: String) throws {
    #expect(try date(Self.time, from: "iso8601", to: pattern) == text)
  }

  @Test(
    "an offset has what its letters say",
    arguments: [
      ("X", "+05:30", "+0530"), ("X", "-04:00", "-04"), ("XX", "-04:00", "-0400"),
      ("XXX", "+05:30", "+05:30"), ("x", "+01:00", "+01"), ("Z", "-04:00", "-0400"),
      ("ZZZZ", "-04:00", "GMT-04:00"), ("z", "+05:30", "GMT+05:30"), ("O", "+05:30", "GMT+5:30"),
      ("O", "-04:00", "GMT-4"), ("OOOO", "-04:00", "GMT-04:00"), ("ZZZZZ", "+05:30", "+05:30"),
    ]
  )
  func offsets(pattern: String, zone: String, text: String) throws {
    #expect(try date(Self.time, from: "iso8601", to: pattern, zone: zone) == text)
  }

  @Test(
    "midnight and noon by each clock",
    arguments: [
      ("00:30", "12 AM", "0 AM", "24"), ("12:30", "12 PM", "0 PM", "12"),
      ("23:30", "11 PM", "11 PM", "23"), ("01:30", "1 AM", "1 AM", "1"),
    ]
  )
  func clocks(time: String, hour12: String, hour11: String, hour24: String) throws {
    let text = "2011-04-07T\(time)Z"
    #expect(try date(text, from: "iso8601", to: "h a") == hour12)
    #expect(try date(text, from: "iso8601", to: "K a") == hour11)
    #expect(try date(text, from: "iso8601", to: "k") == hour24)
  }

  @Test(
    "fields are read and combined",
    arguments: [
      ("y G", "2011 AD", "2011-01-01"), ("d.M.y GGGG", "7.4.2011 anno domini", "2011-04-07"),
      ("y G", "1 BC", "0000-01-01"), ("GGGGG y", "A 2011", "2011-01-01"),
      ("u", "0000", "0000-01-01"), ("QQQ yyyy", "Q3 2011", "2011-07-01"),
      ("yyyy-Q", "2011-4", "2011-10-01"), ("QQQQ y", "2nd Quarter 2011", "2011-04-01"),
      ("Q d.M.y", "2 7.4.2011", "2011-04-07"), ("yyyy-DDD", "2012-366", "2012-12-31"),
      ("YYYY-'W'ww-e", "2011-W14-4", "2011-04-07"), ("YYYY'W'ww", "2009W01", "2008-12-29"),
      ("EEEE 'in week' w 'of' YYYY", "Friday in week 53 of 2020", "2021-01-01"),
      ("YY w", "11 14", "2011-04-04"), ("yyyy-MM-dd EEEEEE", "2011-04-07 th", "2011-04-07"),
      ("yyyy-MM-dd e", "2011-04-07 4", "2011-04-07"), ("d LLLL y", "7 april 2011", "2011-04-07"),
      ("yyyyMMdd", "20110407", "2011-04-07"), ("yyMMdd", "110407", "2011-04-07"),
      ("d/M/yyyy", "7/4/2011", "2011-04-07"), ("dd/MM/yyyy", "7/4/2011", "2011-04-07"),
    ]
  )
  func read(pattern: String, text: String, day: String) throws {
    #expect(try date(text, from: pattern) == "\(day)T00:00:00Z")
  }

  @Test(
    "times and zones are read",
    arguments: [
      ("H:mm", "13:05", "13:05"), ("K:mm a", "0:05 PM", "12:05"), ("k:mm", "24:05", "00:05"),
      ("h:mm aaaaa", "1:05 p", "13:05"), ("HH:mm a", "13:05 PM", "13:05"),
      ("HH:mm z", "13:05 EST", "18:05"), ("HH:mm z", "13:05 pdt", "20:05"),
      ("HH:mm z", "13:05 GMT+2", "11:05"), ("HH:mm zzzz", "13:05 UTC-01:30", "14:35"),
      ("HH:mm z", "13:05 UT", "13:05"), ("HH:mm O", "13:05 GMT-8", "21:05"),
      ("HH:mmX", "13:05+05", "08:05"), ("HH:mmX", "13:05+0530", "07:35"),
      ("HH:mmXXX", "13:05z", "13:05"), ("HH:mm xx", "13:05 -0400", "17:05"),
      ("HH:mm ZZZZZ", "13:05 +05:30", "07:35"),
    ]
  )
  func times(pattern: String, text: String, time: String) throws {
    #expect(
      try date("2011-04-07 " + text, from: "yyyy-MM-dd " + pattern) == "2011-04-07T\(time):00Z"
    )
  }

  @Test(
    "seconds of an offset are read and written where the pattern has them",
    arguments: [("XXXXX", "-00:44:30"), ("xxxx", "-004430"), ("ZZZZZ", "-00:44:30")]
  )
  func offsetSeconds(pattern: String, offset: String) throws {
    #expect(try date("0:00 \(offset)", from: "H:mm \(pattern)") == "1970-01-01T00:44:30Z")
  }

  @Test(
    "contradictory or out-of-range fields are rejected",
    arguments: [
      ("yyyy-MM-dd EEE", "2011-04-07 Fri"), ("yyyy-MM-dd e", "2011-04-07 5"),
      ("yyyy-MM-dd Q", "2011-04-07 1"), ("yyyy-MM-dd D", "2011-04-07 98"),
      ("yyyy-MM-dd 'w'w", "2011-04-07 w15"), ("YYYY w yyyy-MM-dd", "2010 14 2011-04-07"),
      ("HH:mm a", "13:05 AM"), ("HH:mm a", "01:05 PM"), ("K a", "12 AM"), ("k", "0"), ("k", "25"),
      ("h a", "0 AM"), ("h a", "13 PM"), ("H", "24"), ("y G", "0 AD"), ("y G", "2 BC"),
      ("Q y", "0 2011"), ("Q y", "5 2011"), ("QQQ y", "Q5 2011"), ("YYYY w", "2021 53"),
      ("YYYY w e", "2020 1 8"), ("YYYY w", "9999 53"), ("yyyy DDD", "2011 366"),
      ("d/M/yyyy", "31/2/2011"), ("d/M/yyyy", "29/2/2011"), ("d/M/yyyy", "7/13/2011"),
      ("d/M/yyyy", "0/4/2011"), ("H:mm", "1:60"), ("z", "CEST"), ("XXX", "+0200"), ("XX", "+02:00"),
      ("SSS", "12"), ("SSS", "1234"), ("yyyy", "211"), ("MMM", "Foo"), ("EEEEEE", "xx"),
    ]
  )
  func refused(pattern: String, text: String) throws {
    #expect(try date(text, from: pattern) == nil)
  }

  @Test("a year that cannot be written is a failed conversion")
  func yearsBeyond() throws {
    let last = "9999-12-31T23:59:59Z"
    #expect(try date(last, from: "iso8601", to: "d/M/yyyy", zone: "+01:00") == nil)
    #expect(try date(last, from: "iso8601", to: "d/M/yyyy", zone: "-01:00") == "31/12/9999")
    #expect(try date("0000-01-01", from: "iso8601", to: "YYYY 'W'w") == nil)
    #expect(try date("0000-01-01", from: "iso8601", to: "y G") == "1 BC")
  }
}
