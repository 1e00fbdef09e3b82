internal import RKEngine

/// Connections in tables.
///
/// If the keys of a connection match the target's key, they are foreign keys without further work.
/// The records of other connections are looked up before rows are made, and treated like related
/// records.
extension TableCompiler {
  /// A connection whose keys are foreign keys.
  struct Connection {
    var column: UInt32
    /// The columns of the record with the keys, in the order of the target's own key.
    var keys: [UInt32]
    var target: String
    /// The nodes of the records that it may lead to.
    var nodes: [Int]
    var cardinality: Cardinality
  }

  /// The connections of a node's records whose keys are foreign keys.
  func connections(of node: Int) -> [Connection] { lookups.connections[node] }

  func foreignKeys(of node: Int) -> [Connection] {
    compiled.plan.nodes[node].connections.indices.compactMap { connection($0, of: node) }
  }

  private func connection(_ number: Int, of node: Int) -> Connection? {
    let plan = compiled.plan
    guard form.isRelated, !isConnected(node),
      case .object(let mapping) = graph[compiled.mappings[node]]
    else { return nil }
    let rule = plan.connections[number]
    let mapped = mapping.connections[number - plan.nodes[node].connections.indices.lowerBound]
    guard mapped.only == nil, !rule.candidates.isEmpty, let key = keys[mapped.target],
      let (nodes, target) = makers[Int(rule.candidates.first)], target == mapped.target,
      Set(mapped.keys.map(\.other)) == Set(key), mapped.keys.count == key.count,
      key.count == 1 || rule.cardinality != .many
    else { return nil }
    let columns = Array(plan.connectionKeys[rule.keys])
    let own = key.compactMap { name in
      mapped.keys.firstIndex { $0.other == name }.map { columns[$0] }
    }
    return Connection(
      column: rule.column,
      keys: own,
      target: mapped.target,
      nodes: nodes,
      cardinality: rule.cardinality
    )
  }

  /// The connections of the plan that need no look-up.
  var keptConnections: [Int] {
    compiled.plan.nodes.indices.flatMap { node in
      compiled.plan.nodes[node].connections.indices.filter { connection($0, of: node) != nil }
    }
  }

  /// Whether the connection may find several records, by a single key column.
  private static func mayBeMany(_ connection: Connection) -> Bool {
    connection.cardinality != .one && connection.keys.count == 1
  }

  /// The relations of a node's connections that may be to-many.
  func connectedRelations(of node: Int, below prefix: [String], isLate: Bool) -> [Relation] {
    connections(of: node).compactMap { connection in
      guard Self.mayBeMany(connection), let name = names[node][connection.column],
        let first = connection.nodes.first
      else { return nil }
      var related = Related(node: first, use: .identified(isMany: true))
      related.isLate = isLate || connection.cardinality == .automatic
      related.isConnected = true
      var relation = Relation(
        column: connection.column,
        name: prefix + name,
        relatives: [related]
      )
      relation.key = Int32(connection.keys[0])
      relation.inverse = inverse(of: node, column: connection.column)
      return relation
    }
  }

  // MARK: - Connections with lookups

  /// Whether a node makes copies of connected records, which have no connections themselves.
  func isConnected(_ node: Int) -> Bool { node >= firstConnected }

  /// A copy of the mapping in which connections that need a look-up are relationships; nil if there
  /// are none.
  func withConnectedRecords() -> CompiledMapping? {
    var related = compiled
    // Connections to the same records share the copies of their nodes.
    var copies = KeyedValues<Int, PlanID<PlanNode>>()
    var choices = KeyedValues<Int, PlanID<PlanNode>>()
    for node in compiled.plan.nodes.indices {
      let rules = compiled.plan.nodes[node].connections.indices.filter {
        connection($0, of: node) == nil && !compiled.plan.connections[$0].candidates.isEmpty
      }
      if rules.isEmpty { continue }
      var relationships = Array(relationships(of: node))
      for number in rules {
        let rule = compiled.plan.connections[number]
        let first = Int(rule.candidates.first)
        if choices[first] == nil {
          let nodes = compiled.plan.connectionCandidates[rule.candidates].map { candidate in
            let number = Int(candidate.node.index)
            let copy = copies[number] ?? related.addConnected(number)
            copies[number] = copy
            return copy
          }
          choices[first] = related.addChoice(of: nodes, by: node)
        }
        var relationship = RelationshipRule(
          source: .none,
          node: choices[first] ?? .none,
          column: rule.column,
          site: rule.site
        )
        relationship.cardinality = rule.cardinality
        relationships.append(relationship)
      }
      related.plan.nodes[node].relationships = related.plan.relationships.add(relationships)
    }
    return related.plan.nodes.count == compiled.plan.nodes.count ? nil : related
  }
}

extension CompiledMapping {
  /// Adds a copy of a node, for connected records.
  fileprivate mutating func addConnected(_ node: Int) -> PlanID<PlanNode> {
    mappings.append(mappings[node])
    columns.append(columns[node])
    return plan.nodes.add(plan.nodes[node])
  }

  /// Adds a node that chooses among others; `owner` is connected to their records.
  fileprivate mutating func addChoice(of nodes: [PlanID<PlanNode>], by owner: Int)
    -> PlanID<PlanNode>
  {
    if nodes.count == 1 { return nodes[0] }
    var choice = PlanNode(site: plan.nodes[owner].site)
    choice.isDynamic = true
    choice.matchers = plan.matchers.add(
      nodes.map { MatcherRule(source: .none, test: .kind(.object), node: $0) }
    )
    mappings.append(mappings[owner])
    columns.append(KeyedValues())
    return plan.nodes.add(choice)
  }
}
