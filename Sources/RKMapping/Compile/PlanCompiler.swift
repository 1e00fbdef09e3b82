internal import RKDiagnostics
internal import RKEngine

/// Compiles a mapping graph to a plan: replaces names by indices of tables, and decides everything
/// that can be decided before the first byte is read.
struct PlanCompiler {
  /// What a node is made from: a mapping, and the attributes that the owner of its records adds to them.
  struct NodeKey: Hashable {
    var mapping: MappingID
    /// The owner's mapping and the index of its relationship, if attributes of the owner fill
    /// members of the related records.
    var overlay: Overlay?
    /// The dynamic mapping whose nesting attribute the records take.
    var nesting: MappingID?
    /// The relationship's policies for keys that no rule reads.
    var keyPolicies = KeyPolicies()
  }

  /// A predicate or an expression, and the mapping that has it.
  struct Program {
    var expression: SpecExpression
    var mapping: MappingID
  }

  struct Overlay: Hashable {
    var owner: MappingID
    var relationship: Int
  }

  /// A value map; if look-ups are counted, a map of a single attribute belongs to one mapper.
  struct MapKey: Hashable {
    var map: ValueMappingID
    var mapper: String?
  }

  private struct AncestorKey: Hashable {
    var components: [SourceKeyPath.Component]
    var findsNull: Bool
  }

  let graph: MappingGraph
  var plan = MappingPlan()
  var sites: [RuleSite] = []
  /// The nodes by what they are made from; those at the end are still to be compiled.
  private var nodes = KeyedValues<NodeKey, PlanID<PlanNode>>()
  /// For each node, what it is made from.
  var keys: [NodeKey] { nodes.keys }
  /// For each node, the columns of its attributes, by destination.
  var columns: [KeyedValues<String, Int>] = []
  /// The index of each key path of the result.
  private var sections = KeyedValues<String, Int>()
  /// For each mapping, the attributes that fill related records; computed on demand.
  private var overlays: [KeyedValues<Int, [AttributeMapping]>?]
  var valueRules = KeyedValues<ValueKey, PlanID<ValueRule>>()
  var valueMaps: [MapKey: PlanID<ValueMap>] = [:]
  /// Whether to count what rules read.
  var coversRules = false
  var zones: [TimeZone: DateZone] = [:]
  /// For each date conversion in a format that the spec does not declare, the site of the only
  /// attribute that uses it; -1 for other conversions.
  var dateSites: [Int] = []
  /// For each program of the plan, what it was made from.
  var programs: [Program] = []
  /// The number of the node whose predicates and expressions are being compiled.
  var programNode = 0
  /// The type of the value that they call `SELF`, if it is no record.
  var subjectType: AttributeType?
  /// The conversions of dates that are compared.
  var comparedDates = KeyedValues<DateRules, PlanID<DateConversion>>()
  private var ancestorPaths = KeyedValues<AncestorKey, PlanID<AncestorPath>>()
  private var metadataPaths = KeyedValues<[String], PlanID<MetadataPath>>()
  private var parentAttributes = KeyedValues<String, Int>()
  /// The keys that rules read; computed on demand.
  var keyUsage: KeyUsage?
  /// Whether records include the kinds of their values.
  var notesKinds = false
  /// Whether these are the forms of dates, and all kinds of decimals.
  var notesForms = false
  /// The members whose kinds are left out.
  var redactions: [Redaction] = []

  init(_ graph: MappingGraph) {
    self.graph = graph
    overlays = graph.mappings.map { _ in nil }
    // Reserve space: growing step by step would move many elements each time.
    let count = graph.ruleCount
    sites.reserveCapacity(count)
    plan.attributes.reserveCapacity(count)
    plan.sources.reserveCapacity(count)
    plan.steps.reserveCapacity(count)
    plan.shapeMembers.reserveCapacity(count)
    plan.keys.reserveCapacity(count)
  }

  /// Compiles the plan that applies some descriptors of a graph.
  ///
  /// With `merges` the plan has the rules for merging records of the same identity. With
  /// `notesKinds` records include the kinds of their values, with `notesForms` also the forms of
  /// dates, except for the members in `redactions`. With `coversRules` the plan can count what rules read.
  package static func compile(
    _ graph: MappingGraph,
    descriptors: [ResponseDescriptor],
    merges: Bool = false,
    notesKinds: Bool = false,
    notesForms: Bool = false,
    redactions: [Redaction] = [],
    coversRules: Bool = false
  ) -> CompiledMapping {
    var compiler = PlanCompiler(graph)
    compiler.coversRules = coversRules
    compiler.notesKinds = notesKinds
    compiler.notesForms = notesForms
    compiler.redactions = redactions
    compiler.addKeyRules()
    let outward = OutwardPaths(graph, descriptors)
    for descriptor in descriptors { compiler.add(descriptor) }
    compiler.compileNodes()
    compiler.plan.needsDocument = compiler.keys.contains { key in
      outward.first(of: graph.mappings[key.mapping.index].sources, in: key.mapping) != nil
    }
    compiler.addConnectedNodes()
    compiler.addIdentities()
    compiler.addCandidates()
    compiler.addDateColumns()
    compiler.addParentColumns()
    if merges { compiler.addMergeRules() }
    return CompiledMapping(
      plan: compiler.plan,
      sites: compiler.sites,
      keyPaths: compiler.sections.keys,
      mappings: compiler.keys.map(\.mapping),
      columns: compiler.columns,
      descriptors: descriptors,
      dateSites: compiler.dateSites,
      programs: compiler.programs,
      valueMaps: compiler.valueMaps
    )
  }

  private mutating func add(_ descriptor: ResponseDescriptor) {
    let text = descriptor.keyPath.text
    let section = sections[text] ?? sections.count
    sections[text] = section
    let path = addSteps(descriptor.keyPath.components)
    var compiled = DescriptorPlan(
      path: path,
      node: node(NodeKey(mapping: descriptor.mapping)),
      section: section,
      keyPath: text.isEmpty ? ByteRange(0..<0) : plan.add(text: JSONText.quoted(text)),
      lastKey: lastKey(of: descriptor.keyPath)
    )
    compiled.cardinality = descriptor.cardinality
    compiled.isOptional = descriptor.isOptional
    let mapping = graph[descriptor.mapping]
    let policies = mapping.policies
    if descriptor.cardinality == .many && !mapping.forcesCollection {
      compiled.single = policies.conversionPolicy.rule
    }
    compiled.nulls = policies.nullElementRule
    plan.descriptors.append(compiled)
  }

  /// The last key of a path as JSON text; empty if there is none.
  mutating func lastKey(of path: SourceKeyPath) -> ByteRange {
    for component in path.components.reversed() {
      if case .key(let key) = component { return plan.add(text: JSONText.quoted(key)) }
    }
    return ByteRange(0..<0)
  }

  // MARK: - Nodes

  /// Returns the node of a mapping; it is compiled after those requested before.
  mutating func node(_ key: NodeKey) -> PlanID<PlanNode> {
    if let made = nodes[key] { return made }
    let id = plan.nodes.add(PlanNode(site: PlanSite(0)))
    nodes[key] = id
    columns.append(KeyedValues())
    return id
  }

  /// Compiles all requested nodes, and the nodes that they request.
  mutating func compileNodes(from first: Int = 0) {
    var number = first
    while number < keys.count {
      let key = keys[number]
      programNode = number
      switch graph[key.mapping] {
      case .object(let mapping):
        plan.nodes[number] = compile(mapping, key, as: PlanID(number))
      case .dynamic(let mapping): plan.nodes[number] = compile(mapping, key)
      }
      number += 1
    }
  }

  /// For the relationships of a mapping, its attributes that fill members of the related records.
  mutating func overlays(by id: MappingID) -> KeyedValues<Int, [AttributeMapping]> {
    if let known = overlays[id.index] { return known }
    guard case .object(let mapping) = graph[id] else { return KeyedValues() }
    let found = mapping.overlays
    overlays[id.index] = found
    return found
  }

  mutating func add(_ site: RuleSite) -> PlanSite {
    sites.append(site)
    return PlanSite(sites.count - 1)
  }

  /// For each node, adds the columns of the attributes that children read.
  private mutating func addParentColumns() {
    plan.parentAttributeCount = parentAttributes.count
    let names = parentAttributes.keys
    for node in columns {
      plan.parentColumns += names.map { Int32(node[$0] ?? -1) }
    }
  }

  // MARK: - Sources

  /// Adds the steps of a path in the document, starting at one of its components.
  mutating func addSteps(
    _ components: [SourceKeyPath.Component],
    from start: Int = 0
  ) -> PlanRange<PathStep> {
    addSteps(components, from: start, graph.keyNaming)
  }

  /// Adds the steps of a path with these rules for keys; paths outside the document have their own.
  mutating func addSteps(
    _ components: [SourceKeyPath.Component],
    from start: Int = 0,
    _ naming: KeyNaming
  ) -> PlanRange<PathStep> {
    let first = plan.steps.count
    for number in start..<components.count {
      let step = step(components[number], naming)
      plan.steps.append(step)
    }
    return PlanRange(first..<plan.steps.count)
  }

  private mutating func step(_ component: SourceKeyPath.Component, _ naming: KeyNaming) -> PathStep
  {
    switch component {
    case .key(let key): return .key(plan.add(text: naming.folded(key).utf8))
    case .index(let index): return .index(Int32(index))
    case .all(let isList): return .all(isList: isList)
    case .glob(let glob):
      let pieces = naming.folded(glob).pieces.map { plan.add(text: $0.utf8) }
      return .glob(plan.globs.add(KeyGlob(pieces: plan.keyPieces.add(pieces))))
    case .descendants(let key): return .descendants(plan.add(text: naming.folded(key).utf8))
    case .collection(let collection): return .collection(collection)
    }
  }

  /// Adds a source for the records of a mapping whose wanted keys are known.
  ///
  /// With `fromOwner` the path starts in the representation of the records' owner. With `findsNull`
  /// a null on the path is the result.
  mutating func source(
    _ path: SourceKeyPath,
    in tree: ShapeTree,
    fromOwner: Bool = false,
    findsNull isAsked: Bool = false
  ) -> Source {
    let findsNull = isAsked && path.components.count > 1
    switch path.root {
    case .representation where fromOwner:
      return Source(.owner(path: ancestorPath(path.components, findsNull)))
    case .representation:
      var source = member(path, in: tree)
      source.findsNull = findsNull
      return source
    case .nestingAttribute: return Source(.nestingKey)
    case .parent(let levels):
      let path = ancestorPath(path.components, findsNull)
      return Source(.parent(levels: UInt32(levels), path: path))
    case .root: return Source(.root(path: ancestorPath(path.components, findsNull)))
    case .document:
      return Source(.document(path: ancestorPath(path.components, findsNull)))
    case .key: return Source(.key)
    case .collectionIndex: return Source(.collectionIndex)
    case .rootKeyPath: return Source(.rootKeyPath)
    case .parentObject(let name):
      let number = parentAttributes[name] ?? parentAttributes.count
      parentAttributes[name] = number
      return Source(.parentObject(attribute: UInt32(number)))
    case .metadata(["file", "line"]): return Source(.line)
    case .metadata(let names): return Source(.metadata(metadataPath(names)))
    }
  }

  private mutating func member(_ path: SourceKeyPath, in tree: ShapeTree) -> Source {
    let count = path.leadingKeyCount
    if count == 0 { return Source(.representation, rest: addSteps(path.components)) }
    let slots = tree.slots(on: path, count)
    let firstDetour = plan.detours.count
    for number in 0..<(count - 1) {
      let rest = addSteps(path.components, from: number + 1)
      plan.detours.append(Detour(slot: slots[number], rest: rest))
    }
    return Source(
      .member(slot: slots[count - 1]),
      rest: addSteps(path.components, from: count),
      whole: addSteps(path.components),
      detours: PlanRange(firstDetour..<plan.detours.count)
    )
  }

  private mutating func ancestorPath(
    _ components: [SourceKeyPath.Component],
    _ findsNull: Bool
  ) -> PlanID<AncestorPath> {
    let key = AncestorKey(components: components, findsNull: findsNull)
    if let made = ancestorPaths[key] { return made }
    let steps = addSteps(components)
    let id = plan.ancestorPaths.add(AncestorPath(steps, findsNull: findsNull))
    ancestorPaths[key] = id
    return id
  }

  private mutating func metadataPath(_ names: [String]) -> PlanID<MetadataPath> {
    if let made = metadataPaths[names] { return made }
    let pieces = names.map { plan.add(text: $0.utf8) }
    let id = plan.metadataPaths.add(MetadataPath(names: plan.keyPieces.add(pieces)))
    metadataPaths[names] = id
    return id
  }

  // MARK: - Values

  mutating func constant(_ value: ConstantValue?) -> Cell {
    guard let value else { return .missing }
    let text = plan.add(text: value.text.utf8)
    return Cell(value.kind, space: .plan, offset: text.offset, count: text.count)
  }
}
