internal import RKDiagnostics

/// Reports predicates over stored rows that a database cannot evaluate.
///
/// Only the mappers are used to look up names, because the tables differ between runs.
struct StoredPredicateCheck {
  private let graph: MappingGraph
  private let findings: SpecFindings

  static func check(_ graph: MappingGraph, _ findings: SpecFindings) {
    let check = StoredPredicateCheck(graph: graph, findings: findings)
    for number in graph.mappings.indices {
      guard case .object(let mapping) = graph.mappings[number] else { continue }
      if let predicate = mapping.deletionPredicate { check.check(predicate, [mapping]) }
      if let predicate = mapping.identificationPredicate { check.check(predicate, [mapping]) }
    }
    if graph.descriptors.contains(where: { $0.prune != nil }) { check.checkPrunes() }
  }

  private func checkPrunes() {
    let identities = graph.identities()
    for descriptor in graph.descriptors {
      guard let prune = descriptor.prune else { continue }
      let mappings = graph.mappingsOfRecords(from: descriptor.mapping)
      check(prune, mappings)
      guard let lacking = mappings.first(where: { identities[$0.target] == nil }) else { continue }
      findings.reportOnce(
        .pruneWithoutIdentity,
        "'\(lacking.target)' has no identification to recognize stored rows by",
        at: prune.place,
        help: "\"identification\" on the mapper names the attributes that identify its records"
      )
    }
  }

  private func check(_ predicate: SpecExpression, _ mappings: [ObjectMapping]) {
    let compiler = StoredPredicateCompiler { name in
      Self.column(name.joined(separator: "."), of: mappings)
    } constant: { _ in
      nil
    }
    do throws(StoredPredicateCompiler.Refusal) {
      _ = try compiler.predicate(predicate.tree)
    } catch {
      guard case .untranslatable(let message, let help) = error.reason else { return }
      findings.reportOnce(
        .untranslatablePredicate,
        "this predicate is about stored rows: \(message)",
        at: findings.place(of: error.range, ofText: predicate.place),
        help: help
      )
    }
  }

  /// What a name refers to, as far as mappers tell; unknown names are reported elsewhere.
  private static func column(_ name: String, of mappings: [ObjectMapping])
    -> StoredPredicateCompiler.Column
  {
    for mapping in mappings {
      if let attribute = mapping.attributes.first(where: { $0.destination.text == name }) {
        if attribute.isHidden { return .noColumn(reason: "'\(name)' is hidden, and has no column") }
        let type = TableSchema.ValueType(attribute.type)
        return StoredPredicateCompiler.Column(type, 0)
      }
      if mapping.relationships.contains(where: { $0.destination.text == name })
        || mapping.connections.contains(where: { $0.destination.text == name })
      {
        return .noColumn(reason: "'\(name)' leads to records, and is not a column")
      }
    }
    return .column(0)
  }
}
