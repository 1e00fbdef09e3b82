internal import RKEngine

extension PlanCompiler {
  // MARK: - Object mappings

  mutating func compile(
    _ declared: ObjectMapping,
    _ key: NodeKey,
    as id: PlanID<PlanNode>
  ) -> PlanNode {
    let mapping = nested(declared, key)
    let ruleCount = mapping.attributes.count + mapping.relationships.count
    var tree = ShapeTree(graph.keyNaming, capacity: ruleCount)
    for number in mapping.attributes.indices {
      for source in mapping.attributes[number].sources { tree.insert(source) }
    }
    for number in mapping.relationships.indices {
      tree.insert(mapping.relationships[number].source)
    }
    for source in mapping.pathsOfExpressions { tree.insert(source) }
    tree.assignSlots()

    var record = RecordTree(capacity: ruleCount)
    let readsRepresentation = mapping.readsRepresentation
    var rules = rules(of: mapping, key, &record)
    // In a forced collection (`forceCollectionMapping` in RestKit) a key alone makes a record.
    let countsKey = mapping.forcesCollection || isChosenOfCollection(key)
    for number in rules.all.indices where !readsRepresentation || countsKey {
      let isKey = rules.all[number].attribute.sources.contains(where: \.isNestingAttribute)
      rules.all[number].countsContext = !readsRepresentation || isKey
    }
    columns[Int(id.index)] = rules.names
    var columnCount = rules.columnCount
    var relationships: [RelationshipRule] = []
    for (number, relationship) in mapping.relationships.enumerated() {
      record.insert(relationship.destination.keys, column: columnCount, isRelated: true)
      var rule = rule(of: relationship, number, of: mapping, key, column: columnCount, tree)
      rule.counts = !readsRepresentation || !relationship.source.climbs
      relationships.append(rule)
      columnCount += 1
    }
    let connections = connections(of: mapping, rules.names, &columnCount, &record)
    insertOverlays(rules.all, into: &record)

    var site = RuleSite(mapping)
    site.readingCount = mapping.readPaths.count
    var node = PlanNode(site: add(site))
    node.judgesShape =
      site.readingCount > 1 && !mapping.readsItself
      && !mapping.attributes.contains(where: \.hasDefault)
    addAttributes(rules.all, scalar: mapping.scalarAttribute, &tree, &node)
    var names = rules.names
    for (relationship, rule) in zip(mapping.relationships, relationships) {
      names[relationship.destination.text] = Int(rule.column)
    }
    for (connection, rule) in zip(mapping.connections, plan.connections[connections]) {
      names[connection.destination.text] = Int(rule.column)
    }
    node.connections = connections
    addRules(mapping, rules.all, names, tree, &node)
    node.shape = tree.add(to: &plan)
    node.slotCount = UInt32(tree.slotCount)
    node.relationships = plan.relationships.add(relationships)
    node.judgesRelated =
      !relationships.isEmpty && (!node.isPlain || relationships.contains(where: \.isRequired))
    let kinds = notesKinds ? kindRules(of: mapping, rules.all, node) : [:]
    if !kinds.isEmpty {
      record.insert([KindRule.memberName], column: columnCount)
      node.kindsColumn = UInt32(columnCount)
      columnCount += 1
    }
    node.columnCount = UInt32(columnCount)
    let members = record.add(to: &plan.schema)
    if notesKinds { addKinds(kinds, inOrderOf: members, to: &node) }
    node.record = plan.schema.records.add(
      RecordShape(name: plan.schema.add(text: mapping.target.utf8), members: members)
    )
    node.takesNestingKey = mapping.nestingAttribute != nil
    node.forcesCollection = mapping.forcesCollection
    node.readsArrays = mapping.readsArrays
    // A mapping that reads nothing of its representations accepts any of them.
    node.refusesScalars =
      mapping.scalarAttribute == nil && readsRepresentation && !mapping.readsItself
    var keyPolicies = key.keyPolicies.inheriting(mapping.keyPolicies)
    keyPolicies.unknown = keyPolicies.unknown ?? mapping.policies.drift?.unknownKeys
    addKnownKeys(keyPolicies, of: key.mapping, to: &node)
    return node
  }

  /// Whether each key makes a record, by the dynamic mapping whose nesting attribute this record takes.
  private func isChosenOfCollection(_ key: NodeKey) -> Bool {
    key.nesting.map { graph[$0].forcesCollection } ?? false
  }

  /// Adds the nesting attribute of the dynamic mapping that chose a mapping, unless it has its own.
  private func nested(_ mapping: ObjectMapping, _ key: NodeKey) -> ObjectMapping {
    guard let dynamic = key.nesting, case .dynamic(let chooser) = graph[dynamic],
      let attribute = chooser.typedNesting[key.mapping] ?? chooser.nesting,
      mapping.nestingAttribute == nil
    else { return mapping }
    var nested = mapping
    nested.nestingAttribute = attribute.destination.text
    if !mapping.attributes.contains(where: { $0.destination == attribute.destination }) {
      nested.attributes.insert(attribute, at: 0)
    }
    return nested
  }

  /// The rules of a mapping's own attributes, then those that its owner adds, and the columns of
  /// all of them by destination.
  private mutating func rules(
    of mapping: ObjectMapping,
    _ key: NodeKey,
    _ record: inout RecordTree
  ) -> (all: [Rule], names: KeyedValues<String, Int>, columnCount: Int) {
    var rules: [Rule] = []
    var names = KeyedValues<String, Int>()
    rules.reserveCapacity(mapping.attributes.count)
    names.reserveCapacity(mapping.attributes.count)
    let name = MappingName(mapping, key.mapping)
    let overlaying = Set(overlays(by: key.mapping).values.flatMap { $0.map(\.destination) })
    for column in mapping.attributes.indices {
      let destination = mapping.attributes[column].destination
      let isLate = overlaying.contains(destination)
      names[destination.text] = column
      if !mapping.attributes[column].isHidden { record.insert(destination.keys, column: column) }
      rules.append(Rule(mapping.attributes[column], column: column, isLate: isLate, in: name))
    }
    var columnCount = rules.count
    for overlaid in overlays(of: key) {
      var rule = overlaid
      let keys = rule.attribute.destination.keys
      let same = mapping.attributes.firstIndex { $0.destination.keys == keys }
      rule.column = same ?? columnCount
      if same == nil { columnCount += 1 }
      rules.append(rule)
    }
    return (rules, names, columnCount)
  }

  /// Adds members that only an owner fills after a record's own members.
  private func insertOverlays(_ rules: [Rule], into record: inout RecordTree) {
    for number in rules.indices
    where rules[number].isFromOwner && !rules[number].attribute.isHidden {
      record.insert(rules[number].attribute.destination.keys, column: rules[number].column)
    }
  }

  /// Attributes of the owner that fill members of a relationship's records, with their destinations
  /// inside those.
  ///
  /// Their sources are dotted, so that they are mapped after relationships, as in RestKit.
  private mutating func overlays(of key: NodeKey) -> [Rule] {
    guard let overlay = key.overlay, case .object(let owner) = graph[overlay.owner] else {
      return []
    }
    let relationship = owner.relationships[overlay.relationship]
    let name = MappingName(owner, overlay.owner)
    return overlays(by: overlay.owner)[overlay.relationship, default: []].map { attribute in
      var inner = attribute
      let keys = attribute.destination.keys.dropFirst(relationship.destination.keys.count)
      inner.destination = DestinationKeyPath(
        keys: Array(keys),
        text: keys.joined(separator: ".")
      )
      var rule = Rule(inner, column: 0, isLate: true, in: name)
      rule.isFromOwner = true
      rule.relationship = relationship.destination.keys
      return rule
    }
  }

  // MARK: - Relationships

  private mutating func rule(
    of relationship: RelationshipMapping,
    _ number: Int,
    of mapping: ObjectMapping,
    _ key: NodeKey,
    column: Int,
    _ tree: ShapeTree
  ) -> RelationshipRule {
    var described = RuleSite(relationship, of: mapping, in: graph)
    described.statesMissing = relationship.policies.onMissing != nil
    let site = add(described)
    let isOverlaid = overlays(by: key.mapping)[number] != nil
    let overlay = Overlay(owner: key.mapping, relationship: number)
    var child = NodeKey(
      mapping: relationship.mapping,
      overlay: isOverlaid ? overlay : nil,
      keyPolicies: relationship.keyPolicies
    )
    // The policies for keys of an ancestor's representation belong to its own mapper.
    if relationship.source.climbs && relationship.source.components.isEmpty {
      child.keyPolicies.unknown = relationship.keyPolicies.unknown ?? .ignore
    }
    let findsNull = relationship.policies.nullPath == .null
    var rule = RelationshipRule(
      source: plan.sources.add(source(relationship.source, in: tree, findsNull: findsNull)),
      node: node(child),
      column: UInt32(column),
      site: site
    )
    rule.cardinality = relationship.cardinality
    rule.onMissing = relationship.missingFallback
    rule.onNull = relationship.nullFallback
    rule.onError = relationship.errorFallback
    rule.emptyIsNull = relationship.policies.emptyString == .null
    rule.isRequired = relationship.isRequired
    rule.single = relationship.singleRule
    rule.nulls = relationship.policies.nullElementRule
    rule.isComposed = relationship.source.isWhole
    rule.lastKey = lastKey(of: relationship.source)
    rule.levelCount = UInt32(max(relationship.destination.keys.count, 1))
    let keyCount = relationship.source.leadingKeyCount
    let isAllKeys = keyCount > 0 && keyCount == relationship.source.components.count
    rule.way = plan.contextSlots.add(
      tree.slots(on: relationship.source, isAllKeys ? keyCount - 1 : keyCount)
    )
    return rule
  }

  // MARK: - Dynamic mappings

  mutating func compile(_ mapping: DynamicMapping, _ key: NodeKey) -> PlanNode {
    var tree = ShapeTree(graph.keyNaming)
    for path in mapping.matchers.flatMap(\.paths) { tree.insert(path) }
    tree.assignSlots()
    var node = PlanNode(
      site: add(
        RuleSite(
          mapper: mapping.id,
          target: mapping.id,
          part: .mapper,
          expectation: "a record",
          details: "",
          isDriftReported: mapping.unmatched == nil,
          place: mapping.place
        )
      )
    )
    node.isDynamic = true
    node.takesNestingKey = mapping.nestingAttribute != nil
    node.forcesCollection = mapping.forcesCollection
    node.unmatched = mapping.unmatchedRule
    node.readsArrays =
      readsArrays(graph.objectMappings(from: key.mapping))
      || mapping.matchers.contains { $0.readsArrays }
    node.otherwise = mapping.otherwise.map { self.node(chosen($0, key)) } ?? .none
    node.declinesOnPurpose = mapping.declinesOnPurpose
    if let path = mapping.matchers.lazy.flatMap(\.paths).first {
      let findsNull = mapping.nullPath == .null
      node.choiceSource = plan.sources.add(source(path, in: tree, findsNull: findsNull))
    }
    let matchers = mapping.matchers.map { rule(of: $0, mapping, key, tree) }
    node.matchers = plan.matchers.add(matchers)
    node.shape = tree.add(to: &plan)
    node.slotCount = UInt32(tree.slotCount)
    return node
  }

  private func readsArrays(_ targets: [MappingID]) -> Bool {
    targets.contains { graph[$0].ofRecords?.readsArrays ?? false }
  }

  /// The chosen mapping gets the owner's attributes and the nesting attribute.
  private func chosen(_ mapping: MappingID, _ key: NodeKey) -> NodeKey {
    let isNesting = graph[key.mapping].nestingAttribute != nil
    return NodeKey(
      mapping: mapping,
      overlay: key.overlay,
      nesting: isNesting ? key.mapping : key.nesting,
      keyPolicies: key.keyPolicies
    )
  }

  private mutating func rule(
    of matcher: Matcher,
    _ mapping: DynamicMapping,
    _ key: NodeKey,
    _ tree: ShapeTree
  ) -> MatcherRule {
    func target(_ mapping: MappingID?, _ compiler: inout PlanCompiler) -> PlanID<PlanNode> {
      mapping.map { compiler.node(compiler.chosen($0, key)) } ?? .none
    }
    var rule = MatcherRule(source: .none, test: matcher.test, node: target(matcher.mapping, &self))
    var literals: [MatcherLiteral] = []
    for (constant, mapping) in matcher.values {
      let text = plan.add(text: constant.plainText.utf8)
      let node = target(mapping, &self)
      literals.append(MatcherLiteral(kind: constant.kind, text: text, node: node))
    }
    rule.literals = plan.literals.add(literals)
    if let predicate = matcher.predicate {
      rule.predicate = program(predicate, .representation(tree))
    } else {
      let findsNull = mapping.nullPath == .null
      rule.source = plan.sources.add(source(matcher.source, in: tree, findsNull: findsNull))
    }
    return rule
  }
}
