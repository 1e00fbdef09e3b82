internal import RKDiagnostics

/// Reports connections that cannot lead to any record: no mapper makes records of the target, or
/// none of these maps an attribute that the connection needs.
///
/// Takes time linear in the connections and the mappers.
struct ConnectionCheck {
  private let graph: MappingGraph
  private let findings: SpecFindings
  /// For each target, the attributes of its records, and of the records of targets that extend it.
  private var attributes: [String: Set<String>] = [:]

  private init(_ graph: MappingGraph, _ findings: SpecFindings) {
    self.graph = graph
    self.findings = findings
  }

  /// `mappers` has the declarations of the graph's mappings.
  static func check(
    _ graph: MappingGraph,
    _ mappers: [MapperDeclaration],
    _ findings: SpecFindings
  ) {
    guard mappers.contains(where: { $0.connections?.isEmpty == false }) else { return }
    var check = ConnectionCheck(graph, findings)
    check.collectAttributes()
    for mapper in mappers {
      for connection in mapper.connections ?? [] { check.check(connection) }
    }
  }

  private mutating func collectAttributes() {
    let bases = graph.targetBases()
    let nestings = graph.nestingAttributesOfChoosers()
    for (number, mapping) in graph.mappings.enumerated() {
      guard case .object(let mapping) = mapping else { continue }
      let names = mapping.attributes.map(\.destination.text)
      for target in [mapping.target] + bases[mapping.target, default: []] {
        attributes[target, default: []].formUnion(names)
        attributes[target, default: []].formUnion(nestings[MappingID(number), default: []])
      }
    }
  }

  /// A connection that several mappers inherit is reported once.
  private func check(_ connection: ConnectionDeclaration) {
    let target = connection.target.value
    guard let known = attributes[target] else {
      let suggestion = findings.suggestion(for: target) { attributes.keys.sorted() }
      return findings.reportOnce(
        .unknownConnectionTarget,
        "no mapper makes records of '\(target)'\(suggestion)",
        at: connection.target.place,
        help: "a connection leads to records that the same run maps",
        fixIts: suggestion.fixIts(replacing: connection.target.place.range)
      )
    }
    for key in connection.keys where !known.contains(key.other.value) {
      let suggestion = findings.suggestion(for: key.other.value) { known.sorted() }
      findings.reportOnce(
        .unknownConnectionAttribute,
        "'\(target)' has no attribute '\(key.other.value)' to be found by\(suggestion)",
        at: key.other.place,
        help: "the name of an attribute is its destination",
        fixIts: suggestion.fixIts(replacing: key.other.place.range)
      )
    }
  }
}
