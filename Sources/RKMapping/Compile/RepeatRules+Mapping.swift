internal import RKEngine

extension CompiledMapping {
  /// How records of one identity are compared in a run; empty if the spec declares no identity.
  ///
  /// Of an output that merges only root records, `ofRoots` says so; with `ofDocuments` each document
  /// is compared by itself.
  func repeatRules(_ graph: MappingGraph, ofRoots: Bool, ofDocuments: Bool) -> RepeatRules {
    var rules = RepeatRules()
    guard plan.identities.contains(where: { !$0.columns.isEmpty }) else { return rules }
    rules.takesRootsAlone = ofRoots
    rules.areOfTables = !ofRoots && !ofDocuments
    rules.isOfDocuments = ofDocuments
    rules.shapes = plan.schema.records.map { _ in RepeatShape(site: PlanSite(0)) }
    var compiler = RepeatCompiler(self, graph)
    for node in plan.nodes.indices where !plan.nodes[node].record.isNone {
      compiler.add(node, to: &rules)
    }
    compiler.choose(&rules)
    return rules
  }

  /// The names of the members of each target that is compared, by its number in the rules.
  var repeatedMembers: [[String]] {
    var names = plan.repeats.memberCounts.map { Array(repeating: "", count: $0) }
    var targets = KeyedValues<String, KeyedValues<[String], Int>>()
    for node in plan.nodes where !node.record.isNone {
      let shape = plan.schema.records[node.record]
      let name = plan.schema.text(shape.name)
      var places = targets[name] ?? KeyedValues()
      for (_, path) in plan.schema.compared(shape, by: node) {
        let place = places[path] ?? places.count
        places[path] = place
        let target = Int(plan.repeats.shapes[Int(node.record.index)].target)
        if target >= 0 { names[target][place] = path.joined(separator: ".") }
      }
      targets[name] = places
    }
    return names
  }
}

extension ObjectMapping {
  /// What happens to a record that overwrites an earlier one; `drift: fail` includes `fail`.
  var onRepeat: RepeatPolicy { policies.onRepeat ?? (policies.drift == .fail ? .fail : .report) }
}

/// Compiles how records of one identity are compared.
private struct RepeatCompiler {
  private struct Target {
    var places = KeyedValues<[String], Int>()
    var shapes: [Int] = []
    /// Whether something is told of its records.
    var isTold = false
    /// Whether its records may be older, so that what they are related to does not count.
    var hasAge = false
  }

  private let compiled: CompiledMapping
  private let graph: MappingGraph
  private var targets = KeyedValues<String, Target>()

  init(_ compiled: CompiledMapping, _ graph: MappingGraph) {
    self.compiled = compiled
    self.graph = graph
  }

  mutating func add(_ number: Int, to rules: inout RepeatRules) {
    let plan = compiled.plan
    let node = plan.nodes[number]
    guard case .object(let mapping) = graph[compiled.mappings[number]] else { return }
    var target = targets[mapping.target] ?? Target()
    var columns = (0..<Int(node.columnCount)).map { _ in RepeatColumn(.ignored, place: 0) }
    let record = plan.schema.records[node.record]
    for (column, path) in plan.schema.compared(record, by: node) {
      let place = target.places[path] ?? target.places.count
      target.places[path] = place
      columns[column] = RepeatColumn(.value, place: place)
    }
    // Every member has a number, whether or not it is compared.
    for attribute in mapping.attributes {
      guard let column = compiled.columns[number][attribute.destination.text],
        columns.indices.contains(column), columns[column].kind != .ignored
      else { continue }
      refine(&columns[column], attribute, mapping.target)
    }
    for (rule, relationship) in zip(plan.relationships[node.relationships], mapping.relationships) {
      let column = Int(rule.column)
      columns[column].kind = relationship.assignmentPolicy == .union ? .ignored : .related
      let members = graph.mappingsOfRecords(from: relationship.mapping)
      if rules.areOfTables, relationship.assignmentPolicy != .union, relationship.inverse == nil,
        members.contains(where: { $0.onRepeat != .last })
      {
        columns[column].joinSite = rule.site
      }
    }
    let shape = Int(node.record.index)
    // Keys are equal by their text, whatever their kinds.
    for number in plan.identities[shape].columns.indices where plan.identityColumns[number] >= 0 {
      columns[Int(plan.identityColumns[number])].isKey = true
    }
    rules.shapes[shape].site = node.site
    rules.shapes[shape].columns = rules.columns.add(columns)
    switch mapping.onRepeat {
    case .report: rules.shapes[shape].policy = .report
    case .last: rules.shapes[shape].policy = .last
    case .fail: rules.shapes[shape].policy = .fail
    }
    if rules.shapes[shape].policy != .last { target.isTold = true }
    if let name = mapping.modification, let column = compiled.columns[number][name],
      let attribute = mapping.attributes.first(where: { $0.destination.text == name })
    {
      target.hasAge = true
      rules.shapes[shape].modification = Int32(column)
      rules.shapes[shape].relatesUnmodified = mapping.mapsRelationshipsIfUnmodified
      let constantKind = attribute.constant?.kind ?? .missing
      rules.shapes[shape].modificationOrder =
        TableSchema.ValueType(attribute.type, constantKind: constantKind).form.order
    }
    target.shapes.append(shape)
    targets[mapping.target] = target
  }

  private func refine(
    _ column: inout RepeatColumn,
    _ attribute: AttributeMapping,
    _ target: String
  ) {
    switch attribute.type?.leaf {
    case .date(let rules)?: if case .iso8601 = rules.output.form { column.kind = .instant }
    case let leaf? where leaf.plain == .decimal: column.kind = .decimal
    default: break
    }
    if case .set? = attribute.type { column.isSet = true }
    let policies = attribute.policies
    column.hasStandIn =
      attribute.defaultValue != nil
      || policies.onMissing == .null || policies.onMissing == .default
      || policies.onError == .null || policies.onError == .default
  }

  /// Gives numbers to the targets that are compared.
  func choose(_ rules: inout RepeatRules) {
    guard targets.keys.contains(where: { targets[$0]?.isTold == true }) else { return }
    for name in targets.keys {
      guard let target = targets[name], target.isTold || target.hasAge else { continue }
      let watched = target.shapes.filter { !compiled.plan.identities[$0].columns.isEmpty }
      if watched.isEmpty { continue }
      for shape in watched { rules.shapes[shape].target = Int32(rules.memberCounts.count) }
      rules.memberCounts.append(target.places.count)
    }
  }
}

extension RowSchema {
  /// The columns that a node's records have for their own members, each with the names on its path.
  fileprivate func compared(_ shape: RecordShape, by node: PlanNode) -> [(
    column: Int, path: [String]
  )] {
    columns(of: shape.members).filter {
      $0.path != [KindRule.memberName] && $0.column < Int(node.columnCount)
    }
  }

  /// The columns of some members, each with the names on the path to it.
  fileprivate func columns(of range: PlanRange<OutputMember>, below path: [String] = [])
    -> [(column: Int, path: [String])]
  {
    members[range].flatMap { member -> [(column: Int, path: [String])] in
      let path = path + [text(member.name)]
      switch member.content {
      case .column(let column): return [(Int(column), path)]
      case .group(let inner): return columns(of: inner, below: path)
      case .related(let column, let inner):
        return [(Int(column), path)] + columns(of: inner, below: path)
      }
    }
  }
}
