internal import RKEngine

extension PlanCompiler {
  /// Enables the report of unread keys in a node's representations, if the spec requests it.
  mutating func addKnownKeys(
    _ policies: KeyPolicies,
    of mapping: MappingID,
    to node: inout PlanNode
  ) {
    if coversRules { addIgnoredKeys(policies, to: &node) }
    guard let policy = policies.unknown, policy != .ignore else { return }
    let usage = keyUsage ?? KeyUsage(of: graph)
    keyUsage = usage
    var tree = usage[mapping]
    if tree.isWhole { return }
    for pattern in policies.ignored ?? [] {
      tree.insert(pattern.components.map(graph.keyNaming.folded))
    }
    if tree.isWhole { return }
    node.knownKeys = add(tree.applyingPatterns())
    node.failsUnknownKeys = policy == .error
  }

  /// Adds the keys of a node's representations that are ignored.
  private mutating func addIgnoredKeys(_ policies: KeyPolicies, to node: inout PlanNode) {
    guard let ignored = policies.ignored, !ignored.isEmpty else { return }
    var tree = KnownKeyTree()
    for pattern in ignored { tree.insert(pattern.components.map(graph.keyNaming.folded)) }
    if !tree.isWhole { node.ignoredKeys = add(tree.applyingPatterns()) }
  }

  private mutating func add(_ tree: KnownKeyTree) -> PlanID<KnownKeys> {
    if tree.isClosed { return .none }
    // Sorted, so that the same spec always compiles to the same plan.
    let children = tree.children.sorted { $0.key < $1.key }
    let inner = children.map { add($0.value) }
    let patterns = tree.patterns.map { pattern in
      let pieces = pattern.component.pieces.map { plan.add(text: $0.utf8) }
      return KnownKeyPattern(
        pieces: plan.keyPieces.add(pieces),
        inner: add(pattern.tree),
        isOfObject: pattern.isAll
      )
    }
    return plan.knownKeys.add(
      KnownKeys(
        table: plan.keys.add(spellings: graph.keyNaming.spellings(of: children.map(\.key))),
        inner: plan.innerKeys.add(inner),
        patterns: plan.keyPatterns.add(patterns)
      )
    )
  }
}
