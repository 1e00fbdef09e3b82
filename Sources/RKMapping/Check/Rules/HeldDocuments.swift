internal import RKDiagnostics

/// Says what keeps documents, or their records, in memory as a whole.
struct HeldDocuments: CheckRule {
  private let graph: MappingGraph
  private let findings: SpecFindings

  static func check(_ graph: MappingGraph, _ findings: SpecFindings) {
    let rule = HeldDocuments(graph: graph, findings: findings)
    rule.checkPaths()
    rule.checkDescriptors()
    rule.checkConnections()
  }

  private func note(_ message: String, at place: SpecPlace, _ other: SpecPlace? = nil) {
    findings.report(
      .heldDocument,
      message,
      at: place,
      related: other.map { [($0, "the other one")] } ?? []
    )
  }

  private func checkPaths() {
    for id in graph.reachableMappings() {
      guard let place = placeOfDocument(in: graph[id]) else { continue }
      return note(
        "documents are held in memory as a whole: '@document' reaches all of them",
        at: place
      )
    }
  }

  private func placeOfDocument(in mapping: GraphMapping) -> SpecPlace? {
    switch mapping {
    case .object(let mapping):
      for attribute in mapping.attributes {
        let paths = attribute.sources + (attribute.expression?.tree.sourcePaths ?? [])
        if paths.contains(where: { $0.root == .document }) { return attribute.place }
      }
      for relationship in mapping.relationships where relationship.source.root == .document {
        return relationship.place
      }
      return mapping.pathsOfExpressions.contains { $0.root == .document } ? mapping.place : nil
    case .dynamic(let mapping):
      return mapping.matchers.first { $0.paths.contains { $0.root == .document } }?.place
    }
  }

  private func checkDescriptors() {
    for (number, descriptor) in graph.descriptors.enumerated() {
      let isPlain = descriptor.keyPath.components.allSatisfy { component in
        if case .key = component { true } else { false }
      }
      guard isPlain else {
        return note(
          "documents are held in memory as a whole: '\(descriptor.keyPath.text)' is no way of keys "
            + "alone",
          at: descriptor.place
        )
      }
      let keyPath = graph.keyNaming.folded(descriptor.keyPath.components)
      let other = graph.descriptors.prefix(number).first {
        graph.keyNaming.folded($0.keyPath.components) != keyPath && $0.overlaps(descriptor)
      }
      guard let other else { continue }
      return note(
        "documents are held in memory as a whole: several key paths are looked for in one",
        at: descriptor.place,
        other.place
      )
    }
  }

  private func checkConnections() {
    for id in graph.reachableMappings() {
      guard case .object(let mapping) = graph[id], let connection = mapping.connections.first else {
        continue
      }
      return note(
        "records are held in memory until all have been read: '\(connection.destination.text)' "
          + "connects them",
        at: connection.destinationPlace
      )
    }
  }
}
