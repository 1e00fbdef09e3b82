extension MappingGraph {
  /// Sets what happens to data that is not what the spec says, where the spec states nothing
  /// (trust.md, section 1).
  ///
  /// Takes time linear in the rules.
  mutating func apply(_ word: DriftPolicy) {
    drift = drift ?? word
    for number in mappings.indices {
      switch mappings[number] {
      case .object(var mapping):
        mapping.drift = mapping.drift ?? word
        for rule in mapping.attributes.indices {
          mapping.attributes[rule].policies.apply(word)
        }
        for rule in mapping.relationships.indices {
          mapping.relationships[rule].policies.apply(word)
        }
        mappings[number] = .object(mapping)
      case .dynamic(var mapping):
        mapping.drift = mapping.drift ?? word
        mappings[number] = .dynamic(mapping)
      }
    }
  }
}

extension ValuePolicies {
  fileprivate mutating func apply(_ word: DriftPolicy) { drift = drift ?? word }
}
