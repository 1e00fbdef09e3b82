/// The declarations of a graph's targets, by the destinations of rules.
struct DeclaredProperties {
  private var properties: [String: [[String]: TargetProperty]] = [:]

  init(of graph: MappingGraph) {
    for target in graph.targets {
      let own = target.properties.map { ($0.name.keys, $0) }
      properties[target.name] = Dictionary(own, uniquingKeysWith: { first, _ in first })
    }
  }

  /// A target's declaration of a destination.
  func property(at destination: DestinationKeyPath, of target: String) -> TargetProperty? {
    properties[target]?[destination.keys]
  }
}
