/// A time zone: the local time of a place.
package enum DateZone: Sendable, BitwiseCopyable {
  /// A fixed number of seconds east of Greenwich.
  case offset(Int32)
  case table(PlanID<ZoneTable>)

  package static var utc: DateZone { .offset(0) }
}

/// The offsets of a time zone for all times.
///
/// Rules without an end repeat with the calendar, every 400 years. The table contains one such
/// cycle; a later time is looked up a multiple of 400 years before.
package struct ZoneTable: Sendable, BitwiseCopyable {
  /// In chronological order; the first begins before all times.
  package var periods: PlanRange<ZonePeriod>
  /// Seconds since 1970; later times are looked up 400 years earlier.
  package var end: Int64
  /// For each block of time, the index in the plan's table of the period at its beginning.
  package var blocks: PlanRange<UInt32>
  /// The number of the first block.
  package var firstBlock: Int

  /// The bits that count the seconds of a block: some 194 days, in which the offset changes once or
  /// twice.
  static var blockBits: Int { 24 }
}

/// A time during which a zone keeps its offset.
package struct ZonePeriod: Sendable, Hashable, BitwiseCopyable {
  /// In seconds since 1970, by UTC.
  package var start: Int64
  /// The beginning in local time: the later of the local times before and after the change.
  ///
  /// So a local time that is skipped, or that occurs twice, belongs to the period before.
  package var localStart: Int64
  /// Seconds east of Greenwich.
  package var offset: Int32

  package init(start: Int64, localStart: Int64, offset: Int32) {
    self.start = start
    self.localStart = localStart
    self.offset = offset
  }
}
