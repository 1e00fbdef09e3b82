extension MappingGraph {
  /// Sets the policy for data that the spec does not describe, wherever the spec states none
  /// (docs/spec-format.md, "Drift").
  ///
  /// Takes time linear in the number of rules.
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
