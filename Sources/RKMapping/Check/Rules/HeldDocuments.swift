internal import RKDiagnostics

/// Reports what requires whole documents, or all their records, to be held in memory.
///
/// One note per spec.
struct HeldDocuments: CheckRule {
  private struct Reason {
    var message: String
    var place: SpecPlace
    var other: SpecPlace?
  }

  private let graph: MappingGraph

  static func check(_ graph: MappingGraph, _ findings: SpecFindings) {
    let rule = HeldDocuments(graph: graph)
    let reasons = [rule.documentPath, rule.descriptors, rule.connection].compactMap { $0 }
    guard let first = reasons.first else { return }
    findings.report(
      .heldDocument,
      first.message,
      at: first.place,
      related: (first.other.map { [($0, "the other one")] } ?? [])
        + reasons.dropFirst().map { ($0.place, $0.message) }
    )
  }

  private var documentPath: Reason? {
    let outward = OutwardPaths(graph, graph.descriptors)
    for id in graph.reachableMappings() {
      guard let (path, place) = firstPath(outward, of: id) else { continue }
      return Reason(
        message: "documents are held in memory as a whole: "
          + (path.root == .document
            ? "'@document' reaches all of them" : "'\(path.text)' leads out of a root record"),
        place: place
      )
    }
    return nil
  }

  /// The first path of a mapping that leads out of its representation, and its rule.
  private func firstPath(_ outward: OutwardPaths, of id: MappingID) -> (SourceKeyPath, SpecPlace)? {
    func first(_ paths: [SourceKeyPath], _ place: SpecPlace) -> (SourceKeyPath, SpecPlace)? {
      outward.first(of: paths, in: id).map { ($0, place) }
    }
    switch graph[id] {
    case .object(let mapping):
      for attribute in mapping.attributes {
        let paths = attribute.sources + (attribute.expression?.tree.sourcePaths ?? [])
        if let found = first(paths, attribute.place) { return found }
      }
      for relationship in mapping.relationships {
        if let found = first([relationship.source], relationship.place) { return found }
      }
      return first(mapping.pathsOfExpressions, mapping.place)
    case .dynamic(let mapping):
      return mapping.matchers.lazy.compactMap { first($0.paths, $0.place) }.first
    }
  }

  private var descriptors: Reason? {
    let keyPaths = graph.descriptors.map { graph.keyNaming.folded($0.keyPath.components) }
    let requests = RequestIndex(graph.descriptors.map { DescriptorRequests($0) })
    var numbers = KeyedValues<[SourceKeyPath.Component], Int>()
    for path in keyPaths { numbers[path] = numbers[path] ?? numbers.count }
    let kinds = keyPaths.map { numbers[$0] }
    for (number, descriptor) in graph.descriptors.enumerated() {
      let isPlain = descriptor.keyPath.components.allSatisfy { component in
        if case .key = component { true } else { false }
      }
      guard isPlain else {
        return Reason(
          message:
            "documents are held in memory as a whole: '\(descriptor.keyPath.text)' is not a path "
            + "of keys alone",
          place: descriptor.place
        )
      }
      if numbers.count == 1 { continue }
      let other = requests.first(before: number) { kinds[$0] != kinds[number] }
      guard let other else { continue }
      return Reason(
        message: "documents are held in memory as a whole: several key paths are looked for in one",
        place: descriptor.place,
        other: graph.descriptors[other].place
      )
    }
    return nil
  }

  private var connection: Reason? {
    for id in graph.reachableMappings() {
      guard case .object(let mapping) = graph[id], let connection = mapping.connections.first else {
        continue
      }
      return Reason(
        message: "records are held in memory until all have been read: "
          + "'\(connection.destination.text)' connects them",
        place: connection.destinationPlace
      )
    }
    return nil
  }
}
