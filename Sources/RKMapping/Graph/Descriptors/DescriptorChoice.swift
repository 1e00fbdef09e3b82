internal import RKDiagnostics

/// The descriptors that apply to a request, as far as it is known.
struct DescriptorChoice {
  /// A descriptor, and how it matches the request.
  struct Candidate {
    var descriptor: ResponseDescriptor
    var match: DescriptorMatch
    /// Whether a more specific descriptor with the same key path applies instead.
    var isShadowed = false

    var applies: Bool { match.bindings != nil && !isShadowed }
  }

  /// The descriptors to compile: those that apply, or, if none does, all that might have applied.
  private(set) var chosen: [Candidate] = []
  /// What is known of the request.
  let context: RequestContext
  /// The requested path, if the name of a fixture states it.
  private(set) var askedPath: PathPattern?
  /// The requested name of descriptors, if any.
  private let name: String?
  /// The name of descriptors that the name of a fixture states, if any.
  private var fixtureName: String?

  /// Whether no descriptor applies.
  var isNone: Bool { !chosen.contains { $0.applies } }

  var descriptors: [ResponseDescriptor] { chosen.map(\.descriptor) }

  /// The indices of descriptors that must find something (RK1018), because they were named or have
  /// the requested path.
  ///
  /// They are not alternatives to each other.
  ///
  /// Among descriptors with paths, only the most specific must find something: the others are for
  /// requests without a descriptor of their own.
  var expected: [Int] {
    let best = chosen.filter(\.applies).compactMap { $0.descriptor.pathPattern?.ranks }
      .max { $0.lexicographicallyPrecedes($1) }
    return chosen.indices.filter { number in
      let (descriptor, applies) = (chosen[number].descriptor, chosen[number].applies)
      guard applies, !descriptor.isOptional else { return false }
      return name != nil || fixtureName != nil && descriptor.name == fixtureName
        || best != nil && descriptor.pathPattern?.ranks == best
          && (askedPath != nil || context.path != nil)
    }
  }

  /// Chooses the descriptors of a graph for a request, by name if one is given.
  ///
  /// Throws a diagnostic if the choice is ambiguous, or no descriptor has the name.
  init(
    named name: String?,
    for context: RequestContext = RequestContext(),
    of graph: MappingGraph
  ) throws(DiagnosticsError) {
    self.context = context
    self.name = name
    let named = name.map { name in graph.descriptors.filter { $0.name == name } }
    if let name, named?.isEmpty == true { throw DiagnosticsError([Self.unknown(name, graph)]) }
    var candidates = Self.candidates(named ?? graph.descriptors, for: context)
    if name == nil { candidates = Self.withoutShadowed(candidates, for: context, graph) }
    let applying = candidates.filter(\.applies)
    chosen = applying.isEmpty ? candidates : applying
    try refuseAmbiguity(in: graph)
  }

  /// Chooses descriptors by the name of a fixture; with `keepsAll` includes those that do not apply.
  ///
  /// Throws a diagnostic if the choice is ambiguous.
  init(
    for name: FixtureName,
    _ context: RequestContext,
    of graph: MappingGraph,
    keepsAll: Bool = false
  ) throws(DiagnosticsError) {
    self.context = context
    self.name = nil
    fixtureName = name.name
    let asked = NamedRequest(name, context, graph)
    askedPath = asked.paths.first
    let candidates = Self.withoutShadowed(asked.candidates, for: asked.context, graph)
    let applying = candidates.filter(\.applies)
    chosen = applying.isEmpty || keepsAll ? candidates : applying
    // Descriptors with the same name belong together.
    let others = applying.filter { $0.descriptor.name != name.name }
    try Self.refuseAmbiguity(others, asked.context, graph)
  }

  /// Keeps all descriptors with the name, including those that are not for the request.
  init(all name: String?, for context: RequestContext, of graph: MappingGraph) {
    self.context = context
    self.name = name
    let named = graph.descriptors.filter { name == nil || $0.name == name }
    chosen = Self.candidates(named, for: context)
    if name == nil { chosen = Self.withoutShadowed(chosen, for: context, graph) }
  }

  /// Leaves only the candidates of some descriptors, which are in the order of the spec.
  mutating func limit(to descriptors: [ResponseDescriptor]) {
    var left = descriptors[...]
    chosen = chosen.filter { candidate in
      guard candidate.descriptor.place == left.first?.place else { return false }
      left.removeFirst()
      return true
    }
  }

  /// Throws a diagnostic if it is ambiguous which of the matching descriptors applies.
  func refuseAmbiguity(in graph: MappingGraph) throws(DiagnosticsError) {
    if name == nil { try Self.refuseAmbiguity(chosen.filter(\.applies), context, graph) }
  }

  /// All descriptors with their matches, in the order of the spec.
  static func candidates(
    of graph: MappingGraph,
    for context: RequestContext
  ) -> [Candidate] {
    withoutShadowed(candidates(graph.descriptors, for: context), for: context, graph)
  }

  private static func candidates(
    _ descriptors: [ResponseDescriptor],
    for context: RequestContext
  ) -> [Candidate] {
    descriptors.map { Candidate(descriptor: $0, match: DescriptorMatch($0, context)) }
  }

  /// Marks descriptors that are shadowed by a more specific one with the same key path.
  private static func withoutShadowed(
    _ candidates: [Candidate],
    for context: RequestContext,
    _ graph: MappingGraph
  ) -> [Candidate] {
    if candidates.count < 2 { return candidates }
    var best = KeyedValues<[SourceKeyPath.Component], DescriptorSpecificity>()
    let specificities = candidates.map { DescriptorSpecificity($0.descriptor, context) }
    for (candidate, specificity) in zip(candidates, specificities) where candidate.applies {
      let keyPath = graph.keyNaming.folded(candidate.descriptor.keyPath.components)
      best[keyPath] = max(best[keyPath] ?? specificity, specificity)
    }
    return zip(candidates, specificities).map { candidate, specificity in
      var candidate = candidate
      let keyPath = graph.keyNaming.folded(candidate.descriptor.keyPath.components)
      if candidate.applies { candidate.isShadowed = best[keyPath] != specificity }
      return candidate
    }
  }

  // MARK: - Ambiguity

  /// Throws a diagnostic if descriptors with the same key path differ in something unknown.
  private static func refuseAmbiguity(
    _ candidates: [Candidate],
    _ context: RequestContext,
    _ graph: MappingGraph
  ) throws(DiagnosticsError) {
    if candidates.count < 2 { return }
    // Earlier descriptors with the same key path are all alike, so one is enough to compare with.
    var firsts = KeyedValues<[SourceKeyPath.Component], ResponseDescriptor>()
    for descriptor in candidates.map(\.descriptor) {
      let keyPath = graph.keyNaming.folded(descriptor.keyPath.components)
      guard let first = firsts[keyPath] else {
        firsts[keyPath] = descriptor
        continue
      }
      let flags = undecided(descriptor, first, context)
      if flags.isEmpty { continue }
      throw DiagnosticsError([ambiguous(descriptor, first, flags, graph)])
    }
  }

  /// The flags that would decide between two descriptors.
  private static func undecided(
    _ descriptor: ResponseDescriptor,
    _ rival: ResponseDescriptor,
    _ context: RequestContext
  ) -> [String] {
    var flags: [String] = []
    if context.path == nil && !descriptor.hasSamePaths(as: rival) { flags.append("--path") }
    if context.method == nil && descriptor.methods != rival.methods { flags.append("--method") }
    if context.statusCode == nil && descriptor.statusCodes != rival.statusCodes {
      flags.append("--status")
    }
    return flags
  }

  private static func unknown(_ name: String, _ graph: MappingGraph) -> Diagnostic {
    let names = graph.descriptors.compactMap(\.name)
    let suggestion = NearestName.suggestion(for: name, among: names)
    return Diagnostic(
      .unknownDescriptor,
      "the spec has no descriptor '\(name)'\(suggestion)",
      help: names.isEmpty ? ["a descriptor is named by its \"name\""] : []
    )
  }

  private static func ambiguous(
    _ descriptor: ResponseDescriptor,
    _ rival: ResponseDescriptor,
    _ flags: [String],
    _ graph: MappingGraph
  ) -> Diagnostic {
    let keyPath = descriptor.keyPath.text
    let what = keyPath.isEmpty ? "the whole document" : "'\(keyPath)'"
    var subject = "two descriptors"
    if let name = descriptor.name, let other = rival.name {
      subject = "the descriptors '\(other)' and '\(name)'"
    }
    return Diagnostic(
      .ambiguousDescriptors,
      "\(subject) take \(what), but are for different requests",
      at: graph.location(of: descriptor.place),
      related: [graph.related(rival.place, "the other descriptor")],
      help: [
        "say which request it is: \(flags.joined(separator: ", "))",
        "or name the one that is meant: --descriptor NAME",
      ]
    )
  }
}

extension ResponseDescriptor {
  /// Whether it is for the same paths as another descriptor.
  func hasSamePaths(as other: ResponseDescriptor) -> Bool {
    switch (pathPattern, other.pathPattern) {
    case (let own?, let other?): own.takesSamePaths(as: other)
    case (nil, nil): true
    default: false
    }
  }
}
