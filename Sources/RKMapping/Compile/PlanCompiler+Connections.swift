internal import RKEngine

extension PlanCompiler {
  /// Adds the connections of a mapping's records, each with a column after all other columns.
  ///
  /// Their candidates are added once all nodes are made.
  mutating func connections(
    of mapping: ObjectMapping,
    _ names: KeyedValues<String, Int>,
    _ columnCount: inout Int,
    _ record: inout RecordTree
  ) -> PlanRange<ConnectionRule> {
    var rules: [ConnectionRule] = []
    for connection in mapping.connections {
      record.insert(connection.destination.keys, column: columnCount, isRelated: true)
      let keys = connection.keys.map { UInt32(names[$0.own] ?? 0) }
      var rule = ConnectionRule(
        column: UInt32(columnCount),
        keys: plan.connectionKeys.add(keys),
        site: add(site(of: connection, mapping))
      )
      rule.cardinality = connection.cardinality
      rules.append(rule)
      columnCount += 1
    }
    return plan.connections.add(rules)
  }

  private func site(of connection: ConnectionMapping, _ mapping: ObjectMapping) -> RuleSite {
    let keys = connection.keys.map { "\($0.own) = \($0.other)" }
    return RuleSite(
      mapper: mapping.id,
      target: mapping.target,
      part: .connection(connection),
      expectation: connection.cardinality == .one ? "one record" : "records",
      details: "\(connection.target) where \(keys.joined(separator: ", "))",
      place: connection.place
    )
  }

  /// Adds, for each connection, the nodes whose records it may lead to.
  mutating func addCandidates() {
    if plan.connections.isEmpty { return }
    var nodes: [String: [Int]] = [:]
    let bases = graph.targetBases()
    for number in plan.nodes.indices {
      guard case .object(let mapping) = graph[keys[number].mapping] else { continue }
      for target in [mapping.target] + bases[mapping.target, default: []] {
        nodes[target, default: []].append(number)
      }
    }
    var scopes: [ExpressionScope?] = plan.nodes.indices.map { _ in nil }
    var made = KeyedValues<[String], PlanRange<ConnectionCandidate>>()
    for number in plan.nodes.indices where !plan.nodes[number].connections.isEmpty {
      guard case .object(let mapping) = graph[keys[number].mapping] else { continue }
      for (rule, connection) in zip(plan.nodes[number].connections.indices, mapping.connections) {
        // Connections with the same keys and no condition share their candidates.
        let key = [connection.target] + connection.keys.map(\.other)
        let known = connection.only == nil ? made[key] : nil
        let found = nodes[connection.target, default: []]
        let candidates = known ?? addCandidates(of: connection, found, &scopes)
        if connection.only == nil { made[key] = candidates }
        plan.connections[rule].candidates = candidates
        if let condition = connection.condition {
          programNode = number
          plan.connections[rule].condition = program(condition, scope(of: number, &scopes))
        }
      }
    }
  }

  private mutating func addCandidates(
    of connection: ConnectionMapping,
    _ nodes: [Int],
    _ scopes: inout [ExpressionScope?]
  ) -> PlanRange<ConnectionCandidate> {
    var candidates: [ConnectionCandidate] = []
    for number in nodes {
      let columns = connection.keys.map { Int32(self.columns[number][$0.other] ?? -1) }
      var candidate = ConnectionCandidate(
        node: PlanID(number),
        columns: plan.candidateColumns.add(columns)
      )
      if let only = connection.only {
        programNode = number
        candidate.only = program(only, scope(of: number, &scopes))
      }
      candidates.append(candidate)
    }
    return plan.connectionCandidates.add(candidates)
  }

  /// The scope of expressions over a node's records: the columns of all its records.
  ///
  /// `made` caches results.
  private func scope(of number: Int, _ made: inout [ExpressionScope?]) -> ExpressionScope {
    if let scope = made[number] { return scope }
    let scope = ExpressionScope.record(columns: recordColumns(of: number))
    made[number] = scope
    return scope
  }

  private func recordColumns(of number: Int) -> KeyedValues<String, Int> {
    guard case .object(let mapping) = graph[keys[number].mapping] else { return KeyedValues() }
    var columns = self.columns[number]
    let node = plan.nodes[number]
    for (rule, relationship) in zip(plan.relationships[node.relationships], mapping.relationships) {
      columns[relationship.destination.text] = Int(rule.column)
    }
    for (rule, connection) in zip(plan.connections[node.connections], mapping.connections) {
      columns[connection.destination.text] = Int(rule.column)
    }
    return columns
  }

  /// Adds the identity of each kind of record, as named by the first mapper of its target, or else
  /// by the target.
  mutating func addIdentities() {
    var numbers = KeyedValues<String, Int>()
    let names = graph.identificationNames()
    plan.identities = plan.schema.records.map { _ in RecordIdentity(target: 0, columns: .empty) }
    for (number, node) in plan.nodes.enumerated() where !node.record.isNone {
      guard case .object(let mapping) = graph[keys[number].mapping] else { continue }
      let target = numbers[mapping.target] ?? numbers.count
      numbers[mapping.target] = target
      let columns = names[mapping.target, default: []].map { Int32(self.columns[number][$0] ?? -1) }
      plan.identities[Int(node.record.index)] = RecordIdentity(
        target: target,
        columns: plan.identityColumns.add(columns)
      )
    }
  }
}
