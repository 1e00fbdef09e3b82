extension DateZone {
  /// The seconds east of Greenwich at a time of UTC.
  @inline(__always)
  func offset(at time: CivilTime, _ plan: borrowing MappingPlan) -> Int {
    switch self {
    case .offset(let offset): Int(offset)
    case .table(let id):
      plan.timeZones[id].offset(time.secondsSince1970, plan.zonePeriods.span) { $0.start }
    }
  }

  /// The seconds east of Greenwich where clocks show this time.
  ///
  /// A time that they skip has the offset before the gap; one that they show twice is the earlier.
  @inline(__always)
  func offset(atLocal time: CivilTime, _ plan: borrowing MappingPlan) -> Int {
    switch self {
    case .offset(let offset): Int(offset)
    case .table(let id):
      plan.timeZones[id].offset(time.secondsSince1970, plan.zonePeriods.span) { $0.localStart }
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
    _ periods: Span<ZonePeriod>,
    _ start: (ZonePeriod) -> Int64
  ) -> Int {
    var seconds = seconds
    if seconds >= Int(end) {
      seconds -= ((seconds - Int(end)) / Self.cycle + 1) * Self.cycle
    }
    var low = Int(self.periods.first)
    var count = self.periods.count
    while count > 1 {
      let half = count / 2
      if Int(start(periods[low + half])) <= seconds { low += half }
      count -= half
    }
    return Int(periods[low].offset)
  }
}
