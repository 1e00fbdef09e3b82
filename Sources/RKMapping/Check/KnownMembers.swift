/// The members of representations that the rules of a spec read or ignore.
package struct KnownMembers {
  private let graph: MappingGraph
  private let usage: KeyUsage

  package init(of graph: MappingGraph) {
    self.graph = graph
    usage = KeyUsage(of: graph)
  }

  /// Whether the value at some keys of a mapping's representations, or something in it, is read or ignored.
  package func contain(_ keys: [String], of id: MappingID) -> Bool {
    tree(of: id).knows(folded(keys))
  }

  /// Whether the whole value at some keys of a mapping's representations is read or ignored.
  package func containWhole(_ keys: [String], of id: MappingID) -> Bool {
    tree(of: id).knowsWhole(folded(keys))
  }

  private func folded(_ keys: [String]) -> ArraySlice<String> {
    keys.map(graph.keyNaming.folded)[...]
  }

  private func tree(of id: MappingID) -> KnownKeyTree {
    var tree = usage[id]
    if case .object(let mapping) = graph[id] {
      for pattern in mapping.keyPolicies.ignored ?? [] {
        tree.insert(pattern.components.map(graph.keyNaming.folded))
      }
    }
    return tree.applyingPatterns()
  }
}
