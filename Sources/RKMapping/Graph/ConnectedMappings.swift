/// Finds the mappings that lead to one another (Kosaraju's algorithm, without recursion).
enum ConnectedMappings {
  /// Returns for each mapping the number of its set; mappings in the same set lead to one another.
  ///
  /// Takes time linear in the mappings and their references.
  static func cycles(of targets: [[Int]]) -> [Int] {
    var origins: [[Int]] = targets.map { _ in [] }
    for (number, outgoing) in targets.enumerated() {
      for target in outgoing { origins[target].append(number) }
    }
    var cycles = targets.map { _ in -1 }
    for (set, start) in finished(targets).reversed().enumerated() where cycles[start] < 0 {
      var open = [start]
      while let next = open.popLast() {
        guard cycles[next] < 0 else { continue }
        cycles[next] = set
        open += origins[next]
      }
    }
    return cycles
  }

  /// All mappings, each after those that it leads to, except in cycles.
  private static func finished(_ targets: [[Int]]) -> [Int] {
    var finished: [Int] = []
    var seen = targets.map { _ in false }
    for start in targets.indices where !seen[start] {
      seen[start] = true
      var path = [(mapping: start, next: 0)]
      while let (mapping, next) = path.last {
        guard next < targets[mapping].count else {
          finished.append(mapping)
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        let target = targets[mapping][next]
        if seen[target] { continue }
        seen[target] = true
        path.append((target, 0))
      }
    }
    return finished
  }
}
