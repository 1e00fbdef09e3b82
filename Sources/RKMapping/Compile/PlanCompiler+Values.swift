internal import RKEngine

extension PlanCompiler {
  /// What is done to a value: attributes that do the same share a rule.
  struct ValueKey: Hashable {
    var transforms: [ValueTransform]
    var type: AttributeType?
    var map: ValueMappingID?
    var emptyIsNull: Bool
  }

  /// The rule of an attribute's values; none where they are copied.
  mutating func valueRule(of attribute: AttributeMapping) -> PlanID<ValueRule> {
    if attribute.changesNothing { return .none }
    let key = attribute.valueKey
    if let made = valueRules[key] { return made }
    let rule = ValueRule(
      key.type.flatMap { conversion($0) },
      emptyIsNull: key.emptyIsNull,
      transforms: plan.add(key.transforms),
      map: key.map.map { add($0) } ?? .none
    )
    let id = plan.valueRules.add(rule)
    valueRules[key] = id
    return id
  }

  private mutating func add(_ number: ValueMappingID) -> PlanID<ValueMap> {
    if let made = valueMaps[number] { return made }
    let mapping = graph.valueMaps[number.index]
    let last = Dictionary(mapping.entries.map { ($0.text.exact, $0.value) }) { _, last in last }
    // In an order that is the same for the same spec: shorter texts first.
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
    valueMaps[number] = id
    return id
  }

  /// The opcode of a type; nil where values stay as they are.
  private mutating func conversion(_ type: AttributeType) -> Conversion? {
    switch type {
    case .plain(let type): return type.declaration.conversion
    case .date(let rules):
      let conversion = rules.conversion(in: &plan.dates, zones: &zones)
      return .date(plan.dates.add(conversion))
    case .list(let element): return .list(of: self.element(element), isSet: false)
    case .set(let element), .orderedSet(let element):
      return .list(of: self.element(element), isSet: true)
    }
  }

  private mutating func element(_ type: AttributeType) -> PlanID<Conversion> {
    guard let conversion = conversion(type) else { return .none }
    return plan.conversions.add(conversion)
  }
}

extension AttributeMapping {
  /// What is done to its values.
  fileprivate var valueKey: PlanCompiler.ValueKey {
    PlanCompiler.ValueKey(
      transforms: transforms,
      type: type == .plain(.any) ? nil : type,
      map: valueMap,
      emptyIsNull: emptyCountsAsNull
    )
  }
}
