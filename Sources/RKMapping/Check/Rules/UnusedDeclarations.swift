internal import RKDiagnostics

/// Finds mappers, value maps and targets that nothing uses, and routes for records that no mapper makes.
///
/// Included files are not checked, because they may contain more than one spec needs.
struct UnusedDeclarations: CheckRule {
  private let graph: MappingGraph
  private let findings: SpecFindings

  static func check(_ graph: MappingGraph, _ findings: SpecFindings) {
    let rule = UnusedDeclarations(graph: graph, findings: findings)
    rule.checkMappers()
    rule.checkValueMaps()
    rule.checkTargets()
  }

  // MARK: - Mappers

  private func checkMappers() {
    var seen = graph.mappings.map { _ in false }
    func mark(_ start: MappingID) {
      var open = [start]
      while let next = open.popLast() {
        if seen[next.index] { continue }
        seen[next.index] = true
        open += graph[next].references + [graph.bases[next.index]].compactMap { $0 }
      }
    }
    for start in graph.starts + graph.requests.map(\.mapping) { mark(start) }
    let unused = graph.mappings.indices.filter { !seen[$0] }
    if unused.isEmpty { return }
    var referred: Set<Int> = []
    for number in unused {
      let others = graph.mappings[number].references + [graph.bases[number]].compactMap { $0 }
      referred.formUnion(others.map(\.index).filter { $0 != number })
    }
    // Mappers used only by unused ones are not reported. Of an unused cycle, the first mapper is.
    for number in unused.filter({ !referred.contains($0) }) + unused where !seen[number] {
      mark(MappingID(number))
      let mapping = graph.mappings[number]
      guard mapping.place.file == 0 else { continue }
      findings.report(
        .unusedDeclaration,
        "nothing uses the mapper '\(mapping.id)'",
        at: mapping.place,
        help: "a descriptor, a relationship, a matcher or a mapper that extends it would"
      )
    }
  }

  // MARK: - Value maps

  private func checkValueMaps() {
    var used: Set<Int> = []
    for case .object(let mapping) in graph.mappings {
      used.formUnion(mapping.attributes.compactMap(\.valueMap?.index))
    }
    for (number, place) in graph.valueMapPlaces.enumerated()
    where place.file == 0 && !used.contains(number) {
      findings.report(
        .unusedDeclaration,
        "nothing uses the value map '\(graph.valueMaps[number].name ?? "")'",
        at: place,
        help: "an attribute uses it by \"map\": \"\(graph.valueMaps[number].name ?? "")\""
      )
    }
  }

  // MARK: - Targets

  private func checkTargets() {
    var made: Set<String> = []
    for case .object(let mapping) in graph.mappings { made.insert(mapping.target) }
    var used = made.union(graph.targets.compactMap(\.base))
    used.formUnion(graph.routes.compactMap(\.target))
    for target in graph.targets {
      used.formUnion(target.properties.compactMap { $0.type?.record?.name })
    }
    let undeclared = made.subtracting(graph.targets.map(\.name)).sorted()
    for target in graph.targets where target.place.file == 0 && !used.contains(target.name) {
      let suggestion = findings.suggestion(for: target.name) { undeclared }
      findings.report(
        .unusedDeclaration,
        "no mapper makes records of the target '\(target.name)'\(suggestion)",
        at: target.place
      )
    }
    let known = made.union(graph.targets.map(\.name))
    for route in graph.routes where route.place.file == 0 {
      guard let target = route.target, !known.contains(target) else { continue }
      let suggestion = findings.suggestion(for: target) { known.sorted() }
      findings.report(
        .unusedDeclaration,
        "the route '\(route.name ?? route.path.text)' is for records of '\(target)', which no mapper "
          + "makes\(suggestion)",
        at: route.place
      )
    }
  }
}
