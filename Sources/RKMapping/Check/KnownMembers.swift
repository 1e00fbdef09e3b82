/// The members of representations that rules of a spec read, or that it ignores.
package struct KnownMembers {
  private let graph: MappingGraph
  private let usage: KeyUsage

  package init(of graph: MappingGraph) {
    self.graph = graph
    usage = KeyUsage(of: graph)
  }

  /// Whether what some keys lead to, below a mapping's representations, is read or ignored, or something
  /// below it is.
  package func contain(_ keys: [String], of id: MappingID) -> Bool {
    var tree = usage[id]
    if case .object(let mapping) = graph[id] {
      for pattern in mapping.keyPolicies.ignored ?? [] {
        tree.insert(pattern.components.map(graph.keyNaming.folded))
      }
    }
    return tree.applyingPatterns().knows(keys.map(graph.keyNaming.folded)[...])
  }
}
