internal import RKDiagnostics

/// Sees to it that every place of a record has one rule.
///
/// One overlap is allowed: an attribute may fill a member of what a relationship makes (R2.7).
struct DestinationCheck {
  private let graph: MappingGraph
  private let findings: SpecFindings

  static func check(_ graph: MappingGraph, _ findings: SpecFindings) {
    let check = DestinationCheck(graph: graph, findings: findings)
    for case .object(let mapping) in graph.mappings { check.check(mapping) }
  }

  private func check(_ mapping: ObjectMapping) {
    var taken: [(destination: DestinationKeyPath, place: SpecPlace)] = []
    for attribute in mapping.attributes {
      take(attribute.destination, attribute.destinationPlace, among: &taken)
    }
    for relationship in mapping.relationships {
      let inside = mapping.attributes.filter {
        $0.destination.keys.count > relationship.destination.keys.count
          && $0.destination.overlaps(relationship.destination)
      }
      let overlaid = Set(inside.map(\.destination))
      var others = taken.filter { !overlaid.contains($0.destination) }
      let count = others.count
      take(relationship.destination, relationship.destinationPlace, among: &others)
      if others.count > count {
        taken.append((relationship.destination, relationship.destinationPlace))
      }
      for attribute in inside { check(attribute, inside: relationship) }
    }
  }

  private func take(
    _ destination: DestinationKeyPath,
    _ place: SpecPlace,
    among taken: inout [(destination: DestinationKeyPath, place: SpecPlace)]
  ) {
    if let other = taken.first(where: { $0.destination.overlaps(destination) }) {
      report(destination, place, other.destination, other.place)
    } else {
      taken.append((destination, place))
    }
  }

  /// An attribute that fills a member of a related record must not cut through one of its rules.
  private func check(_ attribute: AttributeMapping, inside relationship: RelationshipMapping) {
    let rest = Array(attribute.destination.keys.dropFirst(relationship.destination.keys.count))
    let member = DestinationKeyPath(keys: rest, text: rest.joined(separator: "."))
    for related in graph.objectMappings(from: relationship.mapping) {
      for other in related.attributes
      where other.destination != member && other.destination.overlaps(member) {
        report(
          attribute.destination,
          attribute.destinationPlace,
          other.destination,
          other.destinationPlace
        )
      }
      for other in related.relationships where other.destination.overlaps(member) {
        report(
          attribute.destination,
          attribute.destinationPlace,
          other.destination,
          other.destinationPlace
        )
      }
    }
  }

  private func report(
    _ destination: DestinationKeyPath,
    _ place: SpecPlace,
    _ other: DestinationKeyPath,
    _ otherPlace: SpecPlace
  ) {
    let message =
      destination == other
      ? "another rule has the destination '\(destination.text)', too"
      : "the destination '\(destination.text)' overlaps with '\(other.text)'"
    findings.report(
      .duplicateDestination,
      message,
      at: place,
      related: [(otherPlace, "the other rule")],
      help: destination == other
        ? "a list of sources takes the first that is present: \"from\": [\"a\", \"b.c\"]" : nil
    )
  }
}

extension MappingGraph {
  /// The object mappings that a mapping may turn out to be.
  func objectMappings(from id: MappingID) -> [ObjectMapping] {
    var seen: Set<MappingID> = []
    var found: [ObjectMapping] = []
    var open = [id]
    while let next = open.popLast() {
      guard seen.insert(next).inserted else { continue }
      switch self[next] {
      case .object(let mapping): found.append(mapping)
      case .dynamic(let mapping): open += GraphMapping.dynamic(mapping).references
      }
    }
    return found
  }
}
