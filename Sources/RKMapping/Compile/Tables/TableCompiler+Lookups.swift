internal import RKEngine

extension TableCompiler {
  /// What is asked of nodes and tables for each of their columns and relations: found once.
  struct Lookups {
    /// For each node the places of its relationships among them, by their columns.
    var relationships: [KeyedValues<UInt32, Int>] = []
    /// For each node its connections whose keys are foreign keys, and their places by their columns.
    var connections: [[Connection]] = []
    var connectionPlaces: [KeyedValues<UInt32, Int>] = []
    /// The columns of connections of the nodes that make records that others are connected to.
    var connectedColumns: [Set<UInt32>] = []
    /// For each table what stands before its own columns, its key, and how its rows belong to owners.
    var leads: [LeadColumns] = []
    var keyNames: [[String]] = []
    var children: [KeyedValues<Int, ChildPlaces>] = []
    /// For each relationship how many tables join its records to others.
    var joinCounts = KeyedValues<Link, Int>()
    /// For dynamic nodes the names that several of their choices have.
    var sharedNames = KeyedValues<PlanID<PlanNode>, SharedNames>()
    /// For each node the places of its own columns among those of its table.
    var places: [KeyedValues<UInt32, Int>] = []
  }

  /// For connections by where their candidates begin: the nodes that these are, and their only target;
  /// nothing where they are of several.
  static func makers(_ plan: MappingPlan, _ targets: [String])
    -> KeyedValues<Int, (nodes: [Int], target: String)>
  {
    var makers = KeyedValues<Int, (nodes: [Int], target: String)>()
    var seen: Set<Int32> = []
    for rule in plan.connections
    where !rule.candidates.isEmpty && seen.insert(rule.candidates.first).inserted {
      let nodes = plan.connectionCandidates[rule.candidates].map { Int($0.node.index) }
      guard let target = nodes.first.map({ targets[$0] }) else { continue }
      if nodes.allSatisfy({ targets[$0] == target }) {
        makers[Int(rule.candidates.first)] = (nodes, target)
      }
    }
    return makers
  }

  mutating func addLookupsOfNodes() {
    for node in compiled.plan.nodes.indices {
      var relationships = KeyedValues<UInt32, Int>()
      for (number, rule) in self.relationships(of: node).enumerated() {
        relationships[rule.column] = number
      }
      lookups.relationships.append(relationships)
      let connections = foreignKeys(of: node)
      var places = KeyedValues<UInt32, Int>()
      for (number, connection) in connections.enumerated() { places[connection.column] = number }
      lookups.connections.append(connections)
      lookups.connectionPlaces.append(places)
      let rules = compiled.plan.connections[compiled.plan.nodes[node].connections]
      lookups.connectedColumns.append(isConnected(node) ? Set(rules.map(\.column)) : [])
    }
  }

  /// Once it is known which relationships lead to each table.
  mutating func addLookupsOfTables() {
    lookups.leads = layouts.indices.map { findLeadColumns(of: $0) }
    lookups.keyNames = layouts.indices.map { findKeyNames(of: $0) }
    lookups.children = layouts.indices.map { findChildPlaces(of: $0) }
  }

  /// Once it is known which columns each table has.
  mutating func addLookupsOfColumns() {
    lookups.places = compiled.plan.nodes.indices.map { _ in KeyedValues() }
    for layout in layouts {
      var numbers = KeyedValues<String, Int>()
      for (number, column) in layout.columns.enumerated() { numbers[column.name] = number }
      for (node, sources) in zip(layout.sources.keys, layout.sources.values) {
        for (name, source) in zip(sources.keys, sources.values) {
          guard case .cell(let column) = source, let number = numbers[name] else { continue }
          let first = lookups.places[node][column] ?? number
          lookups.places[node][column] = min(first, number)
        }
      }
    }
  }
}

extension TableCompiler {
  /// The most columns, and the deepest flattening, that are tried.
  static let largestWidth = 4_096
  private static let largestDepth = 200
  /// The most columns and relationships of all tables.
  private static let largestEffort = 250_000

  /// Whether flattening may go on at a depth; once it may not, it never may again.
  mutating func mayFlatten(_ depth: Int) -> Bool {
    effort += 1
    // Names are as long as records lie deep in each other.
    totalEffort += depth
    if depth > Self.largestDepth || effort > 2 * Self.largestWidth { tables.isTooWide = true }
    return mayGoOn()
  }

  /// Whether there may be more rows and cells; once there may not, there never may again.
  mutating func mayGoOn() -> Bool {
    totalEffort += 1
    if totalEffort > Self.largestEffort { tables.isTooWide = true }
    return !tables.isTooWide
  }
}

/// Names that are taken.
struct TakenNames {
  private var names: Set<String> = []
  /// For each name that was wanted again, the next number to try after it.
  private var numbers: [String: Int] = [:]

  init() {}

  init(_ names: [String], _ form: TableForm) {
    self.names = Set(names.map { form.compared($0) })
  }

  /// Takes a name, or one that is made of it where it is taken; without a form any text is a name, and
  /// all texts are different ones.
  mutating func take(_ wanted: String, _ form: TableForm?) -> String {
    let name = form?.allowed(wanted) ?? wanted
    var free = name
    while !names.insert(form?.compared(free) ?? free).inserted {
      let number = numbers[form?.compared(name) ?? name, default: 2]
      numbers[form?.compared(name) ?? name] = number + 1
      free = "\(name)_\(number)"
    }
    return free
  }
}
