internal import RKDiagnostics
internal import RKEngine

/// Builds a graph from declarations: resolves references, and reports those that lead nowhere.
struct GraphBuilder {
  let findings: SpecFindings
  private var graph = MappingGraph()
  private(set) var mappers: [MapperDeclaration] = []
  /// For each mapper, the scope in which its references are looked up.
  private var scopes: [Int] = []
  /// For each scope, its own mappers; scope 0 is that of the spec, and is visible to all.
  private var names = [KeyedValues<String, MappingID>()]

  /// Targets of relationships and matchers that could not be read.
  private var looseTargets: [MappingID] = []
  /// For each mapper, whether another mapper refers to it.
  private var isReferenced: [Bool] = []
  /// For the mappers of a group, or of the spec, those to which no other refers.
  private var roots = KeyedValues<Range<Int>, [Int]>()
  /// For each scope, its own names, sorted.
  private var knownNames: [[String]] = []

  private init(_ findings: SpecFindings) {
    self.findings = findings
  }

  /// Builds the graph of a spec.
  ///
  /// Returns it with the declarations of its mappings. Errors are added to the findings.
  static func build(
    _ loaded: SpecLoader.Result,
    _ findings: SpecFindings
  ) -> (graph: MappingGraph, mappers: [MapperDeclaration]) {
    var builder = GraphBuilder(findings)
    builder.build(loaded)
    return (builder.graph, builder.mappers)
  }

  private mutating func build(_ loaded: SpecLoader.Result) {
    let spec = loaded.spec
    graph.name = spec.name
    graph.files = findings.files
    graph.routes = ([spec] + loaded.included).flatMap(\.routes)
    graph.keyNaming = loaded.spec.keys?.naming ?? KeyNaming()
    graph.drift = loaded.spec.settings.policies.drift
    checkKeys(loaded)
    mappers.reserveCapacity(spec.mappers.count)
    for mapper in spec.mappers { add(mapper, scope: 0) }
    for file in loaded.included {
      for mapper in file.mappers { add(mapper, scope: 0) }
    }
    let ownCount = spec.mappers.count
    var groups: [(GroupDeclaration, scope: Int, mappers: Range<Int>)] = []
    for group in spec.groups {
      names.append(KeyedValues())
      let first = mappers.count
      for mapper in group.mappers { add(mapper, scope: names.count - 1) }
      groups.append((group, names.count - 1, first..<mappers.count))
    }
    knownNames = names.map { $0.keys.sorted() }
    var valueMaps = ValueMapTable(([loaded.spec] + loaded.included).map(\.valueMaps), findings)
    for number in mappers.indices { valueMaps.resolve(&mappers[number]) }
    graph.valueMaps = valueMaps.mappings
    graph.valueMapPlaces = valueMaps.places
    graph.dateFormats = findings.dateFormats
    graph.copiedRelationships = findings.copiedRelationships
    graph.bases = mappers.indices.map { number in
      mappers[number].extends.flatMap { find($0, in: scopes[number]) }
    }
    for number in mappers.indices {
      looseTargets += mappers[number].looseReferences.compactMap { find($0, in: scopes[number]) }
      for rule in mappers[number].relationships.indices {
        mappers[number].relationships[rule].scope = scopes[number]
      }
      mappers[number].matcherScope = scopes[number]
      mappers[number].otherwiseScope = scopes[number]
    }
    mappers = Inheritance.resolve(mappers, bases: graph.bases.map { $0?.index }, findings)
    var mapped: Set<String> = []
    for number in mappers.indices where mappers[number].isDynamic != true {
      mapped.insert(mappers[number].targetName)
    }
    let files = ([loaded.spec] + loaded.included).map(\.targets)
    let targets = TargetBuilder.build(files, mapped: mapped, findings)
    graph.targets = targets.targets
    let types = TypeNameCheck(
      targets: mapped.union(targets.targets.map(\.name)),
      findings: findings
    )
    mappers = types.checked(mappers)
    mappers = PropertyInheritance.resolve(mappers, targets, findings) { [self] in
      known($0, in: $1)?.index
    }
    let findMapper = { [self] in find($0, in: $1) }
    let nestings = nestingsOfChoosers { [self] in known($0, in: $1)?.index }
    graph.mappings = mappers.indices.map {
      MappingBuilder.build(
        mappers[$0],
        findings,
        nestings: nestings[$0] ?? [],
        find: findMapper
      )
    }
    isReferenced = referencedMappers()
    addDescriptors(spec.descriptors, scope: 0, of: 0..<ownCount)
    for group in groups {
      addDescriptors(
        group.0.descriptors,
        scope: group.scope,
        of: group.mappers,
        isForRequests: group.0.isForRequests
      )
    }
    checkNumberOfMappers()
    checkNumberOfDescriptors(spec)
  }

  private mutating func add(_ mapper: MapperDeclaration, scope: Int) {
    if let other = names[scope][mapper.id.value] {
      let place = mappers[other.index].id.place
      return findings.reportClash("mapper", mapper.id, place)
    }
    names[scope][mapper.id.value] = MappingID(mappers.count)
    mappers.append(mapper)
    scopes.append(scope)
  }

  private func find(_ reference: SpecText, in scope: Int) -> MappingID? {
    if let found = known(reference, in: scope) { return found }
    findings.reportUnknown(.unknownMapRef, "no mapper '\(reference.value)'", reference) {
      knownNames[scope] + (scope == 0 ? [] : knownNames[0])
    }
    return nil
  }

  private func known(_ reference: SpecText, in scope: Int) -> MappingID? {
    names[scope][reference.value] ?? names[0][reference.value]
  }

  private func checkNumberOfMappers() {
    guard mappers.isEmpty, !findings.hasErrors else { return }
    findings.report(
      .missingMember,
      "the spec has no mappers",
      at: SpecPlace(file: 0, range: 0..<0),
      help: "\"mappers\": [ { \"id\": \u{2026}, \"target\": \u{2026}, \"attributes\": \u{2026} } ]"
    )
  }

  /// Reports included files that contradict the rules for keys of the main spec, which apply to
  /// whole documents.
  private func checkKeys(_ loaded: SpecLoader.Result) {
    for keys in loaded.included.compactMap(\.keys) where keys.naming != graph.keyNaming {
      findings.report(
        .contradictingKeys,
        "this file says something else of keys than the spec that includes it",
        at: keys.place,
        related: loaded.spec.keys.map { [($0.place, "what the spec says")] } ?? [],
        help: "say the same of keys there and here"
      )
    }
  }

  // MARK: - Descriptors

  private func checkNumberOfDescriptors(_ spec: SpecDeclaration) {
    guard let place = spec.emptyDescriptors,
      spec.groups.allSatisfy({ $0.descriptors.isEmpty })
    else { return }
    findings.reportMissing(
      "the spec has no descriptor",
      at: place,
      help: "without 'descriptors' it has one, which takes the whole document"
    )
  }

  private mutating func addDescriptors(
    _ declarations: [DescriptorDeclaration],
    scope: Int,
    of own: Range<Int>,
    isForRequests: Bool = false
  ) {
    for declaration in declarations {
      let root = declaration.root.map { find($0, in: scope) } ?? onlyRoot(of: own, declaration)
      guard let root else { continue }
      if isForRequests {
        graph.requests.append(
          RequestDescriptor(
            name: declaration.name,
            source: declaration.sourceName,
            pathPattern: declaration.pathPattern,
            keyPath: declaration.keyPath,
            methods: declaration.methods,
            mapping: root,
            place: declaration.place
          )
        )
        continue
      }
      graph.descriptors.append(
        ResponseDescriptor(
          name: declaration.name,
          pathPattern: declaration.pathPattern,
          keyPath: declaration.keyPath,
          methods: declaration.methods,
          statusCodes: declaration.statusCodes,
          mapping: root,
          cardinality: declaration.cardinality,
          isOptional: declaration.isOptional,
          prune: declaration.prune,
          place: declaration.place
        )
      )
    }
  }

  private func referencedMappers() -> [Bool] {
    var isReferenced = mappers.map { _ in false }
    for target in looseTargets { isReferenced[target.index] = true }
    for number in mappers.indices {
      var targets = graph.mappings[number].references.map(\.index)
      if let base = mappers[number].extends, let found = names[scopes[number]][base.value] {
        targets.append(found.index)
      }
      for target in targets where target != number { isReferenced[target] = true }
    }
    return isReferenced
  }

  /// The default mapper: the only one, or the only one to which no other refers.
  private mutating func onlyRoot(of own: Range<Int>, _ declaration: DescriptorDeclaration)
    -> MappingID?
  {
    if own.count == 1 { return MappingID(own.lowerBound) }
    let roots = roots[own] ?? own.filter { !isReferenced[$0] }
    self.roots[own] = roots
    if roots.count == 1 { return MappingID(roots[0]) }
    guard !own.isEmpty else {
      if !mappers.isEmpty { reportNoRoot(declaration, candidates: []) }
      return nil
    }
    reportNoRoot(declaration, candidates: roots.map { mappers[$0].id.value })
    return nil
  }

  /// The most mappers to list in a message.
  private static var mostNames: Int { 10 }

  private func reportNoRoot(_ declaration: DescriptorDeclaration, candidates: [String]) {
    // A misspelled reference makes the intended mapper look unreferenced.
    if findings.diagnostics.contains(where: { $0.code == .unknownMapRef }) { return }
    let names = candidates.prefix(Self.mostNames).map { "'\($0)'" }.joined(separator: " or ")
    let more =
      candidates.count > Self.mostNames ? " or \(candidates.count - Self.mostNames) others" : ""
    let reason = candidates.isEmpty ? "" : ", and no mapper refers to \(names)\(more)"
    findings.reportUnlessBroken(
      .noRoot,
      "'root-map-ref' is missing\(reason)",
      at: SpecPlace(
        file: declaration.place.file,
        range: declaration.place.range.lowerBound..<(declaration.place.range.lowerBound + 1)
      ),
      help: "say which mapper the descriptor begins with"
    )
  }
}
