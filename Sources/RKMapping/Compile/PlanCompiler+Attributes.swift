internal import RKEngine

extension PlanCompiler {
  /// An attribute of a record, and its destination.
  struct Rule {
    var attribute: AttributeMapping
    var column: Int
    /// Whether its source is in the representation of the record's owner.
    var isFromOwner = false
    /// The relationship of the owner whose record it fills.
    var relationship: [String] = []
    var isLate: Bool
    /// Whether the attribute's value is computed, not found.
    let isComputed: Bool
    /// Whether values from outside the representation make it mappable.
    ///
    /// True if its mapper reads no others.
    var countsContext = false
    /// The mapping that contains it.
    var mapping: MappingName

    init(_ attribute: AttributeMapping, column: Int, isLate: Bool, in mapping: MappingName) {
      isComputed = attribute.isComputed
      self.attribute = attribute
      self.column = column
      self.isLate = isLate
      self.mapping = mapping
    }
  }

  /// The part of a mapping that its rules need; it is small, so that rules are cheap to copy.
  struct MappingName {
    var number: MappingID
    var id: String
    var target: String

    init(_ mapping: ObjectMapping, _ number: MappingID) {
      self.number = number
      id = mapping.id
      target = mapping.target
    }
  }

  /// Adds attributes to the plan: plain copies first, then other early ones, then late ones.
  mutating func addAttributes(
    _ rules: [Rule],
    scalar: String?,
    _ tree: inout ShapeTree,
    _ node: inout PlanNode
  ) {
    let first = plan.attributes.count
    // Indices, because rules are large.
    var copies: [Int] = []
    var others: [Int] = []
    var late: [Int] = []
    for number in rules.indices where !rules[number].isComputed {
      let id = PlanID<AttributeRule>(first + copies.count)
      if rules[number].isLate {
        late.append(number)
      } else if rules[number].attribute.isMereCopy,
        let key = rules[number].attribute.sources[0].onlyKey,
        tree.copy(key, to: id, column: UInt32(rules[number].column))
      {
        copies.append(number)
      } else {
        others.append(number)
      }
    }
    node.copyCount = UInt32(copies.count)
    let early = copies + others
    node.early = addAttributes(rules, early, tree)
    node.late = addAttributes(rules, late, tree)
    if let scalar,
      let place = early.lastIndex(where: { rules[$0].attribute.destination.text == scalar })
    {
      node.scalarAttribute = PlanID(Int(node.early.first) + place)
    }
  }

  /// Adds some of a mapping's rules to the plan, by their indices.
  private mutating func addAttributes(
    _ rules: [Rule],
    _ places: [Int],
    _ tree: ShapeTree
  ) -> PlanRange<AttributeRule> {
    let first = plan.attributes.count
    for place in places {
      let compiled = compile(rules[place], tree)
      plan.attributes.append(compiled)
    }
    return PlanRange(first..<plan.attributes.count)
  }

  mutating func compile(_ rule: Rule, _ tree: ShapeTree) -> AttributeRule {
    let attribute = rule.attribute
    let findsNull = attribute.policies.nullPath == .null
    let firstSource = plan.sources.count
    let hasContext = !rule.countsContext && attribute.sources.contains(where: \.climbs)
    for path in attribute.sources {
      var source = source(path, in: tree, fromOwner: rule.isFromOwner, findsNull: findsNull)
      if hasContext && !path.climbs && !rule.isFromOwner { source = source.countingAlone }
      plan.sources.append(source)
    }
    let site = add(site(of: rule))
    var compiled = AttributeRule(
      sources: PlanRange(firstSource..<plan.sources.count),
      column: UInt32(rule.column),
      valueRule: valueRule(of: attribute, at: site),
      site: site
    )
    compiled.constant = constant(attribute.constant ?? attribute.defaultValue)
    compiled.onMissing = attribute.missingFallback
    compiled.hasSilentDefault = attribute.hasSilentDefault
    compiled.onNull = attribute.nullFallback
    compiled.onError = attribute.errorFallback
    compiled.isRequired = attribute.isRequired
    if attribute.isRequired && !attribute.validations.isEmpty { deferRequirement(&compiled) }
    compiled.counts = !attribute.sources.isEmpty && !rule.isFromOwner && !hasContext
    compiled.countsWhenComposed = attribute.sources.contains { !$0.isWhole }
    return compiled
  }

  func site(of rule: Rule) -> RuleSite {
    let attribute = rule.attribute
    var site = RuleSite(
      attribute,
      mapper: rule.mapping.id,
      target: rule.mapping.target,
      details: attribute.details(in: graph)
    )
    site.hasErrorPolicy = attribute.policies.onError != nil
    site.statesMissing = attribute.policies.onMissing != nil || attribute.defaultValue != nil
    return site
  }
}

extension Source {
  /// A copy of the source that decides alone whether it makes a representation mappable.
  fileprivate var countingAlone: Source {
    var counting = self
    if case .member = origin {
      counting = Source(.representation, rest: whole, whole: whole)
      counting.findsNull = findsNull
    }
    counting.countsAlone = true
    return counting
  }
}
