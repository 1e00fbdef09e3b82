import RKMapping
import TestSupport
import Testing

@Suite("Dates that are written and read again")
struct DateRoundTripTests {
  /// Fields that together define a day.
  private static let days = [
    "d/M/yyyy", "yyyyMMdd", "EEE, d MMM yyyy", "EEEE 'the' dd MMMM y", "yyyy-DDD", "YYYY-'W'ww-e",
    "EEEEEE w/YYYY", "d.M.y G", "dd LLL yyyy QQQ", "GGGG u-M-d", "QQQQ, d MMM yyyy", "D yyyy D",
  ]
  private static let clocks = [
    "HH:mm:ss", "HHmmss", "h:mm:ss a", "K 'h' m 'm' s 's' aaaaa", "kk:mm:ss", "H.m.s",
  ]
  /// Offsets to the second, which the oldest local times need.
  private static let offsets = ["XXXXX", "xxxx", "ZZZZZ", "xxxxx", "XXXX"]
  private static let separators = [" ", " 'o''' ", "/", " \u{2014} "]
  private static let zones = [
    "UTC", "+05:30", "-11:00", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe",
    "Pacific/Apia", "Africa/Casablanca",
  ]

  @Test(
    "any pattern gives the same time",
    .enabled(
      if: Machine.offers(TimeZoneDatabase().isPresent),
      "this machine lacks the package tzdata"
    ),
    arguments: 0..<50
  )
  func patterns(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<20 {
      let seconds = Int.random(in: -62_100_000_000...253_300_000_000, using: &generator)
      var parts = [generator.pick(Self.days), generator.pick(Self.clocks)]
      var number = String(seconds)
      let digits = seconds > 0 ? Int.random(in: 0...9, using: &generator) : 0
      if digits > 0 {
        parts.append("'f'" + String(repeating: "S", count: digits))
        number += "."
        for _ in 0..<digits { number += String(Int.random(in: 1...9, using: &generator)) }
      }
      parts.append(generator.pick(Self.offsets))
      let pattern = parts.joined(separator: generator.pick(Self.separators))
      let zone = generator.pick(Self.zones)
      let text = try #require(try date(number, from: "epoch", to: pattern, zone: zone))
      #expect(
        try date(text, from: pattern, to: "epoch", zone: zone) == number,
        "\(generator.recreation): \(text) by \(pattern) in \(zone)"
      )
    }
  }

  @Test("a named format gives the same time", arguments: ["iso8601", "epoch", "epochMillis"])
  func names(format: String) throws {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<500 {
      let fraction = Int.random(in: 1...999_999_999, using: &generator)
      let seconds = Int.random(in: 1...253_300_000_000, using: &generator)
      let number = "\(seconds).\(fraction)1"
      let text = try #require(try date(number, from: "epoch", to: format))
      #expect(try date(text, from: format, to: "epoch") == number)
    }
  }

  @Test("formats of whole seconds and of milliseconds do, too")
  func messages() throws {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<500 {
      let seconds = String(Int.random(in: -62_100_000_000...253_300_000_000, using: &generator))
      for format in ["rfc1123", "dotnet"] {
        let text = try #require(try date(seconds, from: "epoch", to: format, zone: "+01:00"))
        #expect(try date(text, from: format, to: "epoch", zone: "-08:00") == seconds)
      }
    }
  }
}
