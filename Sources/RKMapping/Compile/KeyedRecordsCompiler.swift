internal import RKEngine

/// Extends a mapping so that it reads its own records from keyed lines.
///
/// Adds a mapping for each target, whose sources are the destinations of all mappings of the
/// target, and a descriptor that chooses by the target of a line.
///
/// References to records of other lines are read by mappings for keys alone. The mappings that make
/// the records are kept, so that tables have the same layout.
struct KeyedRecordsCompiler {
  /// A mapping that also reads records.
  struct Result {
    var graph: MappingGraph
    /// The descriptors of the run that wrote the lines, followed by the one that reads them.
    var descriptors: [ResponseDescriptor]
    /// The targets whose records have lines, with the numbers of parts of their keys.
    var targets: [(name: String, partCount: Int)] = []
    /// The key of the member with the index of a line's target.
    var indexKey: String
    /// The first of the mappings that read records.
    var firstReading: Int
    /// Those of them that read only keys.
    var references: Set<Int> = []
    /// For each reading mapping, the indices of the relationships whose records are composed of
    /// their owners' members.
    var composed: [Int: Set<Int>] = [:]
  }

  /// A target, and the mappings that read its records.
  private struct KeyedTarget {
    var nodes: [Int] = []
    /// Whether its records have lines of their own.
    var isRoot = false
    var identity: [String] = []
    /// The mapping for records of a line or inside other records, and the mapping for keys.
    var reading = MappingID(0)
    var reference = MappingID(0)
  }

  /// A relationship or a connection of a target's records.
  private struct Link {
    var keys: [String]
    var cardinality: Cardinality
    var policy: AssignmentPolicy
    var isComposed: Bool
    var targets: [String]
  }

  private let compiled: CompiledMapping
  private let graph: MappingGraph
  /// Whether records stand in other records with all of their members.
  private let embeds: Bool
  private let identities: [String: TargetIdentity]
  private var targets = KeyedValues<String, KeyedTarget>()
  private var choosers: [[String]: MappingID] = [:]
  private var result: Result

  /// Extends a mapping; `compiled` has the descriptors of the run that wrote the lines.
  ///
  /// With `embeds` records stand in other records with all of their members, as in snapshots.
  static func compile(
    _ compiled: CompiledMapping,
    _ graph: MappingGraph,
    embeds: Bool = false
  ) -> Result {
    var compiler = KeyedRecordsCompiler(compiled, graph, embeds: embeds)
    compiler.findTargets()
    compiler.reserveMappings()
    for name in compiler.targets.keys { compiler.fillMappings(of: name) }
    compiler.addDescriptor()
    return compiler.result
  }

  private init(_ compiled: CompiledMapping, _ graph: MappingGraph, embeds: Bool) {
    self.embeds = embeds
    self.compiled = compiled
    self.graph = graph
    identities = graph.identities()
    result = Result(
      graph: graph,
      descriptors: [],
      indexKey: "@",
      firstReading: graph.mappings.count
    )
    // Records have the member names that were written; the spec's renaming of keys must not apply again.
    result.graph.keyNaming = KeyNaming()
  }

  private var plan: MappingPlan { compiled.plan }

  private mutating func findTargets() {
    for (number, node) in plan.nodes.enumerated() where !node.record.isNone {
      targets[plan.target(of: node), default: KeyedTarget()].nodes.append(number)
    }
    let form = KeyedForm(compiled, graph)
    for name in targets.keys {
      guard let node = targets[name]?.nodes.first else { continue }
      if form.shapes[Int(plan.nodes[node].record.index)].isIdentified {
        targets[name]?.identity = identities[name]?.attributes ?? []
        targets[name]?.isRoot = true
      }
    }
    for descriptor in plan.descriptors {
      for node in plan.choices(of: descriptor.node) {
        targets[plan.target(of: plan.nodes[node])]?.isRoot = true
      }
    }
    let members = Set(plan.schema.members.map { plan.schema.text($0.name) })
    result.indexKey =
      ["@", "#", "~", "%", "&", "+", "=", "^"].first { !members.contains($0) } ?? "@"
  }

  // MARK: - Mappings

  /// Reserves an ID for each mapping, so that they can refer to each other.
  private mutating func reserveMappings() {
    for name in targets.keys {
      guard let node = targets[name]?.nodes.first else { continue }
      let empty = mapping(of: name, node)
      let reading = add(empty)
      targets[name]?.reading = reading
      guard !embeds, targets[name]?.identity.isEmpty == false else { continue }
      let reference = add(empty)
      targets[name]?.reference = reference
      result.references.insert(reference.index)
    }
  }

  private mutating func add(_ mapping: ObjectMapping) -> MappingID {
    add(.object(mapping))
  }

  private mutating func add(_ mapping: GraphMapping) -> MappingID {
    result.graph.mappings.append(mapping)
    result.graph.bases.append(nil)
    return MappingID(result.graph.mappings.count - 1)
  }

  private func mapping(of target: String, _ node: Int) -> ObjectMapping {
    var policies = KeyPolicies()
    policies.unknown = .error
    policies.ignored =
      ([result.indexKey, KeyedForm.targetKey] + (embeds ? [KindRule.memberName] : [])).map {
        KeyPattern([KeyPattern.Component(pieces: [$0])])
      }
    return ObjectMapping(
      id: target,
      target: target,
      identification: targets[target]?.identity ?? [],
      mapsRelationshipsIfUnmodified: true,
      keyPolicies: policies,
      place: graph[compiled.mappings[node]].place
    )
  }

  private mutating func fillMappings(of name: String) {
    guard let target = targets[name], let first = target.nodes.first else { return }
    var reading = mapping(of: name, first)
    var links: [Link] = []
    for node in target.nodes { addRules(of: node, to: &reading, &links) }
    for (number, link) in links.enumerated() {
      reading.relationships.append(relationship(link, reading.place))
      if link.isComposed { result.composed[target.reading.index, default: []].insert(number) }
    }
    result.graph.mappings[target.reading.index] = .object(reading)
    if embeds || target.identity.isEmpty { return }
    var reference = mapping(of: name, first)
    reference.attributes = reading.attributes.filter {
      target.identity.contains($0.destination.text)
    }
    result.graph.mappings[target.reference.index] = .object(reference)
  }

  /// Adds the rules of a node's records that earlier nodes lack.
  private func addRules(of node: Int, to reading: inout ObjectMapping, _ links: inout [Link]) {
    if case .object(let mapping) = graph[compiled.mappings[node]] {
      if reading.modification == nil, let name = mapping.modification {
        reading.modification = name
        reading.mapsRelationshipsIfUnmodified = mapping.mapsRelationshipsIfUnmodified
      }
      // Lines do not say which mapper made them: the strictest word counts.
      if mapping.onRepeat == .fail || reading.policies.onRepeat ?? .last == .last {
        reading.policies.onRepeat = mapping.onRepeat
      }
      reading.isEntity = reading.isEntity || mapping.isEntity
      reading.identificationPredicate =
        reading.identificationPredicate ?? mapping.identificationPredicate
      reading.deletionPredicate = either(reading.deletionPredicate, mapping.deletionPredicate)
    }
    let related = self.links(of: node)
    plan.schema.visit(plan.schema.records[plan.nodes[node].record].members) { keys, column in
      // The text does not say which of several targets an embedded record has: it is a value.
      if var link = related[column], !embeds || link.targets.count == 1 {
        link.keys = keys
        add(link, to: &links)
        return false
      }
      if !reading.attributes.contains(where: { $0.destination.keys == keys }) {
        reading.attributes.append(attribute(keys, column, of: node, reading.place))
      }
      return related[column] == nil
    }
  }

  /// Returns a predicate that is true if one of two is.
  private func either(_ one: SpecExpression?, _ other: SpecExpression?) -> SpecExpression? {
    guard let one, let other, one.tree.kind != other.tree.kind else { return one ?? other }
    var both = one
    both.tree = Expression(.or([one.tree, other.tree]), at: one.tree.range)
    return both
  }

  // MARK: - Attributes

  private func attribute(
    _ keys: [String],
    _ column: UInt32,
    of node: Int,
    _ place: SpecPlace
  ) -> AttributeMapping {
    let text = keys.joined(separator: ".")
    let rule = plan.attributes(of: plan.nodes[node]).first { $0.column == column }
    var extras: AttributeMapping.Extras?
    if rule?.hasSilentDefault == true, case .object(let mapping) = graph[compiled.mappings[node]] {
      let own = mapping.attributes.first { $0.destination.keys == keys }
      extras = AttributeMapping.Extras(defaultValue: own?.defaultValue)
    }
    return AttributeMapping(
      sources: [SourceKeyPath(components: keys.map { .key($0) }, text: text)],
      destination: DestinationKeyPath(keys: keys, text: text),
      type: rule.flatMap { compiled.sites[Int($0.site.index)].type },
      hasSilentDefault: extras?.defaultValue != nil,
      place: rule.map { compiled.sites[Int($0.site.index)].place } ?? place,
      extras: extras
    )
  }

  // MARK: - Related records

  /// The relationships and connections of a node's records, by their columns.
  private func links(of node: Int) -> [UInt32: Link] {
    var links: [UInt32: Link] = [:]
    guard case .object(let mapping) = graph[compiled.mappings[node]] else { return links }
    let rules = plan.relationships[plan.nodes[node].relationships]
    for (rule, relationship) in zip(rules, mapping.relationships) {
      var targets: [String] = []
      for choice in plan.choices(of: rule.node) {
        let target = plan.target(of: plan.nodes[choice])
        if !targets.contains(target) { targets.append(target) }
      }
      links[rule.column] = Link(
        keys: [],
        cardinality: plan.leadsToMany(rule) ? .many : rule.cardinality,
        policy: relationship.assignmentPolicy,
        isComposed: rule.isComposed,
        targets: targets
      )
    }
    for (rule, connection) in zip(
      plan.connections[plan.nodes[node].connections],
      mapping.connections
    ) {
      links[rule.column] = Link(
        keys: [],
        cardinality: connection.cardinality,
        policy: .set,
        isComposed: false,
        targets: [connection.target]
      )
    }
    return links
  }

  /// Adds a relationship, or adds its targets to a relationship with the same name.
  private func add(_ link: Link, to links: inout [Link]) {
    guard let known = links.firstIndex(where: { $0.keys == link.keys }) else {
      return links.append(link)
    }
    for target in link.targets where !links[known].targets.contains(target) {
      links[known].targets.append(target)
    }
    if links[known].cardinality != link.cardinality { links[known].cardinality = .automatic }
    links[known].isComposed = links[known].isComposed && link.isComposed
  }

  private mutating func relationship(_ link: Link, _ place: SpecPlace) -> RelationshipMapping {
    let text = link.keys.joined(separator: ".")
    return RelationshipMapping(
      source: SourceKeyPath(components: link.keys.map { .key($0) }, text: text),
      destination: DestinationKeyPath(keys: link.keys, text: text),
      mapping: chooser(among: link.targets, place),
      cardinality: link.cardinality,
      assignmentPolicy: link.policy,
      place: place,
      destinationPlace: place
    )
  }

  /// Returns the mapping that reads records of these targets inside others.
  ///
  /// If there are several, a member states the target.
  private mutating func chooser(among names: [String], _ place: SpecPlace) -> MappingID {
    let ids = names.compactMap { name in
      targets[name].map { embeds || $0.identity.isEmpty ? $0.reading : $0.reference }
    }
    if ids.count == 1 { return ids[0] }
    let key = names.sorted()
    if let made = choosers[key] { return made }
    let matchers = zip(names, ids).map { name, id in
      Matcher(KeyedForm.targetKey, says: name, leadingTo: id, place)
    }
    let id = addChooser(matchers, place)
    choosers[key] = id
    return id
  }

  private mutating func addChooser(_ matchers: [Matcher], _ place: SpecPlace) -> MappingID {
    add(
      .dynamic(
        DynamicMapping(
          id: "",
          matchers: matchers,
          unmatched: .error,
          nullPath: .missing,
          place: place
        )
      )
    )
  }

  // MARK: - The descriptor

  private mutating func addDescriptor() {
    let place = graph.descriptors.first?.place ?? SpecPlace(file: 0, range: 0..<0)
    var matchers: [Matcher] = []
    for name in targets.keys {
      guard let target = targets[name], target.isRoot else { continue }
      let index = "\(result.targets.count)"
      matchers.append(
        Matcher(
          source: SourceKeyPath(key: result.indexKey),
          test: .equals,
          values: [(ConstantValue(kind: .number, text: index, plainText: index), nil)],
          mapping: target.reading,
          place: place
        )
      )
      result.targets.append((name, target.identity.count))
    }
    let reader = ResponseDescriptor(
      name: nil,
      pathPattern: nil,
      keyPath: .none,
      methods: nil,
      statusCodes: .success,
      mapping: matchers.count == 1
        ? matchers[0].mapping ?? MappingID(0) : addChooser(matchers, place),
      cardinality: .one,
      isOptional: true,
      prune: nil,
      place: place
    )
    result.descriptors = compiled.descriptors + [reader]
    result.graph.descriptors.append(reader)
  }
}
