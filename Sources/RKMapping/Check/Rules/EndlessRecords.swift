internal import RKDiagnostics
internal import RKEngine

/// Finds records without identity that hold records of their own kind: tables have no end for them,
/// or cannot tell them apart.
struct EndlessRecords: CheckRule {
  private let graph: MappingGraph
  private let identities: [String: TargetIdentity]

  static func check(_ graph: MappingGraph, _ findings: SpecFindings) {
    let rule = EndlessRecords(graph: graph, identities: graph.identities())
    var seen: Set<MappingID> = []
    for start in graph.reachableMappings() where !seen.contains(start) {
      guard let circle = rule.circle(from: start), let first = circle.first else { continue }
      seen.formUnion(circle.map(\.owner))
      let isSingle = circle.allSatisfy { $0.relationship.cardinality == .one }
      let name = rule.target(of: start) ?? ""
      findings.report(
        .endlessRecords,
        severity: isSingle && !rule.identities.isEmpty ? .warning : .note,
        isSingle
          ? "records of '\(name)' hold others of their kind without end, and have no identity: a "
            + "table has them as columns once, and below that as JSON text"
          : "records of '\(name)' hold others of their kind, and have no identity: tables number "
            + "them, and a second run adds them again",
        at: first.relationship.destinationPlace,
        help: "'identification' on the mapper gives them rows of their own"
      )
    }
  }

  private struct Step {
    var owner: MappingID
    var relationship: RelationshipMapping
  }

  private func target(of id: MappingID) -> String? {
    if case .object(let mapping) = graph[id] { mapping.target } else { nil }
  }

  /// The relationships by which a mapping without identity comes back to itself, through others
  /// without one.
  private func circle(from start: MappingID) -> [Step]? {
    var ways: [MappingID: [Step]] = [start: []]
    var open = [start]
    var next = 0
    while next < open.count {
      let id = open[next]
      next += 1
      guard case .object(let mapping) = graph[id], identities[mapping.target] == nil else {
        continue
      }
      for relationship in mapping.relationships {
        let way = ways[id, default: []] + [Step(owner: id, relationship: relationship)]
        for choice in graph.objectMappings(from: relationship.mapping) {
          if choice == start { return way }
          guard ways[choice] == nil else { continue }
          ways[choice] = way
          open.append(choice)
        }
      }
    }
    return nil
  }
}
