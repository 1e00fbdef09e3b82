internal import RKDiagnostics

/// Finds mappings that would make records of one another without end.
///
/// A circle of mappings ends when it leads down into the document, which does. One that stays at
/// the same representation never ends, nor does one that climbs up on its way.
struct CompositionCheck {
  private struct Edge {
    var target: Int
    var stays: Bool
    var climbs: Bool
    var place: SpecPlace
  }

  private let edges: [[Edge]]
  private let findings: SpecFindings

  static func check(_ graph: MappingGraph, _ findings: SpecFindings) {
    let check = CompositionCheck(edges: graph.mappings.map(edges), findings: findings)
    check.checkAll()
  }

  private static func edges(_ mapping: GraphMapping) -> [Edge] {
    switch mapping {
    case .object(let mapping):
      mapping.relationships.map {
        Edge(
          target: $0.mapping.index,
          stays: $0.source.isWhole,
          climbs: $0.source.climbs,
          place: $0.place
        )
      }
    case .dynamic(let dynamic):
      // What is chosen is applied to the same representation.
      mapping.references.map {
        Edge(target: $0.index, stays: true, climbs: false, place: dynamic.place)
      }
    }
  }

  private func checkAll() {
    for (number, outgoing) in edges.enumerated() {
      for edge in outgoing {
        let isEndless =
          edge.climbs && reaches(number, from: edge.target) { _ in true }
          || edge.stays && reaches(number, from: edge.target) { $0.stays }
        if isEndless {
          findings.report(
            .endlessComposition,
            "this leads back to the same mapper without leading down into the document",
            at: edge.place
          )
        }
      }
    }
  }

  /// Whether a mapping can be reached from another over some edges.
  private func reaches(_ wanted: Int, from start: Int, over isUsable: (Edge) -> Bool) -> Bool {
    var seen: Set<Int> = []
    var open = [start]
    while let next = open.popLast() {
      if next == wanted { return true }
      guard seen.insert(next).inserted else { continue }
      open += edges[next].filter(isUsable).map(\.target)
    }
    return false
  }
}
