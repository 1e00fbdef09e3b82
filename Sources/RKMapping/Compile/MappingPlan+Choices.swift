internal import RKEngine

extension MappingPlan {
  /// The nodes that make the records of a node: the node itself, or the choices of a dynamic one.
  func choices(of node: PlanID<PlanNode>) -> [PlanID<PlanNode>] {
    if !node.isNone && !nodes[node].isDynamic { return [node] }
    var found: [PlanID<PlanNode>] = []
    var open = [node]
    var seen: Set<Int32> = []
    while let next = open.popLast() {
      guard !next.isNone, seen.insert(next.index).inserted else { continue }
      let chosen = nodes[next]
      guard chosen.isDynamic else {
        found.append(next)
        continue
      }
      let inner = matchers[chosen.matchers].flatMap { matcher in
        [matcher.node] + literals[matcher.literals].map(\.node)
      }
      open += (inner + [chosen.otherwise]).reversed()
    }
    return found
  }
}
