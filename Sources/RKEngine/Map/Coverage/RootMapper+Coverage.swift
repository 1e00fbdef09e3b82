/// What descriptors read and find, for the coverage of a spec.
extension RootMapper {
  /// Counts a document that has been mapped; `first` is its first token if it is in memory.
  mutating func coverDocument(_ first: Int?, _ view: TokenView) {
    guard let coverage = operation.coverage else { return }
    for descriptor in applied {
      coverage.countConsidered(descriptor)
      guard let first else { continue }
      let path = plan.descriptors[descriptor].path.indices
      let rule = coverage.rules.descriptor(descriptor)
      let reading = MappingOperation.Reading(rule: rule, isOfEmpty: true)
      operation.mark(path, from: first, by: reading, coverage, view)
      if plan.nodes[plan.descriptors[descriptor].node].forcesCollection {
        let found = operation.locate(plan.descriptors[descriptor].path, in: first, view)
        MappingOperation.coverMembers(at: found, by: rule, coverage, view)
      }
    }
    operation.forgetRepeatedKey()
  }

  /// Counts documents that have been mapped, each the representation of the one descriptor.
  mutating func coverLines(_ count: Int) {
    operation.coverage?.countConsidered(applied[0], times: count)
    operation.forgetRepeatedKey()
  }

  /// Begins a part of the input inside the list that the first `level` keys of the descriptor's
  /// path lead to.
  mutating func coverList(belowKeys level: Int) {
    let steps = plan.steps[plan.descriptors[0].path].prefix(level)
    operation.coverage?.begin(
      inListAt: steps.compactMap { step in
        if case .key(let key) = step { Array(plan.text[key.range]) } else { nil }
      }
    )
  }

  /// Adds the counts of a part of the input that was mapped by another thread.
  ///
  /// Adds nothing and returns false if the part must be mapped again.
  mutating func add(_ part: CoverageTally) -> Bool { operation.coverage?.tally.add(part) ?? true }
}
