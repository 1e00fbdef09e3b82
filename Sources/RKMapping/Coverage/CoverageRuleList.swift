internal import RKDiagnostics
internal import RKEngine

/// The rules of a spec that some descriptors reach, in the order of the spec.
struct CoverageRuleList {
  /// A rule, and how its counts are taken from those of a plan.
  private struct Entry {
    var rule: CoverageRule
    var place: SpecPlace
    /// The numbers of the rule in the plan.
    var numbers: [Int] = []
    /// For an entry of a value map, the numbers under which all its look-ups are counted.
    var lookUps: [Int]?
  }

  private let graph: MappingGraph
  private let compiled: CompiledMapping
  private let numbers: CoverageRules
  /// The numbers of each site, by name.
  private var sites: [String: [Int]] = [:]
  /// The nodes of each mapping.
  private var nodes: [MappingID: [Int]] = [:]
  private var entries: [Entry] = []
  private var countedMaps: Set<ValueMappingID> = []

  init(_ graph: MappingGraph, _ compiled: CompiledMapping) {
    self.graph = graph
    self.compiled = compiled
    numbers = CoverageRules(compiled.plan)
    for (number, site) in compiled.sites.enumerated() {
      if case .mapper = site.part { continue }
      sites[site.subject, default: []].append(numbers.site(PlanSite(number)))
    }
    for (node, mapping) in compiled.mappings.enumerated() {
      nodes[mapping, default: []].append(node)
    }
    for (number, descriptor) in compiled.descriptors.enumerated() { add(descriptor, number) }
    for mapping in graph.reached(from: compiled.descriptors.map(\.mapping)) {
      switch graph[mapping] {
      case .object(let object): add(object, mapping)
      case .dynamic(let dynamic): add(dynamic, mapping)
      }
    }
    entries.sort { one, other in
      (one.place.file, one.place.range.lowerBound) != (
        other.place.file, other.place.range.lowerBound
      )
        ? (one.place.file, one.place.range.lowerBound)
          < (other.place.file, other.place.range.lowerBound)
        : one.rule.name.utf8.lexicographicallyPrecedes(other.rule.name.utf8)
    }
  }

  private mutating func add(
    _ name: String,
    _ kind: CoverageRule.Kind,
    at place: SpecPlace,
    _ numbers: [Int],
    lookUps: [Int]? = nil,
    stated: StatedPolicies = [],
    choices: [String] = []
  ) {
    var rule = CoverageRule(name, kind, at: graph.location(of: place))
    rule.stated = stated
    rule.choices = choices
    entries.append(Entry(rule: rule, place: place, numbers: numbers, lookUps: lookUps))
  }

  // MARK: - Rules

  private mutating func add(_ descriptor: ResponseDescriptor, _ number: Int) {
    add(
      "descriptors[\(graph.place(of: descriptor))]",
      .descriptor,
      at: descriptor.place,
      [numbers.descriptor(number)]
    )
    entries[entries.count - 1].rule.isOptional = descriptor.isOptional
    entries[entries.count - 1].rule.emptyFinding = EmptyFinding(descriptor, graph)
  }

  private mutating func addMapper(_ id: MappingID, _ place: SpecPlace, choices: [String] = []) {
    let own = nodes[id, default: []].map { numbers.site(compiled.plan.nodes[$0].site) }
    add("mappers.\(graph[id].id)", .mapper, at: place, own, choices: choices)
  }

  private mutating func add(_ mapping: ObjectMapping, _ id: MappingID) {
    let name = "mappers.\(mapping.id)"
    addMapper(id, mapping.place)
    if let when = mapping.when {
      let own = nodes[id, default: []].map { numbers.condition(ofNode: $0) }
      add("\(name).when", .when, at: when.place, own)
    }
    for attribute in mapping.attributes { add(attribute, of: mapping, name) }
    for relationship in mapping.relationships {
      addSite(
        "\(name).relationships.\(relationship.destination.text)",
        .relationship,
        at: relationship.place,
        stated: relationship.stated
      )
    }
    for connection in mapping.connections {
      addSite(
        "\(name).connections.\(connection.destination.text)",
        .connection,
        at: connection.destinationPlace
      )
    }
    addValidations(mapping.validations, name)
  }

  private mutating func addSite(
    _ name: String,
    _ kind: CoverageRule.Kind,
    at place: SpecPlace,
    stated: StatedPolicies = []
  ) {
    add(name, kind, at: place, sites[name, default: []], stated: stated)
  }

  private mutating func addValidations(_ validations: [ValidationDeclaration], _ name: String) {
    for (number, validation) in validations.enumerated() {
      addSite("\(name).validate[\(number)]", .validation, at: validation.place)
    }
  }

  private mutating func add(
    _ attribute: AttributeMapping,
    of mapping: ObjectMapping,
    _ mapper: String
  ) {
    let name = "\(mapper).attributes.\(attribute.destination.text)"
    if attribute.destination.text == mapping.nestingAttribute {
      add("\(mapper).keyAttribute", .nesting, at: attribute.place, sites[name, default: []])
    } else {
      addSite(name, .attribute, at: attribute.place, stated: attribute.stated)
    }
    addValidations(attribute.validations, name)
    guard let id = attribute.valueMap else { return }
    let isNamed = graph.valueMaps[id.index].name != nil
    if isNamed && !countedMaps.insert(id).inserted { return }
    let map = graph.valueMaps[id.index].name.map { "valueMaps.\($0)" } ?? "\(name).map"
    addEntries(of: PlanCompiler.MapKey(map: id, mapper: isNamed ? nil : mapping.id), map)
  }

  private mutating func addEntries(of key: PlanCompiler.MapKey, _ name: String) {
    let mapping = graph.valueMaps[key.map.index]
    let made = compiled.valueMaps[key]
    let lookUps = made.map { [numbers.otherEntry(ofMap: Int($0.index))] } ?? []
    var known: Set<ExactText> = []
    // If a text occurs twice, the last entry counts.
    for entry in mapping.entries.reversed() where known.insert(entry.text.exact).inserted {
      guard let place = entry.place else { continue }
      let number = made.flatMap { compiled.plan.number(ofEntry: entry.text, in: $0) }
      add(
        "\(name).\(entry.text)",
        .entry,
        at: place,
        number.map { [numbers.entry($0)] } ?? [],
        lookUps: lookUps
      )
    }
    if let place = mapping.otherwisePlace {
      add("\(name).default", .entry, at: place, lookUps, lookUps: lookUps)
    }
  }

  private mutating func add(_ mapping: DynamicMapping, _ id: MappingID) {
    let name = "mappers.\(mapping.id)"
    var choices = mapping.matchers.indices.map { "\(name).matchers[\($0)]" }
    if mapping.otherwisePlace != nil { choices.append("\(name).default") }
    addMapper(id, mapping.place, choices: choices)
    entries[entries.count - 1].rule.isDynamic = true
    let own = nodes[id, default: []]
    if let nesting = mapping.nesting {
      let subjects = graph[id].references.map { target in
        "mappers.\(graph[target].id).attributes.\(nesting.destination.text)"
      }
      let found = Set(subjects).sorted().flatMap { sites[$0, default: []] }
      add("\(name).keyAttribute", .nesting, at: nesting.place, found)
    }
    for (number, matcher) in mapping.matchers.enumerated() {
      let found = own.map {
        numbers.matcher(Int(compiled.plan.nodes[$0].matchers.first) + number)
      }
      add(choices[number], .matcher, at: matcher.place, found)
    }
    if let place = mapping.otherwisePlace {
      add("\(name).default", .default, at: place, own.map { numbers.otherwise(ofNode: $0) })
    }
  }

  // MARK: - Counts

  /// The rules without counts.
  var rules: [CoverageRule] { entries.map(\.rule) }

  /// The rules with the counts of a run.
  func rules(_ tally: CoverageTally) -> [CoverageRule] {
    entries.map { entry in
      var rule = entry.rule
      for number in entry.numbers { rule.counts.add(tally[number]) }
      if let lookUps = entry.lookUps {
        rule.counts.records = lookUps.reduce(0) { $0 + tally[$1].records }
      }
      return rule
    }
  }

  /// For each rule of the plan, its index in the list.
  var places: [Int32: Int] {
    var places: [Int32: Int] = [:]
    for (place, entry) in entries.enumerated() {
      for number in entry.numbers { places[Int32(number)] = place }
    }
    return places
  }
}

extension MappingGraph {
  /// The mappings that can be reached from some, including those.
  fileprivate func reached(from starts: [MappingID]) -> [MappingID] {
    var found: Set<MappingID> = []
    var order: [MappingID] = []
    var open = Array(starts.reversed())
    while let next = open.popLast() {
      guard found.insert(next).inserted else { continue }
      order.append(next)
      open += self[next].references.reversed()
    }
    return order
  }
}

extension MappingPlan {
  /// The number of a value map's entry for a text.
  fileprivate func number(ofEntry text: String, in id: PlanID<ValueMap>) -> Int? {
    let wanted = Array(text.utf8)
    return valueMaps[id].entries.indices.first { number in
      self.text[valueMapEntries[number].text.range].elementsEqual(wanted)
    }
  }
}
