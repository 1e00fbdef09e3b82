internal import RKEngine

/// Turns mappers round: makes of a graph how its records are written.
struct WritePlanCompiler {
  private struct Key: Hashable {
    var mapping: MappingID
    /// The dynamic mapping whose nesting attribute its records have.
    var chooser: MappingID?
  }

  private let graph: MappingGraph
  private var values: PlanCompiler
  private var plan = WritePlan()
  private var nodes: [Key: Int] = [:]
  /// Those that are still to be made.
  private var open: [Key] = []
  /// For the node at work where its members are written.
  private var places: [Int: [(member: Int, place: [WritePlan.Step])]] = [:]
  /// How equal keys are spelled if case is ignored: as the first of them, so that they meet in one place.
  private var spellings: [String: String] = [:]

  /// A plan, and what its parts were made from.
  struct Result {
    var plan: WritePlan
    var sites: [RuleSite]
    var typeKey: ByteRange?
  }

  private init(_ graph: MappingGraph) {
    self.graph = graph
    values = PlanCompiler(graph)
  }

  /// The plan that writes the records of some descriptors.
  static func compile(
    _ graph: MappingGraph,
    _ descriptors: [ResponseDescriptor],
    typeKey: String?
  ) -> Result {
    var compiler = WritePlanCompiler(graph)
    for descriptor in descriptors {
      let nodes = compiler.nodes(of: descriptor.mapping)
      let keys = descriptor.keyPath.leadingKeys.map { JSONText.quoted(compiler.written($0)) }
      let name = Array(descriptor.keyPath.text.utf8)
      compiler.plan.entries.append(WritePlan.Entry(name: name, keys: keys, .records(nodes)))
    }
    while let key = compiler.open.popLast() { compiler.make(key) }
    return compiler.result(typeKey)
  }

  /// The plan that sends records by requests, the first that take them first.
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
    }
    return compiler.result(typeKey)
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

  /// The nodes that may write what a mapping makes, in the order of its choices.
  private mutating func nodes(of mapping: MappingID) -> [Int] {
    graph.choices(of: mapping).map { node(Key(mapping: $0.mapping, chooser: $0.chooser)) }
  }

  private mutating func node(_ key: Key) -> Int {
    if let made = nodes[key] { return made }
    guard case .object(let mapping) = graph[key.mapping] else {
      preconditionFailure("a choice leads to mappers of records")
    }
    var isCollection = mapping.forcesCollection
    if let chooser = key.chooser { isCollection = graph[chooser].forcesCollection }
    let site = values.add(
      RuleSite(
        mapper: mapping.id,
        target: mapping.target,
        part: .mapper,
        expectation: "a record",
        details: "",
        place: mapping.place
      )
    )
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
    let known = mapping.destinations.compactMap(\.keys.first)
    plan.nodes[number].known = known.map { values.plan.add(text: $0.utf8) }
    if let chooser = key.chooser, case .dynamic(let dynamic) = graph[chooser],
      let nesting = dynamic.typedNesting[key.mapping] ?? dynamic.nesting
    {
      plan.nodes[number].key = add(nesting, mapping, to: number)
    }
    let attributes = mapping.attributes.filter(\.isWritten)
    for attribute in attributes where !attribute.isDottedFirst {
      write(attribute, mapping, by: number)
    }
    for relationship in mapping.relationships where relationship.isSerialized {
      let site = values.add(
        RuleSite(
          mapper: mapping.id,
          target: mapping.target,
          part: .relationship(relationship.destination.text),
          expectation: relationship.cardinality == .one ? "one record" : "records",
          details: "map-ref \(graph[relationship.mapping].id)",
          paths: [relationship.source],
          place: relationship.place
        )
      )
      let content = WritePlan.Member.Content.records(
        nodes(of: relationship.mapping),
        relationship.cardinality,
        keepsNull: relationship.keepsNull
      )
      let member = add(content, relationship.destination, site.index, to: number)
      place(member, at: relationship.source, in: number)
    }
    for attribute in attributes where attribute.isDottedFirst {
      write(attribute, mapping, by: number)
    }
    let places = places.removeValue(forKey: number) ?? []
    for (member, place) in places {
      // What a relationship joins its parent with is never its own.
      if case .records = plan.nodes[number].members[member].content, place.isEmpty { continue }
      let isEnclosing = places.contains { $0.member != member && $0.place.starts(with: place) }
      let isEnclosed = places.contains {
        $0.place.count < place.count && place.starts(with: $0.place)
      }
      // The value that a missing key gives is written where the key would be in the object itself.
      if place.count < 2 && !isEnclosed { plan.nodes[number].members[member].missing = nil }
      if isEnclosing || plan.nodes[number].members[member].missing != nil {
        plan.nodes[number].proven.append((member, place))
      }
    }
  }

  /// Adds an attribute, and puts it where it is written.
  private mutating func write(
    _ attribute: AttributeMapping,
    _ mapping: ObjectMapping,
    by node: Int
  ) {
    guard let source = attribute.sources.first else { return }
    let member = add(attribute, mapping, to: node)
    if source.isNestingAttribute && source.components.isEmpty {
      plan.nodes[node].key = plan.nodes[node].key ?? member
    } else {
      place(member, at: source, in: node)
    }
    if mapping.scalarAttribute == attribute.destination.text { plan.nodes[node].scalar = member }
  }

  private mutating func add(
    _ attribute: AttributeMapping,
    _ mapping: ObjectMapping,
    to node: Int
  ) -> Int {
    let site = values.add(
      RuleSite(
        mapper: mapping.id,
        target: mapping.target,
        part: .attribute(attribute.destination.text),
        expectation: attribute.type?.expectation ?? AttributeType.nothingExpected,
        details: attribute.valueDetails(in: graph),
        transforms: attribute.transforms,
        hasValueMap: attribute.valueMap != nil,
        type: attribute.type,
        paths: attribute.sources,
        place: attribute.place
      )
    )
    let content = WritePlan.Member.Content.value(values.writeRule(of: attribute))
    return add(content, attribute.destination, site.index, to: node)
  }

  private mutating func add(
    _ content: WritePlan.Member.Content,
    _ destination: DestinationKeyPath,
    _ site: UInt32,
    to node: Int
  ) -> Int {
    let slot = plan.nodes[node].slotCount
    plan.nodes[node].slotCount += 1
    plan.nodes[node].members.append(WritePlan.Member(content, slot: slot, site: site))
    var names = plan.nodes[node].names
    for (level, key) in destination.keys.enumerated() {
      let name = place(of: key, in: names)
      if level == destination.keys.count - 1 {
        plan.names[names].slots[name] = slot
        break
      }
      if plan.names[names].inner[name] < 0 {
        plan.names[names].inner[name] = plan.names.count
        plan.names.append(WritePlan.Names())
      }
      names = plan.names[names].inner[name]
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

  // MARK: - Places

  /// The key that is read as a name; a name that no key is read as was reported before.
  private mutating func written(_ name: String) -> String {
    let key = graph.keyNaming.written(name) ?? name
    guard graph.keyNaming.ignoresCase else { return key }
    let folded = graph.keyNaming.folded(key)
    let spelling = spellings[folded] ?? key
    spellings[folded] = spelling
    return spelling
  }

  /// Puts a member where its source stands: among those before it, or where they are in its way, after
  /// them.
  private mutating func place(_ member: Int, at source: SourceKeyPath, in node: Int) {
    // What has no inverse was reported before.
    guard source.components.allSatisfy(\.isPlace) else { return }
    let components = source.components.map { component -> SourceKeyPath.Component in
      if case .key(let key) = component { .key(written(key)) } else { component }
    }
    places[node, default: []].append((member, components.compactMap(\.step)))
    if components.isEmpty { return plan.nodes[node].pieces.append(.whole(member)) }
    if case .shape(let root)? = plan.nodes[node].pieces.last, hasRoom(for: components, in: root) {
      return insert(components[...], member, into: root)
    }
    plan.shapes.append(WritePlan.Shape(components[0].isKey ? .object : .list))
    plan.nodes[node].pieces.append(.shape(plan.shapes.count - 1))
    insert(components[...], member, into: plan.shapes.count - 1)
  }

  /// Nothing is written where some components lead, nor on the way.
  private func hasRoom(for components: [SourceKeyPath.Component], in root: Int) -> Bool {
    var shape = root
    for component in components {
      switch plan.shapes[shape].kind {
      case .member: return false
      case .object: if !component.isKey { return false }
      case .list: if component.isKey { return false }
      }
      guard let part = plan.shapes[shape].parts.first(where: { $0.stands(at: component) }) else {
        return true
      }
      shape = part.shape
    }
    return false
  }

  private mutating func insert(
    _ components: ArraySlice<SourceKeyPath.Component>,
    _ member: Int,
    into shape: Int
  ) {
    guard let component = components.first else { return }
    let rest = components.dropFirst()
    if let part = plan.shapes[shape].parts.first(where: { $0.stands(at: component) }) {
      return insert(rest, member, into: part.shape)
    }
    let kind: WritePlan.Shape.Kind =
      rest.first.map { $0.isKey ? .object : .list } ?? .member(member)
    plan.shapes.append(WritePlan.Shape(kind))
    let part = WritePlan.Part(component, shape: plan.shapes.count - 1)
    // Elements stand in the order of their places.
    let next = plan.shapes[shape].parts.firstIndex { !component.isKey && $0.index > part.index }
    plan.shapes[shape].parts.insert(part, at: next ?? plan.shapes[shape].parts.count)
    insert(rest, member, into: part.shape)
  }
}

extension WritePlan.Part {
  fileprivate init(_ component: SourceKeyPath.Component, shape: Int) {
    var label: [UInt8] = []
    if case .key(let key) = component { label = JSONText.quoted(key) + [UInt8(ascii: ":")] }
    self.init(label: label, index: component.place, shape: shape)
  }

  fileprivate func stands(at component: SourceKeyPath.Component) -> Bool {
    switch component {
    case .key(let key): label == JSONText.quoted(key) + [UInt8(ascii: ":")]
    case .index(let place): label.isEmpty && index == place
    case .all, .glob, .descendants, .collection: false
    }
  }
}

extension SourceKeyPath.Component {
  fileprivate var isKey: Bool { if case .key = self { true } else { false } }

  /// A value can be put there.
  fileprivate var isPlace: Bool {
    switch self {
    case .key: true
    case .index(let index): index >= 0
    case .all, .glob, .descendants, .collection: false
    }
  }

  fileprivate var step: WritePlan.Step? {
    switch self {
    case .key(let key): .key(JSONText.quoted(key))
    case .index(let index): .index(index)
    case .all, .glob, .descendants, .collection: nil
    }
  }

  fileprivate var place: Int { if case .index(let index) = self { index } else { 0 } }
}

extension AttributeMapping {
  /// Something is written of it.
  var isWritten: Bool { isSerialized && !isHidden && !sources.isEmpty }

  /// It is written into what relationships have written.
  fileprivate var isDottedFirst: Bool { sources.first.map { $0.isDotted && !$0.climbs } ?? false }
}

extension ObjectMapping {
  fileprivate var destinations: [DestinationKeyPath] {
    attributes.map(\.destination) + relationships.map(\.destination)
      + connections.map(\.destination)
  }
}

extension MappingGraph {
  /// The mappers of records that a mapping leads to, in the order of its choices, each with the dynamic one
  /// whose nesting attribute its records have.
  func choices(of mapping: MappingID) -> [(mapping: MappingID, chooser: MappingID?)] {
    var found: [(mapping: MappingID, chooser: MappingID?)] = []
    var seen: Set<MappingID> = []
    addChoices(of: mapping, chooser: nil, &seen, &found)
    return found
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
