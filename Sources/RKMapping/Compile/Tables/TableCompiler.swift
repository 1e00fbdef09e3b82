internal import RKEngine

/// Makes tables from a compiled mapping: finds which records have their own rows, what the columns
/// are, and which rules make the rows.
struct TableCompiler {
  /// A relationship that leads to rows.
  struct Relation {
    var column: UInt32
    /// Its name, preceded by those of the flattened relationships on the way.
    var name: [String]
    var policy = ListRule.Policy.set
    /// How its records refer back to their owner, if there are several.
    var inverse: InverseDeclaration?
    /// For a connection, the column of the record with its keys.
    var key: Int32 = -1
    var relatives: [Related]

    var leadsToRows: Bool { relatives.contains { $0.leadsToRows } }
  }

  /// Records of one node that a relationship leads to.
  struct Related {
    var node: Int
    var use: Use
    var form = Relative.Form.any
    /// Whether the table of its target is created with the first such record.
    var isLate = false
    /// Whether only the key of the record is known.
    var isConnected = false

    var leadsToRows: Bool {
      if case .inline(let relations) = use { !relations.isEmpty } else { true }
    }
  }

  enum Use {
    /// Rows of their own. With `isMany` further rows join them to the owner.
    case identified(isMany: Bool)
    /// Rows that begin with the owner's key.
    case child
    /// Columns of the owner's row. What is below them also belongs to that row.
    case inline([Relation])
  }

  /// A relationship to a table whose rows have no key.
  struct Link: Hashable {
    var owner: Int
    /// The names of the relation.
    var path: [String]
  }

  /// A to-many relationship to a table whose rows have a key.
  struct Join: Hashable {
    var owner: Int
    var path: [String]
    var target: Int

    var name: String { path.joined(separator: "_") }
    /// The relationship, regardless of the target.
    var link: Link { Link(owner: owner, path: path) }
  }

  /// A to-many relationship whose records refer to their owner by columns of their own table.
  struct Inverse {
    var link: Link
    var name: String
    var isOrdered: Bool
    /// The indices of its columns among those that records add to their table: the owner's key,
    /// then the position if it is kept.
    var columns: [Int] = []
  }

  /// A target's table before its rows are made.
  struct Layout {
    var target: String
    var nodes: [Int] = []
    /// The attributes that identify its records.
    var key: [String] = []
    var links: [Link] = []
    /// The index of each link.
    var linkNumbers = KeyedValues<Link, Int>()
    /// How its rows name their relationship.
    var labels = KeyedValues<Link, String>()
    /// The relationships that lead to its records, and back through columns of their rows.
    var inverses: [Inverse] = []
    /// Whether its records are also root records.
    var isRoot = false
    /// Whether other rows refer to its rows.
    var isOwner = false
    var columns: [OwnColumn] = []
    /// For each node, the sources of its columns, by name.
    var sources = KeyedValues<Int, KeyedValues<String, CellSource>>()
    /// For each node, the names of columns whose former row is deleted when the reference changes.
    var replacing: [Int: Set<String>] = [:]
    var leftOut: [RuleSite] = []
    /// Whether it is created with its first record.
    var isLate = false

    /// Whether its rows are identified by a number.
    var isNumbered: Bool { isOwner && key.isEmpty }
  }

  let compiled: CompiledMapping
  let graph: MappingGraph
  let form: TableForm
  /// The first of the nodes that make connected records.
  let firstConnected: Int
  /// For each descriptor, the part of the run that predicates over stored rows may read; nil for a
  /// descriptor that does not apply.
  private(set) var scopes: [RunScope?] = []
  /// For each node, the target of its records, and the names of their columns.
  let targets: [String]
  let names: [KeyedValues<UInt32, [String]>]
  /// The attributes that identify a target's records, for each target that has them.
  private(set) var keys = KeyedValues<String, [String]>()
  var layouts: [Layout] = []
  /// For each node, the declared types of its columns, computed on demand.
  var types = KeyedValues<Int, KeyedValues<UInt32, TableSchema.ValueType>>()
  var joins: [Join] = []
  /// The index of each join.
  var joinNumbers = KeyedValues<Join, Int>()
  var lookups = Lookups()
  /// The joins of connections, whose keys may refer to missing rows.
  var connectedJoins: Set<Join> = []
  var lateness = Lateness()
  var tables = CompiledTables()
  /// The table number of each target.
  private(set) var numbers = KeyedValues<String, Int>()
  /// The declarations of targets, by name.
  let declared: KeyedValues<String, Target>
  /// For each connection, the nodes that make its records, and their target.
  let makers: KeyedValues<Int, (nodes: [Int], target: String)>
  private var seen: Set<Int> = []
  private var pending: [Int] = []
  /// How many columns and relationships have been examined.
  var effort = 0
  var totalEffort = 0
  /// The nodes whose records may be made from an array.
  var arrayNodes: Set<Int> = []

  static func compile(
    _ compiled: CompiledMapping,
    _ graph: MappingGraph,
    _ form: TableForm,
    for scopes: [RunScope?] = []
  ) -> CompiledTables {
    var compiler = laidOut(compiled, graph, form, for: scopes)
    if compiler.tables.isTooWide { return compiler.tables }
    compiler.addRows()
    if compiler.tables.isTooWide { return compiler.tables }
    if form == .database {
      compiler.addStorages()
      compiler.addStoredRules()
    }
    return compiler.tables
  }

  /// Makes the tables with their columns, but without rows.
  static func laidOut(
    _ compiled: CompiledMapping,
    _ graph: MappingGraph,
    _ form: TableForm,
    for scopes: [RunScope?] = []
  ) -> TableCompiler {
    var compiler = TableCompiler(compiled, graph, form)
    let kept = compiler.keptConnections
    if let related = compiler.withConnectedRecords() {
      compiler = TableCompiler(related, graph, form, firstConnected: compiled.plan.nodes.count)
    }
    compiler.tables.keptConnections = kept
    compiler.scopes = scopes
    compiler.addLookupsOfNodes()
    compiler.findArrays()
    compiler.findTables()
    if compiler.tables.isTooWide { return compiler }
    compiler.addLookupsOfTables()
    compiler.labelLinks()
    compiler.findLateTables()
    compiler.addColumns()
    compiler.addInverseColumns()
    if compiler.tables.isTooWide { return compiler }
    compiler.addLookupsOfColumns()
    compiler.typeReferences()
    compiler.addSchema()
    return compiler
  }

  private init(
    _ compiled: CompiledMapping,
    _ graph: MappingGraph,
    _ form: TableForm,
    firstConnected: Int = .max
  ) {
    self.compiled = compiled
    self.firstConnected = firstConnected
    self.graph = graph
    self.form = form
    let plan = compiled.plan
    let records = plan.nodes.map { $0.record.isNone ? nil : plan.schema.records[$0.record] }
    targets = records.map { $0.map { plan.schema.text($0.name) } ?? "" }
    names = records.map { $0.map { Self.names(of: $0, plan.schema) } ?? KeyedValues() }
    var declared = KeyedValues<String, Target>()
    for target in graph.targets where declared[target.name] == nil {
      declared[target.name] = target
    }
    self.declared = declared
    makers = Self.makers(plan, targets)
    findKeys()
  }

  // MARK: - Nodes

  /// The nodes that make the records of a node: the node itself, or the choices of a dynamic one.
  func choices(of node: PlanID<PlanNode>) -> [Int] {
    compiled.plan.choices(of: node).map { Int($0.index) }
  }

  func relationships(of node: Int) -> ArraySlice<RelationshipRule> {
    compiled.plan.relationships[compiled.plan.nodes[node].relationships]
  }

  /// The columns of the attributes that identify a node's records; nil for each one that it lacks or hides.
  func keyColumns(of node: Int, _ key: [String]) -> [UInt32?] {
    key.map { attribute in
      guard let column = compiled.columns[node][attribute].map({ UInt32($0) }) else { return nil }
      return names[node][column] == nil ? nil : column
    }
  }

  /// A target's identity is that of the first mapping that declares and writes one, or else that of
  /// the target's declaration.
  private mutating func findKeys() {
    if form == .database { return findLastingKeys() }
    for node in compiled.plan.nodes.indices where keys[targets[node]] == nil {
      guard case .object(let mapping) = graph[compiled.mappings[node]] else { continue }
      let key =
        mapping.identification.isEmpty
        ? declared[targets[node]]?.identification ?? [] : mapping.identification
      if !key.isEmpty && !keyColumns(of: node, key).contains(nil) { keys[targets[node]] = key }
    }
  }

  /// Tables that outlive the run have the same keys whichever descriptors apply.
  private mutating func findLastingKeys() {
    let identities = graph.identities()
    for node in compiled.plan.nodes.indices where keys[targets[node]] == nil {
      guard let identity = identities[targets[node]] else { continue }
      if !keyColumns(of: node, identity.attributes).contains(nil) {
        keys[targets[node]] = identity.attributes
      }
    }
  }

  // MARK: - Tables

  /// Returns the number of a target's table, which is added on the first request.
  mutating func table(of target: String) -> Int {
    if let number = numbers[target] { return number }
    numbers[target] = layouts.count
    var layout = Layout(target: target)
    layout.key = keys[target, default: []]
    layouts.append(layout)
    return layouts.count - 1
  }

  private mutating func findTables() {
    var roots = KeyedValues<String, Int>()
    for descriptor in compiled.plan.descriptors {
      for node in choices(of: descriptor.node) {
        let target = targets[node]
        roots[target] = 0
        add(node)
      }
    }
    tables.rootTargets = roots.keys
    for case let number? in roots.keys.map({ numbers[$0] }) { layouts[number].isRoot = true }
    for node in compiled.plan.nodes.indices where form.isDeep {
      for connection in connections(of: node) { connection.nodes.forEach { add($0) } }
    }
    var next = 0
    while next < pending.count {
      let node = pending[next]
      next += 1
      guard form.isDeep else { continue }
      effort = 0
      let owner = table(of: targets[node])
      for relation in relations(of: node) { add(relation, of: owner) }
    }
    let flattened = compiled.plan.nodes.indices.filter { !compiled.plan.nodes[$0].isDynamic }
      .map { targets[$0] }.filter { numbers[$0] == nil }
    tables.flattenedTargets = flattened
  }

  /// Adds a node whose records have their own rows.
  private mutating func add(_ node: Int) {
    guard seen.insert(node).inserted else { return }
    let table = table(of: targets[node])
    layouts[table].nodes.append(node)
    pending.append(node)
  }

  private mutating func add(_ relation: Relation, of owner: Int) {
    for related in relation.relatives {
      if case .inline(let relations) = related.use {
        for inner in relations { add(inner, of: owner) }
        continue
      }
      let table = table(of: targets[related.node])
      add(related.node)
      switch related.use {
      case .identified(isMany: false), .inline: continue
      case .identified(isMany: true) where relation.inverse != nil:
        add(relation.inverse, Link(owner: owner, path: relation.name), to: table)
      case .identified(isMany: true):
        let join = Join(owner: owner, path: relation.name, target: table)
        if joinNumbers[join] == nil {
          joinNumbers[join] = joins.count
          joins.append(join)
        }
        if !related.isLate { lateness.earlyJoins.insert(join) }
        if related.isConnected { connectedJoins.insert(join) }
      case .child:
        let link = Link(owner: owner, path: relation.name)
        if layouts[table].linkNumbers[link] == nil {
          layouts[table].linkNumbers[link] = layouts[table].links.count
          layouts[table].links.append(link)
        }
        if !related.isLate { lateness.earlyLinks[table, default: []].append(link) }
      }
      layouts[owner].isOwner = true
    }
  }

  /// The relationships of a node that lead to rows, directly or through flattened records.
  mutating func relations(
    of node: Int,
    below prefix: [String] = [],
    path: [MappingID] = [],
    isLate: Bool = false
  ) -> [Relation] {
    let path = path + [compiled.mappings[node]]
    guard mayFlatten(path.count) else { return [] }
    return relationships(of: node).enumerated().compactMap { number, rule in
      guard let name = names[node][rule.column] else { return nil }
      var relation = Relation(column: rule.column, name: prefix + name, relatives: [])
      relation.policy = policy(of: node, relationship: number)
      relation.inverse = inverse(of: node, column: rule.column)
      let isOpen = isOpen(rule, of: node)
      let isMany = compiled.plan.leadsToMany(rule)
      let choices = choices(of: rule.node)
      totalEffort += choices.count
      for choice in choices {
        if isOpen || !isMany {
          // A record composed of its owner's members is a single one if its owner is an object.
          let isLate = isLate || isOpen && !rule.isComposed
          var related = single(choice, below: relation.name, path, isLate: isLate)
          related.form = isOpen ? .one : .any
          relation.relatives.append(related)
        }
        if isOpen || isMany {
          let isIdentified = keys[targets[choice]] != nil
          var related = Related(
            node: choice,
            use: isIdentified ? .identified(isMany: true) : .child
          )
          related.form = isOpen ? .many : .any
          related.isLate = isLate || isOpen
          relation.relatives.append(related)
        }
      }
      // Records without rows are needed only in a database, and only if related records have rows.
      if form != .database || !relation.leadsToRows {
        relation.relatives.removeAll { !$0.leadsToRows }
      }
      return relation.relatives.isEmpty ? nil : relation
    } + connectedRelations(of: node, below: prefix, isLate: isLate)
  }

  /// How a single related record leads to rows.
  private mutating func single(
    _ node: Int,
    below name: [String],
    _ path: [MappingID],
    isLate: Bool
  ) -> Related {
    if keys[targets[node]] != nil {
      return Related(node: node, use: .identified(isMany: false), isLate: isLate)
    }
    if path.contains(compiled.mappings[node]) { return Related(node: node, use: .inline([])) }
    let inner = relations(of: node, below: name, path: path, isLate: isLate)
    return Related(node: node, use: .inline(inner), isLate: isLate)
  }
}
