package import RKEngine

extension DateRules {
  /// Compiles the rules into the tables of a plan.
  ///
  /// `zones` has the time zones that the tables already contain.
  package func conversion(
    in dates: inout DateTables,
    zones: inout [TimeZone: DateZone]
  ) -> DateConversion {
    let compiled = formats.map { $0.format(in: &dates, as: kind) }
    dates.names += formats.map(\.text)
    var conversion = DateConversion(
      formats: dates.formats.add(compiled),
      isUnnamed: isUnnamed,
      zone: zone.zone(in: &dates, &zones),
      output: output.format(in: &dates, as: kind)
    )
    conversion.precision = precision ?? -1
    conversion.notesZones = notesZones
    if isUnnamed, let place = formats.firstIndex(where: { $0.text == DatePattern.assumedText }) {
      conversion.assumedFormat = conversion.formats.first + Int32(place)
    }
    return conversion
  }
}

extension DatePattern {
  func format(in dates: inout DateTables, as kind: PlainType = .date) -> DateFormat {
    switch form {
    case .iso8601: kind == .day ? .day : kind == .local ? .local : .iso8601
    case .epoch: .epoch
    case .epochMilliseconds: .epochMilliseconds
    case .rfc1123: .rfc1123
    case .dotNet: .dotNet
    case .steps(let steps): .pattern(dates.steps.add(steps))
    }
  }
}

extension TimeZone {
  fileprivate func zone(in dates: inout DateTables, _ known: inout [TimeZone: DateZone])
    -> DateZone
  {
    switch offsets {
    case .fixed(let offset): return .offset(Int32(offset))
    case .history(let periods, let end):
      if let zone = known[self] { return zone }
      let zone = DateZone.table(dates.add(periods, end: end))
      known[self] = zone
      return zone
    }
  }
}
