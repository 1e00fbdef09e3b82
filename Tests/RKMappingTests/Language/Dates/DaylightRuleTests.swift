import RKMapping
import Testing

@Suite("Rules of daylight time")
struct DaylightRuleTests {
  @Test(
    "a rule without daylight time is an offset",
    arguments: [
      ("UTC0", 0), ("EST5", -18_000), ("<+0530>-5:30", 19_800), ("<-03>3", -10_800),
      ("LMT-0:53:28", 3208), ("JST-9", 32_400), ("ABC+24", -86_400),
    ]
  )
  func offsets(text: String, offset: Int) {
    let rule = DaylightRule(text.utf8)
    #expect(rule?.offset == offset)
    #expect(rule?.daylight == nil)
  }

  @Test(
    "daylight time is an hour ahead, unless stated",
    arguments: [
      ("CET-1CEST,M3.5.0,M10.5.0/3", 7200), ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", 39_600),
      ("IST-1GMT0,M10.5.0,M3.5.0/1", 0), ("EST5EDT,M3.2.0,M11.1.0", -14_400),
    ]
  )
  func daylight(text: String, offset: Int) {
    #expect(DaylightRule(text.utf8)?.daylight?.offset == offset)
  }

  /// The local time when daylight time begins, in seconds since 1970.
  @Test(
    "days of a year are counted as POSIX says",
    arguments: [
      ("M3.5.0", 2011, 1_301_191_200), ("M3.2.0", 2011, 1_299_981_600),
      ("J59", 2012, 1_330_394_400),
      ("J60", 2012, 1_330_567_200), ("59", 2012, 1_330_480_800), ("60", 2012, 1_330_567_200),
      ("J365", 2011, 1_325_296_800), ("0/0", 2011, 1_293_840_000),
      ("M1.1.6/0", 2011, 1_293_840_000),
      ("M2.5.3/-1", 2012, 1_330_470_000), ("M9.1.6/24:30:15", 2011, 1_315_096_215),
      ("M4.4.4/167", 2011, 1_304_550_000),
    ]
  )
  func days(day: String, year: Int, seconds: Int) {
    let rule = DaylightRule("STD0DST,\(day),J300".utf8)
    #expect(rule?.daylight?.start.seconds(in: year) == seconds)
  }

  @Test(
    "anything else is rejected",
    arguments: [
      "", "5", "EST", "ES5", "EST5x", "EST25", "EST5EDT", "EST5EDT,", "EST5EDT,M3.2.0",
      "EST5EDT,M3.2.0,", "EST5EDT,M13.2.0,M11.1.0", "EST5EDT,M3.6.0,M11.1.0",
      "EST5EDT,M3.2.7,M11.1.0", "EST5EDT,J0,M11.1.0", "EST5EDT,J366,M11.1.0",
      "EST5EDT,366,M11.1.0", "EST5EDT,M3.2.0/168,M11.1.0", "EST5EDT,M3.2.0/1:60,M11.1.0",
      "EST5EDT,M3.2.0,M11.1.0 ", "<+05-5", "<>5", "<+0>5", "EST5:60", "EST5EDT4:,J1,J2",
    ]
  )
  func noRules(text: String) {
    #expect(DaylightRule(text.utf8) == nil)
  }
}
