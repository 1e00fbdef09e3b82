/// Where a time is at home: what clocks show there.
package enum DateZone: Sendable, BitwiseCopyable {
  /// So many seconds east of Greenwich, always.
  case offset(Int32)
  case table(PlanID<ZoneTable>)

  package static var utc: DateZone { .offset(0) }
}

/// The offsets of a time zone through all of time.
///
/// Rules that go on for ever repeat with the calendar, every 400 years: so much of them stands in
/// the table, and a later time is looked up as the one so many times 400 years before.
package struct ZoneTable: Sendable, BitwiseCopyable {
  /// In the order of time; the first begins before all times.
  package var periods: PlanRange<ZonePeriod>
  /// Seconds since 1970 from which on times are looked up 400 years earlier.
  package var end: Int64
  /// For each block of time the period that lasts when it begins, by its place in the plan's table.
  package var blocks: PlanRange<UInt32>
  /// The number of the first block.
  package var firstBlock: Int

  /// How many bits count the seconds of a block: some 194 days, in which clocks are changed once or
  /// twice.
  static var blockBits: Int { 24 }
}

/// A time through which a zone keeps its offset.
package struct ZonePeriod: Sendable, Hashable, BitwiseCopyable {
  /// In seconds since 1970, by UTC.
  package var start: Int64
  /// The same by the zone's own clocks: the later of what they show before and after they are
  /// changed.
  ///
  /// So a time that is skipped, or that occurs twice, is one of the period before.
  package var localStart: Int64
  /// Seconds east of Greenwich.
  package var offset: Int32

  package init(start: Int64, localStart: Int64, offset: Int32) {
    self.start = start
    self.localStart = localStart
    self.offset = offset
  }
}
