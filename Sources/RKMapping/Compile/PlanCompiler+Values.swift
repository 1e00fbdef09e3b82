internal import RKEngine

extension PlanCompiler {
  /// What is done to a value; attributes with equal keys share a rule.
  struct ValueKey: Hashable {
    var transforms: [ValueTransform]
    var type: AttributeType?
    var map: MapKey?
    var emptyIsNull: Bool
  }

  /// Returns the rule for an attribute's values; none if they are copied.
  mutating func valueRule(of attribute: AttributeMapping, at site: PlanSite) -> PlanID<ValueRule> {
    if attribute.changesNothing { return .none }
    var key = attribute.valueKey
    if coversRules, let map = key.map?.map, graph.valueMaps[map.index].name == nil {
      key.map?.mapper = sites[Int(site.index)].mapper
    }
    let countsDates = key.type?.countsDates == true
    let policy = attribute.conversionPolicy
    // Reports about kinds name the attribute, so that its rule is not shared.
    if policy == .allow, let made = valueRules[key] {
      return countsDates ? counting(made, at: site) : made
    }
    let wanted = key.type.flatMap { conversion($0) }
    var kinds: ValueRule.KindPolicy?
    if policy != .allow, let wanted {
      let natural = wanted.naturalKinds(dates: plan.dates)
      kinds = ValueRule.KindPolicy(natural: natural, isError: policy == .fail, site: site)
    }
    let rule = ValueRule(
      wanted,
      emptyIsNull: key.emptyIsNull,
      transforms: plan.add(key.transforms),
      map: key.map.map { add($0) } ?? .none,
      kinds: kinds
    )
    let id = plan.valueRules.add(rule)
    if policy == .allow { valueRules[key] = id }
    if countsDates { countDates(at: site) }
    return id
  }

  /// Copies a rule for another attribute, with its own conversion.
  ///
  /// Dates of which something is assumed are counted for each attribute.
  private mutating func counting(_ made: PlanID<ValueRule>, at site: PlanSite) -> PlanID<ValueRule>
  {
    let rule = plan.valueRules[made]
    let own = ValueRule(
      rule.conversion.map { copy($0) },
      emptyIsNull: rule.emptyIsNull,
      transforms: rule.transforms,
      map: rule.map
    )
    countDates(at: site)
    return plan.valueRules.add(own)
  }

  private mutating func copy(_ conversion: Conversion) -> Conversion {
    switch conversion {
    case .date(let id): return .date(plan.dates.conversions.add(plan.dates.conversions[id]))
    case .list(let element, let isSet) where !element.isNone:
      let inner = copy(plan.conversions[element])
      return .list(of: plan.conversions.add(inner), isSet: isSet)
    default: return conversion
    }
  }

  /// Attributes the dates of the last conversion to a site.
  private mutating func countDates(at site: PlanSite) {
    while dateSites.count < plan.dates.conversions.count { dateSites.append(-1) }
    dateSites[plan.dates.conversions.count - 1] = Int(site.index)
  }

  mutating func add(_ key: MapKey) -> PlanID<ValueMap> {
    if let made = valueMaps[key] { return made }
    let mapping = graph.valueMaps[key.map.index]
    let last = Dictionary(mapping.entries.map { ($0.text.exact, $0.value) }) { _, last in last }
    // Sorted, so that the order is deterministic: shorter texts first.
    let sorted = last.map { (text: Array($0.key.text.utf8), value: $0.value) }.sorted {
      one,
      other in
      one.text.count != other.text.count
        ? one.text.count < other.text.count : one.text.lexicographicallyPrecedes(other.text)
    }
    var entries: [ValueMapEntry] = []
    for entry in sorted {
      let text = plan.add(text: entry.text)
      entries.append(ValueMapEntry(text: text, value: constant(entry.value)))
    }
    let id = plan.add(entries, otherwise: constant(mapping.otherwise))
    valueMaps[key] = id
    return id
  }

  /// Returns the conversion of a type; nil if values stay unchanged.
  mutating func conversion(_ type: AttributeType) -> Conversion? {
    switch type {
    case .plain(let type): return type.declaration.conversion
    case .decimal(let column): return .decimal(column)
    case .date(let rules):
      let conversion = rules.conversion(in: &plan.dates, zones: &zones)
      return .date(plan.dates.add(conversion))
    case .list(let element): return .list(of: self.element(element), isSet: false)
    case .set(let element), .orderedSet(let element):
      return .list(of: self.element(element), isSet: true)
    }
  }

  mutating func element(_ type: AttributeType) -> PlanID<Conversion> {
    guard let conversion = conversion(type) else { return .none }
    return plan.conversions.add(conversion)
  }
}

extension AttributeMapping {
  /// What is done to its values.
  fileprivate var valueKey: PlanCompiler.ValueKey {
    let isSilent = policies.drift == nil || policies.drift == .allow
    return PlanCompiler.ValueKey(
      transforms: transforms,
      type: type == .plain(.any) ? nil : isSilent ? type : type?.notingZones,
      map: valueMap.map { PlanCompiler.MapKey(map: $0) },
      emptyIsNull: emptyCountsAsNull
    )
  }
}
