internal import RKEngine

extension PlanCompiler {
  /// Makes nodes for records that connections lead to and that the descriptors of the run do not: tables
  /// and foreign keys are the same whichever of them apply.
  ///
  /// No document reaches them, so that they ask for nothing of it.
  mutating func addConnectedNodes() {
    if plan.connections.isEmpty { return }
    var needed = 0
    let needsDocument = plan.needsDocument
    let bases = graph.targetBases()
    let starts = graph.starts
    // Those that are added may have connections of their own.
    while needed < keys.count {
      var wanted: Set<String> = []
      for key in keys[needed...] {
        guard case .object(let mapping) = graph[key.mapping] else { continue }
        wanted.formUnion(mapping.connections.map(\.target))
      }
      needed = keys.count
      if wanted.isEmpty { continue }
      for start in starts {
        let leadsToThem = graph.reachableMappings(from: [start]).contains { id in
          guard case .object(let mapping) = graph[id] else { return false }
          return wanted.contains(mapping.target)
            || bases[mapping.target, default: []].contains { wanted.contains($0) }
        }
        if leadsToThem { _ = node(NodeKey(mapping: start)) }
      }
      compileNodes(from: needed)
    }
    plan.needsDocument = needsDocument
  }
}
