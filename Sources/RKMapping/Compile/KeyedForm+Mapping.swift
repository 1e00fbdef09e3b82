internal import RKEngine

extension KeyedForm {
  /// Creates the keyed form for the records of a mapping.
  init(_ compiled: CompiledMapping, _ graph: MappingGraph) {
    let plan = compiled.plan
    let identities = graph.identities()
    self.init(
      shapes: plan.schema.records.map { Shape(target: plan.schema.text($0.name)) },
      connections: []
    )
    var isIdentified: Set<String> = []
    var columns: [[Int32]] = plan.schema.records.map { _ in [] }
    for (number, node) in plan.nodes.enumerated() where !node.record.isNone {
      let target = plan.target(of: node)
      guard let identity = identities[target] else { continue }
      let written = TableCompiler.names(of: plan.schema.records[node.record], plan.schema)
      let found = identity.attributes.map { name -> Int32 in
        guard let column = compiled.columns[number][name], written[UInt32(column)] != nil else {
          return -1
        }
        return Int32(column)
      }
      columns[Int(node.record.index)] = found
      if !found.contains(-1) { isIdentified.insert(target) }
    }
    for (number, node) in plan.nodes.enumerated() where !node.record.isNone {
      let shape = Int(node.record.index)
      let rules = plan.attributes(of: node)
      for rule in rules where rule.hasSilentDefault { shapes[shape].fallbacks.insert(rule.column) }
      guard isIdentified.contains(plan.target(of: plan.nodes[number])) else { continue }
      shapes[shape].identity = columns[shape]
      shapes[shape].instants = columns[shape].map { column in
        rules.contains { rule in
          let type = compiled.sites[Int(rule.site.index)].type
          return Int32(rule.column) == column
            && TableSchema.ValueType(type, constantKind: rule.constant.kind) == .plain(.date)
        }
      }
    }
    addConnections(compiled, graph, identities)
    addLabels(plan)
  }

  private mutating func addConnections(
    _ compiled: CompiledMapping,
    _ graph: MappingGraph,
    _ identities: [String: TargetIdentity]
  ) {
    let plan = compiled.plan
    connections = plan.connections.map { _ in Connection(target: "", keys: [], isSingle: false) }
    for (number, node) in plan.nodes.enumerated() where !node.connections.isEmpty {
      guard case .object(let mapping) = graph[compiled.mappings[number]] else { continue }
      for (rule, connection) in zip(node.connections.indices, mapping.connections) {
        let columns = Array(plan.connectionKeys[plan.connections[rule].keys])
        let names = identities[connection.target]?.attributes ?? []
        let keys = names.compactMap { name -> Connection.Key? in
          guard let place = connection.keys.firstIndex(where: { $0.other == name }) else {
            return nil
          }
          return Connection.Key(
            column: columns[place],
            names: name.split(byte: .period).map(String.init)
          )
        }
        connections[rule] = Connection(
          target: connection.target,
          keys: keys,
          isSingle: connection.cardinality == .one
        )
      }
    }
  }

  /// Records in places where several targets are possible must state their target.
  private mutating func addLabels(_ plan: MappingPlan) {
    var labelled: Set<String> = []
    for relationship in plan.relationships {
      let targets = Set(plan.choices(of: relationship.node).map { plan.target(of: plan.nodes[$0]) })
      if targets.count > 1 { labelled.formUnion(targets) }
    }
    for (number, record) in plan.schema.records.enumerated() {
      shapes[number].isLabelled = labelled.contains(plan.schema.text(record.name))
    }
    for number in connections.indices {
      connections[number].isLabelled = labelled.contains(connections[number].target)
    }
  }
}

extension MappingPlan {
  /// The target of a node's records.
  func target(of node: PlanNode) -> String { schema.text(schema.records[node.record].name) }
}
