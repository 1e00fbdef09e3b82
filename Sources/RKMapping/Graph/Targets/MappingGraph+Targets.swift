extension MappingGraph {
  /// Some records lead to others by keys.
  var hasConnections: Bool { mappings.contains(where: \.hasConnections) }

  /// The longest chain from a target to the last one that it builds on.
  private static var mostLevels: Int { 100 }

  /// For each declared target, those that it builds on, the nearest first.
  func targetBases() -> [String: [String]] {
    let nearest = Dictionary(
      targets.map { ($0.name, $0.base) },
      uniquingKeysWith: { first, _ in first }
    )
    var bases: [String: [String]] = [:]
    for target in targets {
      var found: [String] = []
      var next = target.base
      // Targets that extend one another are an error of their own.
      while let base = next, found.count < Self.mostLevels, base != target.name {
        found.append(base)
        next = nearest[base] ?? nil
      }
      bases[target.name] = found
    }
    return bases
  }
}
