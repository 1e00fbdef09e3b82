/// What descriptors read and find, for the coverage of a spec.
extension RootMapper {
  /// A document has been mapped, which begins with a token if it is in memory.
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

  /// Documents have been mapped, each of which is the representation of the one descriptor.
  mutating func coverLines(_ count: Int) {
    operation.coverage?.countConsidered(applied[0], times: count)
    operation.forgetRepeatedKey()
  }

  /// A part of the input begins inside of the list that so many keys of the descriptor's path lead
  /// to.
  mutating func coverList(belowKeys level: Int) {
    let steps = plan.steps[plan.descriptors[0].path].prefix(level)
    operation.coverage?.begin(
      inListAt: steps.compactMap { step in
        if case .key(let key) = step { Array(plan.text[key.range]) } else { nil }
      }
    )
  }

  /// Adds what was counted in a part of the input that was mapped elsewhere; does nothing and
  /// returns false if that is to be looked at once more.
  mutating func add(_ part: CoverageTally) -> Bool { operation.coverage?.tally.add(part) ?? true }
}
