internal import RKEngine

/// Compiles the plan that reads records as a mapping writes them.
///
/// It mirrors the mapping: its sources are the mapping's destinations.
struct ExistingRecordsCompiler {
  /// The plan that reads the records, and how they are converted to records of the original plan.
  struct Mirror {
    var compiled: CompiledMapping
    /// For each shape of the mirror's plan, the conversion of its records; nil if it has none.
    var conversions: [ExistingRecords.Conversion?]
  }

  /// The records of one target.
  private struct MirroredTarget {
    var name: String
    /// The shape with the columns of all of them.
    var shape: PlanID<RecordShape>
    /// The nodes that make them.
    var nodes: [Int] = []
  }

  private let compiled: CompiledMapping
  private let graph: MappingGraph
  private let typeKey: String?
  private var mirror = MappingGraph()
  private var targets: [MirroredTarget] = []
  /// For each mapping of the mirror, the columns of the target that its columns correspond to.
  private var places: [[Int]] = []
  private var choosers: [[Int]: MappingID] = [:]

  /// `typeKey` names the member with the target of a record, if there is one.
  ///
  /// With `isDictionary` the records are at the key paths of the result.
  ///
  /// The mapping must have been compiled with merge rules.
  static func compile(
    _ compiled: CompiledMapping,
    _ graph: MappingGraph,
    typeKey: String?,
    isDictionary: Bool
  ) -> Mirror {
    var compiler = ExistingRecordsCompiler(compiled, graph, typeKey)
    compiler.findTargets()
    for target in compiler.targets.indices { compiler.addMapping(of: target) }
    compiler.addDescriptors(isDictionary: isDictionary)
    let made = PlanCompiler.compile(compiler.mirror, descriptors: compiler.mirror.descriptors)
    var conversions: [ExistingRecords.Conversion?] = made.plan.schema.records.map { _ in nil }
    for (node, mapping) in zip(made.plan.nodes, made.mappings) where !node.record.isNone {
      let shape = compiler.targets[mapping.index].shape
      conversions[Int(node.record.index)] = ExistingRecords.Conversion(
        shape: shape,
        columns: compiler.places[mapping.index],
        columnCount: compiled.plan.mergeRules[Int(shape.index)].columns.count
      )
    }
    return Mirror(compiled: made, conversions: conversions)
  }

  private init(_ compiled: CompiledMapping, _ graph: MappingGraph, _ typeKey: String?) {
    self.compiled = compiled
    self.graph = graph
    self.typeKey = typeKey
    mirror.files = graph.files
  }

  private var plan: MappingPlan { compiled.plan }

  /// Finds the targets, in the order of the plan's identities.
  private mutating func findTargets() {
    for (number, node) in plan.nodes.enumerated() where !node.record.isNone {
      let target = Int(plan.identities[Int(node.record.index)].target)
      while targets.count <= target { targets.append(MirroredTarget(name: "", shape: .none)) }
      if targets[target].nodes.isEmpty {
        targets[target].name = plan.schema.text(plan.schema.records[node.record].name)
        targets[target].shape = plan.mergeRules[Int(node.record.index)].merged
      }
      targets[target].nodes.append(number)
    }
  }

  // MARK: - Mappings

  /// Adds the mapping of a target's records; all of them precede the mappings that choose.
  private mutating func addMapping(of target: Int) {
    let shape = targets[target].shape
    let kinds = plan.mergeColumns[plan.mergeRules[Int(shape.index)].columns].map(\.kind)
    var mapping = ObjectMapping(
      id: targets[target].name,
      target: targets[target].name,
      mapsRelationshipsIfUnmodified: false,
      keyPolicies: keyPolicies,
      place: place(of: target)
    )
    var attributes: [Int] = []
    var relationships: [Int] = []
    plan.schema.visit(plan.schema.records[shape].members) { keys, place in
      let column = Int(place)
      let source = SourceKeyPath(
        components: keys.map { .key($0) },
        text: keys.joined(separator: ".")
      )
      let destination = DestinationKeyPath(keys: keys, text: source.text)
      let isRelated = kinds[column] != .attribute
      if isRelated {
        relationships.append(column)
        mapping.relationships.append(
          RelationshipMapping(
            source: source,
            destination: destination,
            mapping: MappingID(0),
            cardinality: .automatic,
            assignmentPolicy: .set,
            place: mapping.place,
            destinationPlace: mapping.place
          )
        )
      } else {
        attributes.append(column)
        mapping.attributes.append(
          AttributeMapping(sources: [source], destination: destination, place: mapping.place)
        )
      }
      // An object that attributes made in place of a related record is read as that record.
      return !isRelated
    }
    places.append(attributes + relationships)
    mirror.mappings.append(.object(mapping))
  }

  private func place(of target: Int) -> SpecPlace {
    graph[compiled.mappings[targets[target].nodes[0]]].place
  }

  /// Keys that no rule reads are errors, because they would be lost.
  private var keyPolicies: KeyPolicies {
    var policies = KeyPolicies()
    policies.unknown = .error
    policies.ignored = typeKey.map { [KeyPattern([KeyPattern.Component(pieces: [$0])])] }
    return policies
  }

  // MARK: - Choices

  /// Sets the mappings of relationships, and adds the descriptors of the result.
  private mutating func addDescriptors(isDictionary: Bool) {
    for target in targets.indices {
      guard case .object(var mapping) = mirror.mappings[target] else { continue }
      let columns = places[target].suffix(mapping.relationships.count)
      for (number, column) in columns.enumerated() {
        mapping.relationships[number].mapping = chooser(among: relatedTargets(of: target, column))
      }
      mirror.mappings[target] = .object(mapping)
    }
    var roots: [[Int]] = compiled.keyPaths.map { _ in [] }
    for descriptor in plan.descriptors {
      roots[descriptor.section] += self.targets(madeBy: descriptor.node)
    }
    guard isDictionary else { return add(roots.flatMap { $0 }, under: nil) }
    for (keyPath, targets) in zip(compiled.keyPaths, roots) { add(targets, under: keyPath) }
  }

  private mutating func add(_ targets: [Int], under keyPath: String?) {
    let mapping = chooser(among: targets)
    mirror.descriptors.append(
      ResponseDescriptor(
        name: nil,
        pathPattern: nil,
        keyPath: keyPath.map { SourceKeyPath(key: $0) } ?? .none,
        methods: nil,
        statusCodes: .success,
        mapping: mapping,
        cardinality: .automatic,
        isOptional: true,
        prune: nil,
        place: mirror[mapping].place
      )
    )
  }

  /// The possible targets of related records in a column of a target's merged records.
  private func relatedTargets(of target: Int, _ column: Int) -> [Int] {
    var found: [Int] = []
    for number in targets[target].nodes {
      let node = plan.nodes[number]
      let rule = plan.mergeRules[Int(node.record.index)]
      // Several nodes may share a target's only shape.
      let isMerged = node.record != targets[target].shape && rule.merged == targets[target].shape
      let place = { (own: UInt32) in
        isMerged ? Int(plan.mergeColumns[Int(rule.columns.first) + Int(own)].place) : Int(own)
      }
      for relationship in plan.relationships[node.relationships]
      where place(relationship.column) == column {
        found += self.targets(madeBy: relationship.node)
      }
      for connection in plan.connections[node.connections]
      where place(connection.column) == column {
        for candidate in plan.connectionCandidates[connection.candidates] {
          found += self.targets(madeBy: candidate.node)
        }
      }
    }
    return found
  }

  /// The targets of the records of a node.
  private func targets(madeBy node: PlanID<PlanNode>) -> [Int] {
    plan.choices(of: node).map { Int(plan.identities[Int(plan.nodes[$0].record.index)].target) }
  }

  /// Returns the mapping that reads records of these targets.
  ///
  /// If there are several, the type key distinguishes them.
  private mutating func chooser(among given: [Int]) -> MappingID {
    let targets = Set(given).sorted()
    if targets.count == 1 { return MappingID(targets[0]) }
    if let made = choosers[targets] { return made }
    let place = self.targets.isEmpty ? SpecPlace(file: 0, range: 0..<0) : place(of: 0)
    let matchers = typeKey.map { key in
      targets.map { Matcher(key, says: self.targets[$0].name, leadingTo: MappingID($0), place) }
    }
    let chooser = DynamicMapping(
      id: "",
      matchers: matchers ?? [],
      unmatched: .error,
      nullPath: .missing,
      place: place
    )
    let id = MappingID(mirror.mappings.count)
    mirror.mappings.append(.dynamic(chooser))
    choosers[targets] = id
    return id
  }
}
