internal import RKEngine

extension PlanCompiler {
  /// Makes nodes for records that connections lead to but no descriptor of the run reaches, so that
  /// tables and foreign keys are the same whichever descriptors apply.
  ///
  /// No document reaches these nodes, so they read nothing.
  mutating func addConnectedNodes() {
    if plan.connections.isEmpty { return }
    var search = StartSearch(graph)
    var seen = 0
    // Added nodes may have connections themselves.
    while seen < keys.count {
      for key in keys[seen...] {
        guard case .object(let mapping) = graph[key.mapping] else { continue }
        for connection in mapping.connections { search.lookFor(connection.target) }
      }
      seen = keys.count
      for start in search.takeStarts() { _ = node(NodeKey(mapping: start)) }
      compileNodes(from: seen)
    }
  }
}

/// Finds the mappings from which the records of targets are reached.
///
/// Visits each mapping once, however many targets are looked up.
private struct StartSearch {
  private let starts: [MappingID]
  /// For each mapping, its first index among the starts, and the mappings that lead to it.
  private var places: [Int?]
  private var owners: [[Int]]
  /// For each target, the mappings that make its records.
  private var makers = KeyedValues<String, [Int]>()
  private var targets: Set<String> = []
  private var seen: [Bool]
  private var found: [Int] = []

  init(_ graph: MappingGraph) {
    starts = graph.starts
    places = graph.mappings.map { _ in nil }
    owners = graph.mappings.map { _ in [] }
    seen = graph.mappings.map { _ in false }
    for (place, start) in starts.enumerated().reversed() { places[start.index] = place }
    let bases = graph.targetBases()
    for (number, mapping) in graph.mappings.enumerated() {
      for target in mapping.references { owners[target.index].append(number) }
      guard case .object(let mapping) = mapping else { continue }
      for target in [mapping.target] + bases[mapping.target, default: []] {
        makers[target, default: []].append(number)
      }
    }
  }

  mutating func lookFor(_ target: String) {
    guard targets.insert(target).inserted else { return }
    var open = makers[target] ?? []
    while let mapping = open.popLast() {
      if seen[mapping] { continue }
      seen[mapping] = true
      if let place = places[mapping] { found.append(place) }
      open += owners[mapping]
    }
  }

  /// Returns the mappings found since the last call, in order.
  mutating func takeStarts() -> [MappingID] {
    defer { found = [] }
    return found.sorted().map { starts[$0] }
  }
}
