internal import RKEngine

/// Compiles how records with the same identity are merged.
extension PlanCompiler {
  /// A column of a node's records.
  private struct Column {
    /// The keys of its destination; nil if it is not written.
    var keys: [String]?
    var isHidden = false
    var kind = MergeColumn.Kind.attribute
    var isInstant = false
  }

  /// The records of one target: their nodes, and the columns of records merged from all nodes.
  private struct MergedTarget {
    var nodes: [Int] = []
    var columns: [Column] = []
    var places: [[String]: Int] = [:]
    /// For each node, the merged columns that its columns correspond to.
    var placesOfNodes: [[Int]] = []
  }

  /// Adds a merge rule for each kind of record, and shapes for records merged from several kinds.
  mutating func addMergeRules() {
    plan.mergeRules = plan.schema.records.map { _ in
      MergeRule(columns: .empty, merged: .none)
    }
    var targets: [String] = []
    var nodesOfTargets: [String: [Int]] = [:]
    for node in plan.nodes.indices where !plan.nodes[node].isDynamic {
      let name = plan.schema.text(plan.schema.records[plan.nodes[node].record].name)
      if nodesOfTargets[name] == nil { targets.append(name) }
      nodesOfTargets[name, default: []].append(node)
    }
    var names: [Int: KeyedValues<String, Int>] = [:]
    for name in targets { addRules(of: nodesOfTargets[name, default: []], &names) }
    addConditions(onMerged: names)
  }

  /// Adds the conditions of connections for merged records.
  ///
  /// `columns` has the merged record's columns for each of its nodes.
  private mutating func addConditions(onMerged columns: [Int: KeyedValues<String, Int>]) {
    if columns.isEmpty { return }
    for node in plan.nodes.indices {
      guard case .object(let mapping) = graph[keys[node].mapping] else { continue }
      for (rule, connection) in zip(plan.nodes[node].connections.indices, mapping.connections) {
        guard let only = connection.only else { continue }
        for candidate in plan.connections[rule].candidates.indices {
          let made = Int(plan.connectionCandidates[candidate].node.index)
          guard let names = columns[made] else { continue }
          programNode = made
          plan.connectionCandidates[candidate].onlyMerged = program(only, .record(columns: names))
        }
      }
    }
  }

  private mutating func addRules(of nodes: [Int], _ names: inout [Int: KeyedValues<String, Int>]) {
    let columnsOfNodes = nodes.map { columns(of: $0) }
    let target = merged(nodes, columnsOfNodes)
    let isOneShape =
      target.placesOfNodes.allSatisfy { $0 == Array(target.columns.indices) }
      && columnsOfNodes.allSatisfy { $0.map(\.isHidden) == columnsOfNodes[0].map(\.isHidden) }
    var shape = PlanID<RecordShape>.none
    if !isOneShape {
      shape = addShape(of: target, named: plan.schema.records[plan.nodes[nodes[0]].record].name)
      var places = KeyedValues<String, Int>()
      for (keys, place) in target.places {
        let text = keys.joined(separator: ".")
        places[text] = places[text] ?? place
      }
      for node in nodes { names[node] = places }
    }
    for (node, (columns, places)) in zip(nodes, zip(columnsOfNodes, target.placesOfNodes)) {
      let record = plan.nodes[node].record
      let kinds = zip(columns, places).map {
        MergeColumn($0.kind, place: $1, isInstant: $0.isInstant)
      }
      var rule = MergeRule(
        columns: plan.mergeColumns.add(kinds),
        merged: isOneShape ? record : shape
      )
      if case .object(let mapping) = graph[keys[node].mapping] {
        addModification(of: mapping, node, to: &rule)
      }
      plan.mergeRules[Int(record.index)] = rule
    }
    if isOneShape { return }
    let kinds = target.columns.enumerated().map {
      MergeColumn($1.kind, place: $0, isInstant: $1.isInstant)
    }
    plan.mergeRules.append(MergeRule(columns: plan.mergeColumns.add(kinds), merged: shape))
    plan.identities.append(identity(of: target))
  }

  /// The identity of a merged shape: that of a node's shape with all parts of it.
  private mutating func identity(of target: MergedTarget) -> RecordIdentity {
    let models = target.nodes.map { plan.identities[Int(plan.nodes[$0].record.index)] }
    let place = models.firstIndex { !plan.identityColumns[$0.columns].contains(-1) }
    var identity = models[place ?? 0]
    let columns = plan.identityColumns[identity.columns].map { column in
      column < 0 ? -1 : Int32(target.placesOfNodes[place ?? 0][Int(column)])
    }
    identity.columns = plan.identityColumns.add(columns)
    return identity
  }

  private func addModification(of mapping: ObjectMapping, _ node: Int, to rule: inout MergeRule) {
    rule.relatesUnmodified = mapping.mapsRelationshipsIfUnmodified
    guard let name = mapping.modification, let column = columns[node][name],
      let attribute = mapping.attributes.first(where: { $0.destination.text == name })
    else { return }
    rule.modification = Int32(column)
    rule.order = type(of: attribute).form.order
  }

  private func type(of attribute: AttributeMapping) -> TableSchema.ValueType {
    TableSchema.ValueType(attribute.type, constantKind: attribute.constant?.kind ?? .missing)
  }

  // MARK: - Columns

  /// The columns of a node's records, in their order.
  private func columns(of number: Int) -> [Column] {
    let node = plan.nodes[number]
    var columns = (0..<Int(node.columnCount)).map { _ in Column() }
    if case .object(let mapping) = graph[keys[number].mapping] {
      for attribute in mapping.attributes {
        guard let column = self.columns[number][attribute.destination.text] else { continue }
        if attribute.isHidden {
          columns[column] = Column(keys: attribute.destination.keys, isHidden: true)
        }
        columns[column].isInstant = type(of: attribute) == .plain(.date)
      }
      for (rule, relationship) in zip(plan.relationships[node.relationships], mapping.relationships)
      {
        let isUnion = relationship.assignmentPolicy == .union
        columns[Int(rule.column)].kind = isUnion ? .union : .set
      }
    }
    for rule in plan.connections[node.connections] { columns[Int(rule.column)].kind = .set }
    name(&columns, by: plan.schema.records[node.record].members, below: [])
    return columns
  }

  private func name(
    _ columns: inout [Column],
    by members: PlanRange<OutputMember>,
    below prefix: [String]
  ) {
    for member in plan.schema.members[members] {
      let keys = prefix + [plan.schema.text(member.name)]
      switch member.content {
      case .column(let column): columns[Int(column)].keys = keys
      case .group(let inner): name(&columns, by: inner, below: keys)
      case .related(let column, let inner):
        columns[Int(column)].keys = keys
        name(&columns, by: inner, below: keys)
      }
    }
  }

  /// Merges the columns of some nodes: one column for each destination.
  private func merged(_ nodes: [Int], _ columnsOfNodes: [[Column]]) -> MergedTarget {
    var target = MergedTarget(nodes: nodes)
    for columns in columnsOfNodes {
      target.placesOfNodes.append(
        columns.map { column in
          let known = column.keys.flatMap { target.places[$0] }
          let place = known ?? target.columns.count
          if known == nil {
            target.columns.append(column)
          } else if !column.isHidden {
            target.columns[place].isHidden = false
          }
          if let keys = column.keys { target.places[keys] = place }
          return place
        }
      )
    }
    return target
  }

  /// The shape of the merged record: attributes first, in the order of the spec.
  private mutating func addShape(of target: MergedTarget, named name: ByteRange)
    -> PlanID<RecordShape>
  {
    var record = RecordTree()
    let notes = [KindRule.memberName]
    for isRelated in [false, true] {
      for (place, column) in target.columns.enumerated()
      where !column.isHidden && (column.kind != .attribute) == isRelated && column.keys != notes {
        if let keys = column.keys { record.insert(keys, column: place, isRelated: isRelated) }
      }
    }
    if let place = target.places[notes] { record.insert(notes, column: place) }
    let members = record.add(to: &plan.schema)
    return plan.schema.records.add(RecordShape(name: name, members: members))
  }
}
