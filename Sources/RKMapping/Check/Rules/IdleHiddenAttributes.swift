internal import RKDiagnostics

/// Finds hidden attributes that nothing uses.
struct IdleHiddenAttributes: CheckRule {
  /// The names of attributes that rules of any mapper use.
  private var used: Set<String> = []

  static func check(_ graph: MappingGraph, _ findings: SpecFindings) {
    let mappings = graph.mappingsOfRecords
    guard mappings.contains(where: { $0.attributes.contains(where: \.isHidden) }) else { return }
    var rule = IdleHiddenAttributes()
    for mapping in mappings { rule.use(mapping) }
    for case .dynamic(let mapping) in graph.mappings {
      rule.useOwners(of: mapping.matchers.flatMap(\.paths))
    }
    for prune in graph.descriptors.compactMap(\.prune) { rule.use(prune) }
    for attribute in mappings.flatMap(\.attributes) where attribute.isHidden {
      let names = [attribute.destination.text] + attribute.destination.keys.prefix(1)
      if names.contains(where: rule.used.contains) { continue }
      findings.report(
        .idleHiddenAttribute,
        "the attribute '\(attribute.destination.text)' is hidden, and nothing uses it",
        at: attribute.destinationPlace,
        help: "connections, templates and predicates can use what is not written"
      )
    }
  }

  private mutating func use(_ mapping: ObjectMapping) {
    used.formUnion(mapping.identification + [mapping.modification].compactMap { $0 })
    used.formUnion(mapping.connections.flatMap(\.keys).flatMap { [$0.own, $0.other] })
    if let name = mapping.scalarAttribute { used.insert(name) }
    for attribute in mapping.attributes {
      used.formUnion(attribute.template?.names.map(\.value) ?? [])
      attribute.validations.forEach { use($0.condition) }
      useOwners(of: attribute.sources + (attribute.expression?.tree.sourcePaths ?? []))
    }
    useOwners(of: mapping.relationships.map(\.source) + (mapping.when?.tree.sourcePaths ?? []))
    mapping.validations.forEach { use($0.condition) }
    for connection in mapping.connections {
      [connection.condition, connection.only].forEach { use($0) }
    }
    [mapping.identificationPredicate, mapping.deletionPredicate].forEach { use($0) }
  }

  /// Notes the attributes used by a predicate over records.
  private mutating func use(_ predicate: SpecExpression?) {
    guard let paths = predicate?.tree.sourcePaths else { return }
    useOwners(of: paths)
    for path in paths where path.root == .representation {
      used.formUnion([path.text] + path.leadingKeys.prefix(1))
    }
  }

  /// Notes the attributes used by paths in representations: only attributes of an owner.
  private mutating func useOwners(of paths: [SourceKeyPath]) {
    for case .parentObject(let name) in paths.map(\.root) { used.insert(name) }
  }
}
