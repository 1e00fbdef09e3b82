extension MappingGraph {
  /// Whether some records have connections.
  var hasConnections: Bool { mappings.contains(where: \.hasConnections) }

  /// The longest allowed chain of targets.
  private static var mostLevels: Int { 100 }

  /// For each declared target, the targets that it builds on, nearest first.
  func targetBases() -> [String: [String]] {
    let nearest = Dictionary(
      targets.map { ($0.name, $0.base) },
      uniquingKeysWith: { first, _ in first }
    )
    var bases: [String: [String]] = [:]
    for target in targets {
      var found: [String] = []
      var next = target.base
      // Targets that extend one another are reported elsewhere.
      while let base = next, found.count < Self.mostLevels, base != target.name {
        found.append(base)
        next = nearest[base] ?? nil
      }
      bases[target.name] = found
    }
    return bases
  }
}
