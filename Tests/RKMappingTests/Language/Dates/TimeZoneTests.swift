import RKMapping
import TestSupport
import Testing

@Suite("Time zones")
struct TimeZoneTests {
  private static let hasZones = TimeZoneDatabase().isPresent

  @Test(
    "the system's zones are known by name",
    .enabled(if: Machine.offers(hasZones), "this machine lacks the package tzdata"),
    arguments: [
      ("Europe/Berlin", "2011-07-04T08:00:00", "2011-07-04T06:00:00Z"),
      ("Europe/Berlin", "2011-03-27T02:30:00", "2011-03-27T01:30:00Z"),
      ("Europe/Berlin", "2011-10-30T02:30:00", "2011-10-30T00:30:00Z"),
      ("Europe/Berlin", "1893-03-31T12:00:00", "1893-03-31T11:06:32Z"),
      ("Europe/Berlin", "1945-07-01T12:00:00", "1945-07-01T09:00:00Z"),
      ("Europe/Berlin", "2100-07-01T12:00:00", "2100-07-01T10:00:00Z"),
      ("Europe/Berlin", "9999-07-01T12:00:00", "9999-07-01T10:00:00Z"),
      ("America/New_York", "1982-11-27T00:00:00", "1982-11-27T05:00:00Z"),
      ("America/New_York", "2011-03-13T02:30:00", "2011-03-13T07:30:00Z"),
      ("America/New_York", "2011-11-06T01:30:00", "2011-11-06T05:30:00Z"),
      ("America/New_York", "2600-03-08T12:00:00", "2600-03-08T17:00:00Z"),
      ("America/New_York", "1883-01-01T00:00:00", "1883-01-01T04:56:02Z"),
      ("Australia/Lord_Howe", "2020-10-04T02:15:00", "2020-10-03T15:45:00Z"),
      ("Australia/Lord_Howe", "2020-04-05T01:45:00", "2020-04-04T14:45:00Z"),
      ("Australia/Lord_Howe", "2020-07-01T00:00:00", "2020-06-30T13:30:00Z"),
      ("Pacific/Apia", "2011-12-29T12:00:00", "2011-12-29T22:00:00Z"),
      ("Pacific/Apia", "2011-12-30T12:00:00", "2011-12-30T22:00:00Z"),
      ("Pacific/Apia", "2011-12-31T12:00:00", "2011-12-30T22:00:00Z"),
      ("America/Sao_Paulo", "2018-11-04T00:30:00", "2018-11-04T03:30:00Z"),
      ("America/Sao_Paulo", "2019-02-16T23:30:00", "2019-02-17T01:30:00Z"),
      ("Asia/Kathmandu", "1985-12-31T12:00:00", "1985-12-31T06:30:00Z"),
      ("Asia/Kathmandu", "1986-01-01T00:10:00", "1985-12-31T18:40:00Z"),
      ("Africa/Casablanca", "2019-05-20T12:00:00", "2019-05-20T12:00:00Z"),
      ("Africa/Casablanca", "2019-07-01T12:00:00", "2019-07-01T11:00:00Z"),
      ("Africa/Casablanca", "2019-05-05T02:30:00", "2019-05-05T01:30:00Z"),
      ("Europe/Dublin", "2020-01-01T12:00:00", "2020-01-01T12:00:00Z"),
      ("Europe/Dublin", "2020-07-01T12:00:00", "2020-07-01T11:00:00Z"),
      ("Asia/Tokyo", "2020-01-01T00:00:00", "2019-12-31T15:00:00Z"),
      ("America/Argentina/Ushuaia", "2009-03-14T23:30:00", "2009-03-15T02:30:00Z"),
    ]
  )
  func systemZones(zone: String, local: String, utc: String) throws {
    #expect(try date(local, from: "iso8601", zone: zone) == utc)
  }

  @Test(
    "a pattern is written in local time",
    .enabled(if: Machine.offers(hasZones), "this machine lacks the package tzdata"),
    arguments: [
      ("Europe/Berlin", "2011-07-04T06:00:00Z", "2011-07-04 08:00 +02:00 GMT+02:00"),
      ("Europe/Berlin", "2011-01-04T06:00:00Z", "2011-01-04 07:00 +01:00 GMT+01:00"),
      ("Europe/Berlin", "9999-07-04T06:00:00Z", "9999-07-04 08:00 +02:00 GMT+02:00"),
      ("Europe/London", "2011-01-04T06:00:00Z", "2011-01-04 06:00 Z GMT"),
      ("Europe/Berlin", "1890-01-01T00:00:00Z", "1890-01-01 00:53 +00:53:28 GMT+00:53"),
      ("Pacific/Apia", "2011-12-30T10:00:00Z", "2011-12-31 00:00 +14:00 GMT+14:00"),
    ]
  )
  func shown(zone: String, utc: String, text: String) throws {
    #expect(try date(utc, from: "iso8601", to: "yyyy-MM-dd HH:mm XXXXX z", zone: zone) == text)
  }

  @Test(
    "a zone in the text takes precedence over that of the rule",
    .enabled(if: Machine.offers(hasZones), "this machine lacks the package tzdata")
  )
  func zoneInText() throws {
    let zone = "Europe/Berlin"
    #expect(
      try date("2011-07-04T08:00-04:00", from: "iso8601", zone: zone) == "2011-07-04T12:00:00Z"
    )
    #expect(try date("1302179696", from: "epoch", zone: zone) == "2011-04-07T12:34:56Z")
    #expect(try date("/Date(0)/", from: "dotnet", to: "dotnet", zone: zone) == "/Date(0+0100)/")
  }

  // MARK: - Errors

  private static func error(_ name: String, _ folders: [String]) -> TextError? {
    do throws(TextError) {
      _ = try TimeZoneDatabase(folders: folders).zone(name)
      return nil
    } catch {
      return error
    }
  }

  @Test("a machine without zones says what to do, and still knows offsets")
  func noZones() throws {
    let folder = try ScratchFolder().path(of: "none")
    let error = try #require(Self.error("Europe/Berlin", [folder, "/nowhere"]))
    #expect(
      error.message
        == "the time zone 'Europe/Berlin' is not known here: this system has no time zone files"
    )
    #expect(
      error.help
        == "install the package tzdata (there is none of \(folder), /nowhere), "
        + "or give a distance like \"+02:00\""
    )
    for name in ["UTC", "GMT", "+02:00"] { #expect(Self.error(name, [folder]) == nil) }
  }

  @Test("the first unknown names get a suggestion, from all existing names")
  func manyUnknownNames() throws {
    let scratch = try ScratchFolder()
    try scratch.write(ZoneFileText(offsets: [3600]).bytes, to: "Berlin")
    let zones = TimeZoneDatabase(folders: [scratch.path])
    var suggested = 0
    for number in 0..<30 {
      do {
        _ = try zones.zone("Berlin\(number % 10)")
        Issue.record("there is no such zone")
      } catch {
        suggested += error.message.contains("did you mean 'Berlin'?") ? 1 : 0
      }
    }
    #expect(suggested == 20)
  }

  @Test("an unknown name is reported, with the most similar one")
  func unknownNames() throws {
    let scratch = try ScratchFolder()
    for name in ["Oslo", "Berlin", "Test", "tzdata.zi"] {
      try scratch.write(ZoneFileText(offsets: [3600]).bytes, to: name)
    }
    #expect(Self.error("Berlin", [scratch.path]) == nil)
    #expect(
      Self.error("Berlni", [scratch.path])?.message
        == "there is no time zone 'Berlni'; did you mean 'Berlin'?"
    )
    // Similar abbreviations mean something else.
    #expect(Self.error("Tets", [scratch.path])?.message == "there is no time zone 'Tets'")
    #expect(
      Self.error("x", [scratch.path])?.help
        == "a time zone is \"UTC\", a distance like \"+02:00\", or a name like \"Europe/Berlin\""
    )
  }

  @Test(
    "no name leads out of the folder, or to anything but a zone",
    arguments: [
      "../secret", "zones/../../secret", "/etc/localtime", "zones/../secret", "zones//secret", ".",
      "..", "", " ", "+25:00", "zones/", "zones", "secret\0", "se cret", "zone.tab", "zones/*",
      "localtime", "posixrules",
    ]
  )
  func escapes(name: String) throws {
    let scratch = try ScratchFolder()
    try scratch.makeFolder("root/zones")
    for path in ["secret", "root/zone.tab", "root/localtime", "root/posixrules"] {
      try scratch.write(ZoneFileText(offsets: [3600]).bytes, to: path)
    }
    let error = Self.error(name, [scratch.path(of: "root")])
    #expect(error?.message.hasPrefix("there is no time zone '") == true)
  }

  @Test("a file that is damaged, and one that cannot be read, are named")
  func damagedFiles() throws {
    let scratch = try ScratchFolder()
    try scratch.write("TZif", to: "Short")
    let path = scratch.path(of: "Short")
    let error = try #require(Self.error("Short", [scratch.path]))
    #expect(
      error.message
        == "the time zone 'Short' is not known here: '\(path)' is damaged: it ends too early"
    )
    #expect(error.help == "install the package tzdata anew, or give a distance like \"+02:00\"")
  }
}
