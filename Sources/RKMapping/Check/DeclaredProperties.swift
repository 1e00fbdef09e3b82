/// The declared properties of a graph's targets, by destination.
struct DeclaredProperties {
  private var properties: [String: [[String]: TargetProperty]] = [:]

  init(of graph: MappingGraph) {
    for target in graph.targets {
      let own = target.properties.map { ($0.name.keys, $0) }
      properties[target.name] = Dictionary(own, uniquingKeysWith: { first, _ in first })
    }
  }

  /// Returns the property at a destination of a target's records.
  func property(at destination: DestinationKeyPath, of target: String) -> TargetProperty? {
    properties[target]?[destination.keys]
  }
}
