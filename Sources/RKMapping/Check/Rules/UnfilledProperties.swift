internal import RKDiagnostics

/// Finds declared properties that no rule fills: required ones, and those whose names resemble a
/// rule's undeclared destination.
enum UnfilledProperties: CheckRule {
  static func check(_ graph: MappingGraph, _ findings: SpecFindings) {
    let mappings = graph.mappingsOfRecords
    let mappingsOfTargets = Dictionary(grouping: mappings, by: \.target)
    // A rule of an owner with a dotted destination may fill a related record.
    let inner = mappings.flatMap { destinations(of: $0) }.flatMap { $0.path.keys.dropFirst() }
    for target in graph.targets where !target.properties.isEmpty {
      guard let own = mappingsOfTargets[target.name] else { continue }
      let destinations = own.flatMap { Self.destinations(of: $0) }
      let filled = Set(
        destinations.map(\.path.keys[0]) + inner + own.compactMap(\.nestingAttribute)
      )
      let open = target.properties.filter { !filled.contains($0.name.keys[0]) }
      if open.isEmpty { continue }
      let declared = Set(target.properties.map(\.name.keys[0]))
      var meant: Set<String> = []
      // Names of one or two letters all resemble each other.
      for (path, place) in destinations
      where !declared.contains(path.keys[0]) && path.text.utf8.count > 2 {
        let name = findings.suggestion(for: path.text) {
          open.map(\.name.text).filter { $0.utf8.count > 2 }
        }.name
        guard let name, let property = open.first(where: { $0.name.text == name }) else { continue }
        meant.insert(name)
        findings.report(
          .unfilledProperty,
          "the target '\(target.name)' declares no '\(path.text)', and nothing fills its '\(name)'",
          at: place,
          related: [(property.place, "the property")],
          help: "spell them alike, or declare '\(path.text)', too"
        )
      }
      for property in open where property.isRequired == true && !meant.contains(property.name.text)
      {
        findings.report(
          .unfilledProperty,
          "nothing fills '\(property.name.text)' of '\(target.name)', which is required",
          at: property.place,
          help: "\"required\" applies to the rule that fills a property"
        )
      }
    }
  }

  private static func destinations(of mapping: ObjectMapping)
    -> [(path: DestinationKeyPath, place: SpecPlace)]
  {
    mapping.attributes.map { ($0.destination, $0.destinationPlace) }
      + mapping.relationships.map { ($0.destination, $0.destinationPlace) }
      + mapping.connections.map { ($0.destination, $0.destinationPlace) }
  }
}
