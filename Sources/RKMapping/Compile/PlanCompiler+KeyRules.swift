internal import RKEngine

extension PlanCompiler {
  /// Adds the spec's rules about keys to the plan.
  mutating func addKeyRules() {
    let naming = graph.keyNaming
    plan.keyRules.foldsCase = naming.ignoresCase
    guard !naming.renames.isEmpty else { return }
    // Sorted, so that the same spec always compiles to the same plan.
    let renames = naming.renames.sorted { $0.key < $1.key }
    plan.keyRules.renamed = plan.keys.add(renames.map { Array($0.key.utf8) })
    plan.keyRules.names = plan.keyPieces.add(renames.map { plan.add(text: $0.value.utf8) })
  }
}

extension KeyNaming {
  /// All spellings of some wanted keys.
  func spellings(of keys: [String]) -> [KeyIndex.Spelling] {
    var spellings: [KeyIndex.Spelling] = []
    spellings.reserveCapacity(keys.count)
    for number in keys.indices {
      if isExact {
        spellings.append(KeyIndex.Spelling(keys[number], of: number))
      } else {
        for text in self.keys(readAs: keys[number]) {
          spellings.append(KeyIndex.Spelling(text, of: number))
        }
      }
    }
    return spellings
  }
}
