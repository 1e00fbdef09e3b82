extension DateZone {
  /// The seconds east of Greenwich at a time of UTC.
  @inline(__always)
  func offset(at time: CivilTime, _ dates: borrowing DateTables) -> Int {
    switch self {
    case .offset(let offset): Int(offset)
    case .table(let id):
      dates.zones[id].offset(time.secondsSince1970, dates) { $0.start }
    }
  }

  /// The seconds east of Greenwich at a local time.
  ///
  /// A skipped local time has the offset before the gap; a local time that occurs twice is the
  /// earlier one.
  @inline(__always)
  func offset(atLocal time: CivilTime, _ dates: borrowing DateTables) -> Int {
    switch self {
    case .offset(let offset): Int(offset)
    case .table(let id):
      dates.zones[id].offset(time.secondsSince1970, dates) { $0.localStart }
    }
  }
}

extension ZoneTable {
  /// The seconds in 400 years, after which the calendar repeats.
  private static var cycle: Int { 146_097 * CivilTime.secondsPerDay }

  /// The offset of the last period that has begun.
  @inline(__always)
  fileprivate func offset(
    _ seconds: Int,
    _ dates: borrowing DateTables,
    _ start: (ZonePeriod) -> Int64
  ) -> Int {
    var seconds = seconds
    if seconds >= Int(end) {
      seconds -= ((seconds - Int(end)) / Self.cycle + 1) * Self.cycle
    }
    var period = Int(periods.first)
    // Two days early, since blocks are counted in UTC, and local clocks may differ by a day.
    let block = ((seconds - 2 * CivilTime.secondsPerDay) >> Self.blockBits) - firstBlock
    if block >= 0 {
      period = Int(dates.zoneBlocks[Int(blocks.first) + min(block, blocks.count - 1)])
    }
    while period + 1 < Int(periods.end), Int(start(dates.periods[period + 1])) <= seconds {
      period += 1
    }
    return Int(dates.periods[period].offset)
  }
}
