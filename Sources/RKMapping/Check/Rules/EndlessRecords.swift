internal import RKDiagnostics
internal import RKEngine

/// Finds records without identity that contain records of their own kind.
///
/// Tables for them would have no end, or could not distinguish them.
struct EndlessRecords: CheckRule {
  private let graph: MappingGraph
  private let identities: [String: TargetIdentity]

  static func check(_ graph: MappingGraph, _ findings: SpecFindings) {
    let rule = EndlessRecords(graph: graph, identities: graph.identities())
    let reachable = Set(graph.reachableMappings())
    let edges = graph.mappings.indices.map { number in
      let id = MappingID(number)
      return reachable.contains(id)
        ? rule.relationships(of: id).flatMap { rule.choices(of: $0) } : []
    }
    for cycle in Cycles.find(edges) { rule.report(Set(cycle), from: cycle[0], findings) }
  }

  /// The relationships of a mapping, if it has no identity.
  private func relationships(of id: MappingID) -> [RelationshipMapping] {
    guard case .object(let mapping) = graph[id], identities[mapping.target] == nil else {
      return []
    }
    return mapping.relationships
  }

  private func choices(of relationship: RelationshipMapping) -> [Int] {
    graph.objectMappings(from: relationship.mapping).map(\.index)
  }

  private func report(_ cycle: Set<Int>, from start: Int, _ findings: SpecFindings) {
    let inner = cycle.sorted().flatMap { relationships(of: MappingID($0)) }.filter {
      choices(of: $0).contains(where: cycle.contains)
    }
    guard case .object(let mapping) = graph.mappings[start], let first = inner.first else { return }
    let isSingle = inner.allSatisfy { $0.cardinality == .one }
    findings.report(
      .endlessRecords,
      // A spec without identities is not meant for tables.
      severity: isSingle && !identities.isEmpty ? .warning : .note,
      isSingle
        ? "records of '\(mapping.target)' contain others of their kind without end, and have no "
          + "identity: tables have the inner ones as JSON text"
        : "records of '\(mapping.target)' contain others of their kind, and have no identity: tables "
          + "only number them, and a second run adds them again",
      at: first.destinationPlace,
      help: "\"identification\" on the mapper gives them rows of their own"
    )
  }
}
