internal import RKDiagnostics
internal import RKEngine

/// Finds relationships and connections of undeclared cardinality in specs whose records have identities.
///
/// Such specs are meant for tables, which depend on cardinality.
enum OpenCardinalities: CheckRule {
  static func check(_ graph: MappingGraph, _ findings: SpecFindings) {
    if graph.identities().isEmpty { return }
    for id in graph.reachableMappings() {
      guard case .object(let mapping) = graph[id] else { continue }
      for relationship in mapping.relationships
      where relationship.cardinality == .automatic && !relationship.source.isWhole
        && !graph[relationship.mapping].forcesCollection
      {
        report(relationship.destination, relationship.destinationPlace, findings)
      }
      for connection in mapping.connections where connection.cardinality == .automatic {
        report(connection.destination, connection.destinationPlace, findings)
      }
    }
  }

  private static func report(
    _ destination: DestinationKeyPath,
    _ place: SpecPlace,
    _ findings: SpecFindings
  ) {
    findings.report(
      .openCardinality,
      "'\(destination.text)' does not say whether it leads to one record or several",
      at: place,
      help: "say \"many\": true or false, or declare the property: tables need to know"
    )
  }
}
