internal import RKEngine

extension TableCompiler {
  /// Look-up tables for nodes and tables, computed once because they are needed for every column
  /// and relation.
  struct Lookups {
    /// For each node, the indices of its relationships, by column.
    var relationships: [KeyedValues<UInt32, Int>] = []
    /// For each node, the connections whose keys are foreign keys, and their indices by column.
    var connections: [[Connection]] = []
    var connectionPlaces: [KeyedValues<UInt32, Int>] = []
    /// The columns of the connections to the nodes that make connected records.
    var connectedColumns: [Set<UInt32>] = []
    /// For each table, the columns before its own, its key, and how its rows are linked to owners.
    var leads: [LeadColumns] = []
    var keyNames: [[String]] = []
    var children: [KeyedValues<Int, ChildPlaces>] = []
    /// For each relationship, the number of tables that join its records to others.
    var joinCounts = KeyedValues<Link, Int>()
    /// For each dynamic node, the names that several of its choices share.
    var sharedNames = KeyedValues<PlanID<PlanNode>, SharedNames>()
    /// For each node, the indices of its columns in its table.
    var places: [KeyedValues<UInt32, Int>] = []
  }

  /// For each connection, by the beginning of its candidates: their nodes and target.
  ///
  /// Connections with several targets are left out.
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

  /// Called when the relationships to each table are known.
  mutating func addLookupsOfTables() {
    lookups.leads = layouts.indices.map { findLeadColumns(of: $0) }
    lookups.keyNames = layouts.indices.map { findKeyNames(of: $0) }
    lookups.children = layouts.indices.map { findChildPlaces(of: $0) }
  }

  /// Called when the columns of each table are known.
  mutating func addLookupsOfColumns() {
    // A database has no table without columns.
    for table in layouts.indices
    where form.isRelated && layouts[table].columns.isEmpty && lookups.leads[table].owners.isEmpty {
      lookups.leads[table].hasNumber = true
    }
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
  /// The most columns, and the greatest depth of flattening, that are tried.
  static let largestWidth = 4_096
  private static let largestDepth = 200
  /// The limit on the columns and relationships of all tables together.
  private static let largestEffort = 250_000

  /// Returns whether flattening may continue at a depth; once false, it stays false.
  mutating func mayFlatten(_ depth: Int) -> Bool {
    effort += 1
    // Names get longer with the depth of records.
    totalEffort += depth
    if depth > Self.largestDepth || effort > 2 * Self.largestWidth { tables.isTooWide = true }
    return mayGoOn()
  }

  /// Returns whether more rows and cells may be made; once false, it stays false.
  mutating func mayGoOn() -> Bool {
    totalEffort += 1
    if totalEffort > Self.largestEffort { tables.isTooWide = true }
    return !tables.isTooWide
  }
}

/// A set of names in use.
struct TakenNames {
  private var names: Set<String> = []
  /// For each name that was requested again, the next number to append.
  private var numbers: [String: Int] = [:]

  init() {}

  init(_ names: [String], _ form: TableForm) {
    self.names = Set(names.map { form.compared($0) })
  }

  /// Reserves a name, or a numbered variant if it is in use.
  ///
  /// Without a form any text is a valid name, and all texts differ.
  mutating func reserve(_ wanted: String, _ form: TableForm?) -> String {
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
