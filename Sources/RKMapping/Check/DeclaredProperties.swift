/// What the targets of a graph declare, by the destinations of rules.
struct DeclaredProperties {
  private var properties: [String: [[String]: TargetProperty]] = [:]

  init(of graph: MappingGraph) {
    for target in graph.targets {
      let own = target.properties.map { ($0.name.keys, $0) }
      properties[target.name] = Dictionary(own, uniquingKeysWith: { first, _ in first })
    }
  }

  /// What a target says of a destination.
  func property(at destination: DestinationKeyPath, of target: String) -> TargetProperty? {
    properties[target]?[destination.keys]
  }
}
