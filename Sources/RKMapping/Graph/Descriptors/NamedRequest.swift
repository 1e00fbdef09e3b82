/// The request that the name of a fixture refers to (docs/testing.md).
///
/// Its NAME is that of a route, or else of a descriptor.
struct NamedRequest {
  /// The requested paths; empty if NAME determines none.
  let paths: [PathPattern]
  /// What decides between descriptors with the same key path.
  let context: RequestContext
  /// All descriptors, in the order of the spec.
  private(set) var candidates: [DescriptorChoice.Candidate] = []

  init(_ name: FixtureName, _ context: RequestContext, _ graph: MappingGraph) {
    let named = graph.descriptors.filter { $0.name == name.name }
    paths = Self.paths(name, context, named, graph)
    var asked = context
    asked.path = paths.first?.sample
    self.context = asked
    candidates = graph.descriptors.map { descriptor in
      var match = DescriptorMatch(descriptor, context)
      if match.bindings != nil, !takes(descriptor, isOpen: named.isEmpty) {
        match = .mismatched(.path)
      }
      return DescriptorChoice.Candidate(descriptor: descriptor, match: match)
    }
    preferNamed(name.name, graph)
  }

  /// The paths of the routes with the name, or else of the descriptors.
  ///
  /// If some are for the method and the status, only those.
  private static func paths(
    _ name: FixtureName,
    _ context: RequestContext,
    _ named: [ResponseDescriptor],
    _ graph: MappingGraph
  ) -> [PathPattern] {
    let routes = graph.routes.filter { $0.name == name.name }
    if !routes.isEmpty {
      let taking = routes.filter { $0.methods?.contains(name.method) ?? true }
      return (taking.isEmpty ? routes : taking).map(\.path)
    }
    let taking = named.filter {
      $0.pathPattern != nil && DescriptorMatch($0, context).bindings != nil
    }
    return (taking.isEmpty ? named : taking).compactMap(\.pathPattern)
  }

  /// Whether a descriptor with a path matches one of the paths, or any path if NAME is unknown.
  private func takes(_ descriptor: ResponseDescriptor, isOpen: Bool) -> Bool {
    guard let pattern = descriptor.pathPattern else { return true }
    if paths.isEmpty { return isOpen }
    return paths.contains {
      pattern.takesSamePaths(as: $0) || pattern.match(request: $0.sample) != nil
    }
  }

  /// Prefers a descriptor with the name to others with the same key path.
  ///
  /// If no path is known, prefers it to all others.
  private mutating func preferNamed(_ name: String, _ graph: MappingGraph) {
    func keyPath(_ candidate: DescriptorChoice.Candidate) -> [SourceKeyPath.Component] {
      graph.keyNaming.folded(candidate.descriptor.keyPath.components)
    }
    let named = candidates.filter { $0.descriptor.name == name && $0.applies }
    if named.isEmpty { return }
    let taken = Set(named.map(keyPath))
    for number in candidates.indices where candidates[number].descriptor.name != name {
      let isTaken = paths.isEmpty || taken.contains(keyPath(candidates[number]))
      candidates[number].isShadowed = candidates[number].applies && isTaken
    }
  }
}

extension PathPattern {
  /// A path that the pattern matches, with a text for each parameter that is a literal in no pattern.
  fileprivate var sample: String {
    parts.map { part in
      switch part {
      case .literal(let literal): String(decoding: literal.bytes, as: UTF8.self)
      case .parameter: "\u{1}"
      }
    }
    .joined()
  }
}
