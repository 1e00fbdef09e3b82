internal import RKDiagnostics
internal import RKEngine

/// Reports what keeps records out of the tables that a spec describes, or prevents rows from being updated.
///
/// Takes time linear in the rules. The findings are warnings, not errors, because other outputs
/// have no keys.
struct KeyCheck {
  private let graph: MappingGraph
  private let findings: SpecFindings
  private let identities: [String: TargetIdentity]
  private let nestings: [MappingID: Set<String>]

  /// `mappers` has the declarations of the graph's mappings.
  static func check(
    _ graph: MappingGraph,
    _ mappers: [MapperDeclaration],
    _ findings: SpecFindings
  ) {
    let check = KeyCheck(
      graph: graph,
      findings: findings,
      identities: graph.identities(),
      nestings: graph.nestingAttributesOfChoosers()
    )
    for id in graph.reachableMappings() {
      guard case .object(let mapping) = graph[id] else { continue }
      check.checkIdentity(mapping, id, declared: mappers[id.index].identification)
      check.checkModification(mapping, declared: mappers[id.index].modification)
    }
  }

  private func checkIdentity(
    _ mapping: ObjectMapping,
    _ id: MappingID,
    declared: [SpecText]?
  ) {
    let place = declared?.first?.place ?? mapping.place
    let lacking = mapping.lacks(mapping.identification, nestings[id, default: []])
    if let hidden = lacking.first {
      return findings.reportOnce(
        .notWritten,
        "'\(hidden)' identifies records of '\(mapping.target)', but is hidden",
        at: place,
        help: "a table's key must be written"
      )
    }
    guard let identity = identities[mapping.target] else { return }
    let names = list(identity.attributes)
    let own = mapping.identification
    if !own.isEmpty && Set(own) != Set(identity.attributes) {
      let other =
        identity.mapping.map { "in the mapper '\(graph[$0].id)'" } ?? "as the target says"
      return findings.reportOnce(
        .severalIdentities,
        "records of '\(mapping.target)' are identified by \(list(own)) here, and by \(names) "
          + other,
        at: place,
        help: "a table has one key, and it is \(names)"
      )
    }
    let missing = mapping.lacks(identity.attributes, nestings[id, default: []])
    if missing.isEmpty { return }
    findings.reportOnce(
      .notWritten,
      "the mapper '\(mapping.id)' does not write \(list(missing)), which identifies records of "
        + "'\(mapping.target)'",
      at: mapping.place,
      help: "a table takes none of its records; add the attribute, or use another target"
    )
  }

  private func checkModification(_ mapping: ObjectMapping, declared: SpecText?) {
    guard let name = mapping.modification, let place = declared?.place,
      let attribute = mapping.attributes.first(where: { $0.destination.text == name })
    else { return }
    if attribute.isHidden {
      return findings.reportOnce(
        .notWritten,
        "'\(name)' says which record of '\(mapping.target)' is newer, but is hidden",
        at: place,
        help: "a table cannot compare what is not written"
      )
    }
    if attribute.type == nil || attribute.type == .plain(.any) {
      findings.reportOnce(
        .unorderedModification,
        "'\(name)' says which record is newer, but has no type",
        at: place,
        help: "\"type\": \"date\" or \"number\" puts values in order; texts have no order"
      )
    } else if case .date(let rules)? = attribute.type, rules.kind == .date,
      TableSchema.ValueType(attribute.type).form.order == .equality
    {
      findings.reportOnce(
        .unorderedModification,
        "'\(name)' says which record is newer, but is written as '\(rules.output.text)', a text",
        at: place,
        help:
          "a \"dateOutput\" of \"iso8601\" or \"epochMillis\" keeps dates in order; texts have no order"
      )
    }
  }

  private func list(_ names: [String]) -> String {
    names.map { "'\($0)'" }.joined(separator: ", ")
  }
}
