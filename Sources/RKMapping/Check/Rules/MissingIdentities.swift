internal import RKDiagnostics

/// Suggests identities for records without one if tables seem to be intended: where an attribute may
/// be meant, and for root records, of which a table has more after each run.
///
/// An identity is never inferred from names.
enum MissingIdentities: CheckRule {
  static func check(_ graph: MappingGraph, _ findings: SpecFindings) {
    let identities = graph.identities()
    var connected: Set<String> = []
    for case .object(let mapping) in graph.mappings {
      connected.formUnion(mapping.connections.map(\.target))
    }
    let roots = graph.descriptors.flatMap { graph.objectMappings(from: $0.mapping) }
    var suggested: Set<String> = []
    for id in graph.reachableMappings() {
      guard case .object(let mapping) = graph[id] else { continue }
      for relationship in mapping.relationships where relationship.assignmentPolicy == .union {
        guard
          let member = graph.mappingsOfRecords(from: relationship.mapping).first(where: {
            identities[$0.target] == nil && $0.onRepeat != .last
          })
        else { continue }
        findings.reportOnce(
          .missingIdentity,
          "nothing identifies the members of '\(mapping.target).\(relationship.destination.text)': "
            + "with 'union' each run adds them again",
          at: relationship.destinationPlace,
          help:
            "\"identification\" on the mapper '\(member.id)' lets a run find those that are there; "
            + "\"onRepeat\": \"last\" on it says that this is meant"
        )
      }
    }
    for id in graph.reachableMappings() {
      guard case .object(let mapping) = graph[id], identities[mapping.target] == nil,
        !suggested.contains(mapping.target),
        mapping.isEntity || !identities.isEmpty || connected.contains(mapping.target)
      else { continue }
      let attribute = mapping.attributes.first { mayIdentify($0, mapping) }
      // Rows below others replace those of the run before.
      if attribute == nil,
        !roots.contains(id) || mapping.onRepeat == .last || !mapping.identification.isEmpty
      {
        continue
      }
      suggested.insert(mapping.target)
      let name = attribute?.destination.text
      findings.report(
        .missingIdentity,
        "nothing identifies records of '\(mapping.target)'"
          + (name.map { "; '\($0)' may be meant to" } ?? ""),
        at: attribute?.destinationPlace ?? mapping.place,
        help: "\"identification\"" + (name.map { ": [\"\($0)\"]" } ?? "")
          + " on the mapper '\(mapping.id)' is a table's key; "
          + "without one another run into a database adds its rows again"
      )
    }
  }

  private static func mayIdentify(_ attribute: AttributeMapping, _ mapping: ObjectMapping) -> Bool {
    guard attribute.destination.keys.count == 1, !attribute.isHidden, attribute.constant == nil
    else {
      return false
    }
    let name = plain(attribute.destination.keys[0])
    return ["id", "uuid", "guid", "\(plain(mapping.target))id"].contains(name)
  }

  private static func plain(_ name: String) -> String {
    name.lowercased().filter { $0 != "_" && $0 != "-" }
  }
}
