/// The tables of a plan that the conversion of dates needs.
///
/// Separate from the plan, which is too large to be passed on for each value.
package struct DateTables: Sendable {
  package var conversions: [DateConversion] = []
  package var formats: [DateFormat] = []
  /// The names of the formats, as a spec has them.
  package var names: [String] = []
  package var steps: [DateStep] = []
  package var zones: [ZoneTable] = []
  package var periods: [ZonePeriod] = []
  package var zoneBlocks: [UInt32] = []

  package init() {}
}

extension DateTables {
  /// Adds a conversion, with its fast path if it has one.
  package mutating func add(_ conversion: DateConversion) -> PlanID<DateConversion> {
    var added = conversion
    added.day = DayConversion(conversion, self)
    return conversions.add(added)
  }

  /// Adds a zone with these periods, the first of which begins before all times.
  package mutating func add(_ periods: [ZonePeriod], end: Int64) -> PlanID<ZoneTable> {
    let range = self.periods.add(periods)
    // Times in years of four digits are looked up, with a day on both sides.
    let times = (-62_167_305_600...253_402_387_200)
    let starts = periods.dropFirst().map {
      min(max(Int($0.start), times.lowerBound), times.upperBound)
    }
    let first = (starts.first ?? 0) >> ZoneTable.blockBits
    let last = (starts.last ?? 0) >> ZoneTable.blockBits
    var period = range.indices.lowerBound
    let blocks = (first...last).map { block in
      while period + 1 < range.indices.upperBound
        && Int(self.periods[period + 1].start) <= block << ZoneTable.blockBits
      {
        period += 1
      }
      return UInt32(period)
    }
    return zones.add(
      ZoneTable(periods: range, end: end, blocks: zoneBlocks.add(blocks), firstBlock: first)
    )
  }
}
