internal import RKDiagnostics

/// Finds mappings that would make records from one another endlessly.
///
/// A cycle of mappings ends if it leads down into the document, which is finite. It never ends if
/// it stays at the same representation, or climbs on its path. Takes time linear in the
/// relationships and choices of the graph.
struct CompositionCheck {
  private struct Edge {
    var target: Int
    var climbs: Bool
    /// Whether it does not lead down: it stays at the same representation, or climbs.
    var isLevel: Bool
    /// Whether it leads to a record for every record of its own mapping.
    var isSure: Bool
    var place: SpecPlace
  }

  private let graph: MappingGraph
  private let edges: [[Edge]]
  private let findings: SpecFindings
  /// The most consecutive mappings that do not lead down into the document.
  private static let mostLevels = 100

  static func check(_ graph: MappingGraph, _ findings: SpecFindings) {
    let check = CompositionCheck(
      graph: graph,
      edges: graph.mappings.map(edges),
      findings: findings
    )
    // A shortcut: most specs have no such edge.
    guard check.edges.contains(where: { $0.contains(where: \.isLevel) }) else { return }
    if check.isLevelGraphSound() {
      check.checkClimbing()
      check.checkCounts()
    }
  }

  private static func edges(_ mapping: GraphMapping) -> [Edge] {
    switch mapping {
    case .object(let mapping):
      mapping.relationships.map {
        Edge(
          target: $0.mapping.index,
          climbs: $0.source.climbs,
          isLevel: $0.source.isWhole || $0.source.climbs,
          isSure: $0.source.isWhole || $0.source.climbs && $0.source.components.isEmpty,
          place: $0.place
        )
      }
    case .dynamic(let dynamic):
      // The chosen mapping applies to the same representation.
      Set(mapping.references).map {
        Edge(target: $0.index, climbs: false, isLevel: true, isSure: true, place: dynamic.place)
      }.sorted { $0.target < $1.target }
    }
  }

  private func report(_ cycle: [Int], at place: SpecPlace) {
    let names = MapperCycle.text(cycle.map { graph.mappings[$0].id }, joinedBy: " leads to ")
    findings.report(
      .endlessComposition,
      "mappers lead to one another without leading down into the document: \(names)",
      at: place
    )
  }

  // MARK: - Cycles and chains that do not lead down

  /// Reports cycles of edges that do not lead down, each where it closes, and chains of such edges
  /// that are too long.
  ///
  /// Returns true if there are none.
  private func isLevelGraphSound() -> Bool {
    let level = edges.map { $0.filter(\.isLevel) }
    var isSound = true
    /// For each mapping, the length of the longest chain from it; 0 if not yet known.
    var lengths = level.map { _ in 0 }
    /// For each mapping, its index on the current path; -1 if it is not on the path.
    var places = level.map { _ in -1 }
    for start in level.indices where lengths[start] == 0 {
      var path = [(mapping: start, next: 0)]
      places[start] = 0
      while let (mapping, next) = path.last {
        guard next < level[mapping].count else {
          path.removeLast()
          places[mapping] = -1
          lengths[mapping] = 1 + (level[mapping].map { lengths[$0.target] }.max() ?? 0)
          if isSound && lengths[mapping] == Self.mostLevels + 1 {
            isSound = false
            reportRow(level[mapping], lengths)
          }
          continue
        }
        path[path.count - 1].next += 1
        let edge = level[mapping][next]
        if places[edge.target] >= 0 {
          isSound = false
          report(path[places[edge.target]...].map(\.mapping), at: edge.place)
        } else if lengths[edge.target] == 0 {
          places[edge.target] = path.count
          path.append((edge.target, 0))
        }
      }
    }
    return isSound
  }

  private func reportRow(_ edges: [Edge], _ lengths: [Int]) {
    guard let edge = edges.first(where: { lengths[$0.target] == Self.mostLevels }) else { return }
    findings.report(
      .endlessComposition,
      "this leads to more than \(Self.mostLevels) mappers without leading down into the document",
      at: edge.place
    )
  }

  // MARK: - Records that multiply

  /// The most records that mappings can make from one representation.
  private static let mostRecords = 10_000

  /// Reports a mapping that makes too many records from one representation, because each mapper
  /// leads to the next one several times.
  private func checkCounts() {
    /// For each mapping, the least number of records that it makes; 0 if not yet known.
    var counts = edges.map { _ in 0 }
    for start in edges.indices {
      var path = [start]
      while let mapping = path.last {
        guard counts[mapping] == 0 else {
          path.removeLast()
          continue
        }
        let sure = edges[mapping].filter(\.isSure)
        let open = sure.map(\.target).filter { counts[$0] == 0 }
        guard open.isEmpty else {
          path += open
          continue
        }
        let inner = sure.map { counts[$0.target] }
        if case .object = graph.mappings[mapping] {
          counts[mapping] = inner.reduce(1, +)
        } else {
          counts[mapping] = max(1, inner.max() ?? 1)
        }
        guard counts[mapping] > Self.mostRecords else { continue }
        return report(counts[mapping], recordsOf: mapping, sure)
      }
    }
  }

  private func report(_ count: Int, recordsOf mapping: Int, _ edges: [Edge]) {
    findings.report(
      .tooManyRecords,
      "the mapper '\(graph.mappings[mapping].id)' and those that it leads to make \(count) records of one "
        + "representation, which is more than \(Self.mostRecords)",
      at: edges.first?.place ?? graph.mappings[mapping].place,
      help: "relate each mapper once, or let it lead down into the document"
    )
  }

  // MARK: - Cycles that climb

  /// Reports, for each set of mappings that lead to one another, its first climbing edge.
  private func checkClimbing() {
    guard edges.contains(where: { $0.contains(where: \.climbs) }) else { return }
    let cycles = ConnectedMappings.cycles(of: edges.map { $0.map(\.target) })
    var reported: Set<Int> = []
    for (number, outgoing) in edges.enumerated() {
      for edge in outgoing
      where edge.climbs && cycles[number] == cycles[edge.target]
        && reported.insert(cycles[number]).inserted
      {
        report(way(from: edge.target, to: number), at: edge.place)
      }
    }
  }

  /// The mappings on a shortest path, including both ends.
  private func way(from start: Int, to end: Int) -> [Int] {
    var origins = [start: start]
    var open = [start]
    var at = 0
    while at < open.count, origins[end] == nil {
      for edge in edges[open[at]] where origins[edge.target] == nil {
        origins[edge.target] = open[at]
        open.append(edge.target)
      }
      at += 1
    }
    var way = [end]
    while let last = way.last, last != start, let origin = origins[last] { way.append(origin) }
    return way.reversed()
  }
}
