internal import RKEngine

/// Compiles the plan that writes the records of a graph: mappers in reverse.
struct WritePlanCompiler {
  private struct Key: Hashable {
    var mapping: MappingID
    /// The dynamic mapping whose nesting attribute its records have.
    var chooser: MappingID?
  }

  let graph: MappingGraph
  /// Whether records are merged into an original.
  ///
  /// Rules without an inverse are then members, too, because they are compared with what the original has.
  private let hasOriginal: Bool
  private var values: PlanCompiler
  var plan = WritePlan()
  private var nodes: [Key: Int] = [:]
  /// Keys whose nodes have yet to be made.
  private var open: [Key] = []
  /// The nodes of each choice.
  private var groups: Set<[Int]> = []
  /// The places of members in the current node.
  var places: [Int: [(member: Int, place: [WritePlan.Step])]] = [:]
  /// How equal keys are spelled if case is ignored: like the first one, so that they share a place.
  var spellings: [String: String] = [:]

  /// A plan, and the rules that its parts were made from.
  struct Result {
    var plan: WritePlan
    var sites: [RuleSite]
    var typeKey: ByteRange?
  }

  private init(_ graph: MappingGraph, hasOriginal: Bool = false) {
    self.graph = graph
    self.hasOriginal = hasOriginal
    values = PlanCompiler(graph)
  }

  /// Compiles the plan that writes the records of some descriptors.
  static func compile(
    _ graph: MappingGraph,
    _ descriptors: [ResponseDescriptor],
    typeKey: String?,
    hasOriginal: Bool = false
  ) -> Result {
    var compiler = WritePlanCompiler(graph, hasOriginal: hasOriginal)
    for descriptor in descriptors {
      let nodes = compiler.nodes(of: descriptor.mapping)
      let keys = descriptor.keyPath.leadingKeys.map { JSONText.quoted(compiler.written($0)) }
      let name = Array(descriptor.keyPath.text.utf8)
      var entry = WritePlan.Entry(name: name, keys: keys, .records(nodes))
      entry.isSingle = descriptor.cardinality == .one
      compiler.plan.entries.append(entry)
      compiler.addKeyPath(of: descriptor)
    }
    compiler.plan.otherKeyPaths = Set(graph.descriptors.map { Array($0.keyPath.text.utf8) })
      .subtracting(compiler.plan.keyPaths.map(\.name))
    while let key = compiler.open.popLast() { compiler.make(key) }
    compiler.barMembersOfLaterChoices()
    return compiler.result(typeKey)
  }

  /// Compiles the plan that sends records by requests; the first request that takes a record sends it.
  static func compile(
    _ graph: MappingGraph,
    _ requests: [RequestDescriptor],
    typeKey: String?
  ) -> Result {
    var compiler = WritePlanCompiler(graph)
    for (number, request) in requests.enumerated() {
      compiler.plan.entries.append(
        WritePlan.Entry(
          name: Array(request.keyPath.text.utf8),
          keys: request.keyPath.leadingKeys.map { JSONText.quoted($0) },
          .request(source: request.source.map { Array($0.utf8) }, descriptor: number)
        )
      )
      compiler.addSentNames(of: request)
    }
    // Records may come from any of the descriptors.
    for descriptor in graph.descriptors { compiler.addKeyPath(of: descriptor) }
    return compiler.result(typeKey)
  }

  private mutating func addKeyPath(of descriptor: ResponseDescriptor) {
    let name = Array(descriptor.keyPath.text.utf8)
    let targets = graph.records(of: descriptor.mapping).map { Array($0.target.utf8) }
    if let known = plan.keyPaths.firstIndex(where: { $0.name == name }) {
      plan.keyPaths[known].targets.formUnion(targets)
    } else {
      plan.keyPaths.append(WritePlan.KeyPath(name: name, targets: Set(targets)))
    }
  }

  private mutating func addSentNames(of request: RequestDescriptor) {
    for mapping in graph.records(of: request.mapping) {
      let sources = mapping.attributes.flatMap(\.sources) + mapping.relationships.map(\.source)
      for key in sources.compactMap(\.leadingKeys.first) { plan.sentNames.insert(Array(key.utf8)) }
    }
  }

  private mutating func result(_ typeKey: String?) -> Result {
    let key = typeKey.map { values.plan.add(text: $0.utf8) }
    for target in graph.targets {
      if let base = target.base { plan.bases[Array(target.name.utf8)] = Array(base.utf8) }
    }
    plan.plan = values.plan
    return Result(plan: plan, sites: values.sites, typeKey: key)
  }

  // MARK: - Nodes

  /// The nodes that may write the records of a mapping, in the order of its choices.
  private mutating func nodes(of mapping: MappingID) -> [Int] {
    let choices = graph.choices(of: mapping)
    let nodes = choices.map { node(Key(mapping: $0.mapping, chooser: $0.chooser)) }
    if nodes.count > 1 { groups.insert(nodes) }
    return nodes
  }

  /// The first choice of a target writes all its records, so it must fail for members that only
  /// later choices write.
  private mutating func barMembersOfLaterChoices() {
    for group in groups.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      for (number, later) in group.enumerated() {
        guard
          let first = group[..<number].first(where: {
            plan.nodes[$0].target == plan.nodes[later].target
          })
        else { continue }
        for member in plan.nodes[later].members
        where !plan.nodes[first].members.contains(where: { $0.names == member.names }) {
          let added = add(member.content, member.names, member.site, to: first)
          plan.nodes[first].members[added].places = member.places
          plan.nodes[first].barred.append((added, .otherChoice))
        }
      }
    }
  }

  private mutating func node(_ key: Key) -> Int {
    if let made = nodes[key] { return made }
    guard case .object(let mapping) = graph[key.mapping] else {
      preconditionFailure("a choice leads to mappers of records")
    }
    var isCollection = mapping.forcesCollection
    if let chooser = key.chooser { isCollection = graph[chooser].forcesCollection }
    let site = values.add(RuleSite(mapping))
    plan.names.append(WritePlan.Names())
    plan.nodes.append(
      WritePlan.Node(
        target: Array(mapping.target.utf8),
        names: plan.names.count - 1,
        slotCount: 0,
        isCollection: isCollection,
        site: site.index
      )
    )
    nodes[key] = plan.nodes.count - 1
    open.append(key)
    return plan.nodes.count - 1
  }

  private mutating func make(_ key: Key) {
    guard let number = nodes[key], case .object(let mapping) = graph[key.mapping] else { return }
    if let chooser = key.chooser, case .dynamic(let dynamic) = graph[chooser],
      let nesting = dynamic.typedNesting[key.mapping] ?? dynamic.nesting
    {
      plan.nodes[number].key = add(nesting, mapping, to: number)
    }
    let attributes = mapping.attributes.filter {
      $0.isWritten || hasOriginal && $0.isSerialized && !$0.isHidden && $0.expression != nil
    }
    let oneWays = Set(hasOriginal ? graph.oneWayRules(of: mapping).map(\.name) : [])
    for attribute in attributes where !attribute.isDottedFirst {
      write(attribute, mapping, by: number, oneWays)
    }
    for relationship in mapping.relationships where relationship.isSerialized {
      let site = values.add(RuleSite(relationship, of: mapping, in: graph))
      let content = WritePlan.Member.Content.records(
        nodes(of: relationship.mapping),
        relationship.cardinality,
        keepsNull: relationship.keepsNull
      )
      let member = add(content, relationship.destination.keys, site.index, to: number)
      plan.nodes[number].members[member].findsNull = relationship.policies.nullPath == .null
      if oneWays.contains("\(mapping.id).\(relationship.destination.text)") {
        excludeOneWay(member, from: number)
      } else {
        place(member, at: relationship.source, in: number)
      }
    }
    for attribute in attributes where attribute.isDottedFirst {
      write(attribute, mapping, by: number, oneWays)
    }
    let unwritten =
      mapping.attributes.filter { !$0.isWritten }.map(\.destination)
      + mapping.relationships.filter { !$0.isSerialized }.map(\.destination)
      + mapping.connections.map(\.destination)
    plan.nodes[number].unwritten = unwritten.compactMap { $0.keys.first.map { Array($0.utf8) } }
    let identity = mapping.identification.compactMap { name in
      plan.nodes[number].members.firstIndex { $0.names.joined(separator: ".") == name }
    }
    if identity.count == mapping.identification.count { plan.nodes[number].identity = identity }
    let places = places.removeValue(forKey: number) ?? []
    for (member, place) in places {
      // A related record that shares its parent's representation has no place of its own.
      if case .records = plan.nodes[number].members[member].content, place.isEmpty { continue }
      let isEnclosing = places.contains { $0.member != member && $0.place.starts(with: place) }
      let isEnclosed = places.contains {
        $0.place.count < place.count && place.starts(with: $0.place)
      }
      // A value equal to the default for a missing key is written nevertheless in the object
      // itself, and in a list, where null may keep the place of an omitted element.
      let isElement = if case .index? = place.last { true } else { false }
      if place.count < 2 && !isEnclosed || isElement {
        plan.nodes[number].members[member].missing = nil
      }
      if isEnclosing || plan.nodes[number].members[member].missing != nil {
        plan.nodes[number].proven.append((member, place))
      }
    }
  }

  /// Adds an attribute at the place where it is written.
  private mutating func write(
    _ attribute: AttributeMapping,
    _ mapping: ObjectMapping,
    by node: Int,
    _ oneWays: Set<String>
  ) {
    let member = add(attribute, mapping, to: node)
    plan.nodes[node].members[member].findsNull = attribute.policies.nullPath == .null
    guard let source = attribute.sources.first,
      !oneWays.contains("\(mapping.id).\(attribute.destination.text)")
    else {
      note(attribute.sources.prefix(1), of: member, in: node)
      plan.nodes[node].members[member].isOneWay = true
      return excludeOneWay(member, from: node)
    }
    if source.isNestingAttribute && source.components.isEmpty {
      plan.nodes[node].key = plan.nodes[node].key ?? member
    } else {
      place(member, at: source, in: node)
      note(attribute.sources.dropFirst(), of: member, in: node)
    }
    if mapping.scalarAttribute == attribute.destination.text { plan.nodes[node].scalar = member }
  }

  private mutating func excludeOneWay(_ member: Int, from node: Int) {
    plan.nodes[node].barred.append((member, .newOneWay))
  }

  private mutating func add(
    _ attribute: AttributeMapping,
    _ mapping: ObjectMapping,
    to node: Int
  ) -> Int {
    let site = values.add(
      RuleSite(
        attribute,
        mapper: mapping.id,
        target: mapping.target,
        details: attribute.valueDetails(in: graph)
      )
    )
    let content = WritePlan.Member.Content.value(values.writeRule(of: attribute))
    return add(content, attribute.destination.keys, site.index, to: node)
  }

  private mutating func add(
    _ content: WritePlan.Member.Content,
    _ names: [String],
    _ site: UInt32,
    to node: Int
  ) -> Int {
    let slot = plan.nodes[node].slotCount
    plan.nodes[node].slotCount += 1
    var member = WritePlan.Member(content, slot: slot, site: site)
    member.names = names
    plan.nodes[node].members.append(member)
    var level = plan.nodes[node].names
    for (depth, key) in names.enumerated() {
      let name = place(of: key, in: level)
      if depth == names.count - 1 {
        plan.names[level].slots[name] = slot
        break
      }
      if plan.names[level].inner[name] < 0 {
        plan.names[level].inner[name] = plan.names.count
        plan.names.append(WritePlan.Names())
      }
      level = plan.names[level].inner[name]
    }
    return plan.nodes[node].members.count - 1
  }

  private mutating func place(of key: String, in names: Int) -> Int {
    let wanted = Array(key.utf8)
    let text = values.plan.text
    if let found = plan.names[names].keys.firstIndex(where: {
      text[$0.range].elementsEqual(wanted)
    }) {
      return found
    }
    plan.names[names].keys.append(values.plan.add(text: wanted))
    plan.names[names].slots.append(-1)
    plan.names[names].inner.append(-1)
    return plan.names[names].keys.count - 1
  }
}

extension AttributeMapping {
  /// Whether something is written for it.
  var isWritten: Bool { isSerialized && !isHidden && !sources.isEmpty }

  /// Whether it is written into what relationships have written.
  fileprivate var isDottedFirst: Bool { sources.first.map { $0.isDotted && !$0.climbs } ?? false }
}

extension MappingGraph {
  /// The mappers of the records of a mapping, in the order of its choices, each with the dynamic
  /// mapping whose nesting attribute its records have.
  package func choices(of mapping: MappingID) -> [(mapping: MappingID, chooser: MappingID?)] {
    var found: [(mapping: MappingID, chooser: MappingID?)] = []
    var seen: Set<MappingID> = []
    addChoices(of: mapping, chooser: nil, &seen, &found)
    return found
  }

  /// The mappers of the records of a mapping.
  func records(of mapping: MappingID) -> [ObjectMapping] {
    choices(of: mapping).compactMap { self[$0.mapping].ofRecords }
  }

  private func addChoices(
    of id: MappingID,
    chooser: MappingID?,
    _ seen: inout Set<MappingID>,
    _ found: inout [(mapping: MappingID, chooser: MappingID?)]
  ) {
    guard seen.insert(id).inserted else { return }
    switch self[id] {
    case .object: found.append((id, chooser))
    case .dynamic(let dynamic):
      let next = dynamic.nesting == nil ? chooser : id
      for matcher in dynamic.matchers {
        for choice in matcher.references { addChoices(of: choice, chooser: next, &seen, &found) }
      }
      if let choice = dynamic.otherwise { addChoices(of: choice, chooser: next, &seen, &found) }
    }
  }
}
