import RKEngine
import RKMapping
import TestSupport
import Testing

@Suite("Files of time zones")
struct TimeZoneFileTests {
  /// The UTC of a local time in a zone's file, in seconds since 1970.
  private static func utc(_ local: Int, _ file: ZoneFileText) throws -> Int? {
    let zone = try TimeZoneFile.zone(file.bytes, named: "Test/Zone")
    var dates = DateTables()
    var zones: [TimeZone: DateZone] = [:]
    let rules = DateRules(
      formats: [try DatePattern("yyyy-MM-dd H:mm:ss")],
      isUnnamed: false,
      zone: zone,
      output: try DatePattern("epoch")
    )
    let conversion = rules.conversion(in: &dates, zones: &zones)
    let text = try #require(
      try date(String(local), from: "epoch", to: "yyyy-MM-dd HH:mm:ss")
    )
    var side = UniqueArray<UInt8>()
    let bytes = Array(text.utf8)
    let range = 0..<bytes.count
    _ = DateConverter.convert(.string, bytes.span, range, by: conversion, dates, &side)
    return Int(String(decoding: (0..<side.count).map { side[$0] }, as: UTF8.self))
  }

  private static func reason(_ bytes: [UInt8]) -> String? {
    do throws(TimeZoneFile.Fault) {
      _ = try TimeZoneFile.zone(bytes, named: "Test/Zone")
      return nil
    } catch {
      return error.reason
    }
  }

  private static let file = ZoneFileText(
    transitions: [(-1_000_000, 1), (1_000_000, 2), (2_000_000, 1)],
    offsets: [-600, 3600, 7200]
  )

  @Test(
    "the old version has 32-bit times, the others 64-bit times",
    arguments: ["\0", "2", "3", "4"]
  )
  func versions(version: Unicode.Scalar) throws {
    var file = Self.file
    file.version = UInt8(ascii: version)
    #expect(try Self.utc(-2_000_000, file) == -1_999_400)
    #expect(try Self.utc(0, file) == -3600)
    #expect(try Self.utc(1_500_000, file) == 1_492_800)
    #expect(try Self.utc(3_000_000, file) == 2_996_400)
  }

  @Test("a skipped local time has the offset before, a repeated one is the earlier")
  func gapsAndOverlaps() throws {
    // Local time jumps from 1003600 to 1007200, and from 2007200 to 2003600.
    #expect(try Self.utc(1_003_599, Self.file) == 999_999)
    #expect(try Self.utc(1_003_600, Self.file) == 1_000_000)
    #expect(try Self.utc(1_007_199, Self.file) == 1_003_599)
    #expect(try Self.utc(1_007_200, Self.file) == 1_000_000)
    #expect(try Self.utc(2_003_600, Self.file) == 1_996_400)
    #expect(try Self.utc(2_007_199, Self.file) == 1_999_999)
    #expect(try Self.utc(2_007_200, Self.file) == 2_003_600)
  }

  @Test("a rule continues forever, in step with the calendar")
  func rule() throws {
    var file = Self.file
    file.footer = "STD-1DST,M3.5.0,M10.5.0/3"
    // Noon of 2 July, and a day of the last January.
    for (year, summer) in [(1971, 47_304_000), (2100, 4_118_212_800), (2500, 16_740_993_600)] {
      #expect(try Self.utc(summer, file) == summer - 7200, "\(year)")
    }
    #expect(try Self.utc(253_370_808_000, file) == 253_370_804_400)
  }

  @Test("a zone without transitions follows its rule from the first year on")
  func ruleAlone() throws {
    let file = ZoneFileText(offsets: [3600], footer: "STD-1DST,M3.5.0,M10.5.0/3")
    #expect(try Self.utc(-62_151_580_800, file) == -62_151_588_000)
    #expect(try Self.utc(-62_167_219_200 + 7200, file) == -62_167_219_200 + 3600)
    #expect(try Self.utc(47_304_000, file) == 47_296_800)
  }

  @Test("a year that is daylight time throughout has no gaps")
  func daylightAllYear() throws {
    let file = ZoneFileText(offsets: [-14_400], footer: "STD3DST4,0/0,J365/23")
    // POSIX for four hours west, from one new year to the next.
    for time in stride(from: 0, to: 80_000_000, by: 1_000_000) {
      #expect(try Self.utc(time, file) == time + 14_400)
    }
  }

  @Test("a file truncated anywhere is rejected")
  func cut() {
    var file = Self.file
    file.footer = "STD-1DST,M3.5.0,M10.5.0/3"
    let bytes = file.bytes
    #expect(Self.reason(bytes) == nil)
    for count in 0..<bytes.count {
      #expect(Self.reason(Array(bytes[..<count])) != nil, "\(count)")
    }
  }

  @Test("the reader ends, whatever bytes are wrong", arguments: 0..<20)
  func damaged(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    var file = Self.file
    file.footer = "STD-1DST,M3.5.0,M10.5.0/3"
    let bytes = file.bytes
    var reasons: [String] = []
    for _ in 0..<50 {
      var damaged = bytes
      for _ in 0..<generator.pick([1, 2, 10]) {
        damaged[Int.random(in: 0..<bytes.count, using: &generator)] =
          generator.oneIn(2)
          ? generator.pick([0, 0x7F, 0x80, 0xFF]) : UInt8.random(in: 0...255, using: &generator)
      }
      if let reason = Self.reason(damaged) { reasons.append(reason) }
    }
    #expect(!reasons.isEmpty)
    #expect(reasons.allSatisfy { $0.hasPrefix("is ") || $0.hasPrefix("counts ") })
  }

  @Test("each part that is wrong is named")
  func flaws() {
    func reason(_ change: (inout ZoneFileText) -> Void) -> String? {
      var file = Self.file
      change(&file)
      return Self.reason(file.bytes)
    }
    let disorder = "is damaged: its times are in no order"
    #expect(reason { $0.magic = "TZIF" } == "is no file of a time zone")
    #expect(Self.reason(ZoneFileText(offsets: []).bytes) == "is damaged: it has no offsets")
    #expect(reason { $0.leapSecondCount = 1 } == "counts leap seconds, which dates do not")
    #expect(reason { $0.transitionCount = -1 } == "is damaged: it counts too much")
    #expect(reason { $0.transitionCount = 1 << 20 } == "is damaged: it ends too early")
    #expect(reason { $0.transitions[0].type = 3 } == disorder)
    #expect(reason { $0.transitions[1].time = -1_000_000 } == disorder)
    #expect(reason { $0.transitions[2].time = .max } == disorder)
    #expect(
      reason { $0.offsets[1] = 100_000 } == "is damaged: it has an offset of more than a day"
    )
    #expect(
      reason { $0.footer = "STD" } == "is damaged: the rule at its end cannot be understood"
    )
    #expect(reason { $0.footer = nil } == "is damaged: it ends too early")
  }
}
