internal import RKDiagnostics

/// Checks that every destination of a record has only one rule.
///
/// One overlap is allowed: an attribute may fill a member of a related record, as in RestKit. Takes
/// time linear in the number of destinations.
struct DestinationCheck {
  private let graph: MappingGraph
  private let findings: SpecFindings
  /// The tree of each mapping; nil for a dynamic mapping.
  private var trees: [DestinationTree?] = []

  private init(_ graph: MappingGraph, _ findings: SpecFindings) {
    self.graph = graph
    self.findings = findings
  }

  static func check(_ graph: MappingGraph, _ findings: SpecFindings) {
    var check = DestinationCheck(graph, findings)
    check.trees = graph.mappings.map { $0.ofRecords.map(check.tree) }
    for (mapping, tree) in zip(graph.mappings, check.trees) {
      guard case .object(let mapping) = mapping, let tree else { continue }
      for relationship in mapping.relationships { check.checkInside(relationship, tree) }
    }
  }

  private func tree(of mapping: ObjectMapping) -> DestinationTree {
    let (attributes, relationships) = (mapping.attributes, mapping.relationships)
    var tree = DestinationTree(
      capacity: attributes.count + relationships.count + mapping.connections.count
    )
    func insert(_ destination: DestinationKeyPath, _ place: SpecPlace, isRelationship: Bool) {
      let rule = DestinationTree.Rule(
        destination: destination,
        place: place,
        isRelationship: isRelationship
      )
      if let other = tree.insert(rule) { report(rule, other) }
    }
    // By index, because rules are large.
    for number in attributes.indices {
      insert(
        attributes[number].destination,
        attributes[number].destinationPlace,
        isRelationship: false
      )
    }
    for number in relationships.indices {
      insert(
        relationships[number].destination,
        relationships[number].destinationPlace,
        isRelationship: true
      )
    }
    // Nothing may be inside the destination of a connection, because the connected record is a
    // record of its own.
    for connection in mapping.connections {
      insert(connection.destination, connection.destinationPlace, isRelationship: false)
    }
    return tree
  }

  /// An attribute that fills a member of a related record must not overlap a rule of that record.
  private func checkInside(_ relationship: RelationshipMapping, _ tree: DestinationTree) {
    let inside = tree.attributes(inside: relationship.destination)
    if inside.isEmpty { return }
    let related = graph.objectMappings(from: relationship.mapping).compactMap { trees[$0.index] }
    for attribute in inside {
      let rest = Array(attribute.destination.keys.dropFirst(relationship.destination.keys.count))
      let member = DestinationKeyPath(keys: rest, text: rest.joined(separator: "."))
      for tree in related {
        guard let other = tree.overlapping(member) else { continue }
        if other.destination != member || other.isRelationship { report(attribute, other) }
      }
    }
  }

  private func report(_ rule: DestinationTree.Rule, _ other: DestinationTree.Rule) {
    let isSame = rule.destination == other.destination
    let message =
      isSame
      ? "another rule also has the destination '\(rule.destination.text)'"
      : "the destination '\(rule.destination.text)' overlaps with '\(other.destination.text)'"
    findings.report(
      .duplicateDestination,
      message,
      at: rule.place,
      related: [(other.place, "the other rule")],
      help: isSame
        ? "a list of sources takes the first that is present: \"from\": [\"a\", \"b.c\"]" : nil
    )
  }
}

extension MappingGraph {
  /// The mappings of records that a mapping may resolve to.
  package func mappingsOfRecords(from id: MappingID) -> [ObjectMapping] {
    objectMappings(from: id).compactMap { self[$0].ofRecords }
  }

  /// The IDs of the object mappings that a mapping may resolve to.
  package func objectMappings(from id: MappingID) -> [MappingID] {
    if case .object = self[id] { return [id] }
    var seen: Set<MappingID> = []
    var found: [MappingID] = []
    var open = [id]
    while let next = open.popLast() {
      guard seen.insert(next).inserted else { continue }
      switch self[next] {
      case .object: found.append(next)
      case .dynamic(let mapping): open += GraphMapping.dynamic(mapping).references
      }
    }
    return found
  }
}
