package import RKEngine

extension DateRules {
  /// Compiles the rules into a plan; `zones` are those that are in it already.
  package func conversion(
    in plan: inout MappingPlan,
    zones: inout [TimeZone: DateZone]
  ) -> DateConversion {
    let formats = formats.map { $0.format(in: &plan) }
    let known = zones[zone] ?? zone.zone(in: &plan)
    zones[zone] = known
    return DateConversion(
      formats: plan.dateFormats.add(formats),
      isUnnamed: isUnnamed,
      zone: known,
      output: output.format(in: &plan)
    )
  }
}

extension DatePattern {
  fileprivate func format(in plan: inout MappingPlan) -> DateFormat {
    switch form {
    case .iso8601: .iso8601
    case .epoch: .epoch
    case .epochMilliseconds: .epochMilliseconds
    case .rfc1123: .rfc1123
    case .dotNet: .dotNet
    case .steps(let steps): .pattern(plan.dateSteps.add(steps))
    }
  }
}

extension TimeZone {
  fileprivate func zone(in plan: inout MappingPlan) -> DateZone {
    switch offsets {
    case .fixed(let offset): return .offset(Int32(offset))
    case .history(let periods, let end):
      let table = ZoneTable(periods: plan.zonePeriods.add(periods), end: end)
      return .table(plan.timeZones.add(table))
    }
  }
}
