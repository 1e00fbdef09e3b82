internal import RKDiagnostics

/// Notes once that a database stores decimals as text, unless the spec says so explicitly.
enum DecimalsAsText: CheckRule {
  static func check(_ graph: MappingGraph, _ findings: SpecFindings) {
    let identities = graph.identities()
    for id in graph.reachableMappings() {
      guard case .object(let mapping) = graph[id], identities[mapping.target] != nil,
        let attribute = mapping.attributes.first(where: {
          $0.type == .plain(.decimal) && !$0.isHidden && !$0.statesColumn
        })
      else { continue }
      findings.report(
        .decimalAsText,
        "a database stores the decimals of \(mapping.target).\(attribute.destination.text) as text, and "
          + "SQL compares texts: '9.5' > '12.30'",
        at: attribute.destinationPlace,
        help: "\"column\": \"text\" on the attribute says that this is meant"
      )
      return
    }
  }
}
