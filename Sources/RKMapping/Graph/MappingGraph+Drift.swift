package import RKDiagnostics

extension MappingGraph {
  /// Makes the policy for data that the spec does not describe at least as strict as a word from outside
  /// the spec, except in mappers that state their own (docs/spec-format.md, "Drift").
  ///
  /// Takes time linear in the number of rules.
  mutating func tighten(to word: DriftPolicy) {
    drift = max(drift ?? .allow, word)
    for number in mappings.indices {
      switch mappings[number] {
      case .object(var mapping) where !mapping.statesDrift:
        mapping.policies.tighten(to: word)
        for rule in mapping.attributes.indices {
          mapping.attributes[rule].policies.tighten(to: word)
        }
        for rule in mapping.relationships.indices {
          mapping.relationships[rule].policies.tighten(to: word)
        }
        mappings[number] = .object(mapping)
      case .dynamic(var mapping) where !mapping.statesDrift:
        mapping.policies.tighten(to: word)
        mappings[number] = .dynamic(mapping)
      default: break
      }
    }
  }

  /// A note that `--drift` has no effect, if that is so.
  ///
  /// - Parameters:
  ///   - flag: The value of the flag; nil if it is not given.
  ///   - word: The strictest of the other words from outside the spec.
  ///   - source: What states that word.
  /// - Returns: The note; nil if the flag is not given, or changes the word of a mapper.
  package func idleDrift(
    _ flag: DriftPolicy?,
    beside word: DriftPolicy? = nil,
    of source: String = ""
  ) -> Diagnostic? {
    let others = word ?? .allow
    let own = drift ?? .allow
    guard let flag,
      mappings.allSatisfy({ $0.statesDrift || flag <= max($0.policies.drift ?? .allow, others) })
    else {
      return nil
    }
    let reason =
      flag <= others && word != nil
      ? source
      : flag <= own && drift != nil
        ? "the spec says \"drift\": \"\(own.rawValue)\""
        : flag == .allow ? "it is the default" : "every mapper states its own word"
    return Diagnostic(
      .idleFlag,
      "--drift \(flag.rawValue) has no effect: \(reason)",
      help: ["leave out --drift; it makes a run stricter than the spec, never less strict"]
    )
  }
}

extension GraphMapping {
  fileprivate var statesDrift: Bool {
    switch self {
    case .object(let mapping): mapping.statesDrift
    case .dynamic(let mapping): mapping.statesDrift
    }
  }
}

extension ValuePolicies {
  fileprivate mutating func tighten(to word: DriftPolicy) { drift = max(drift ?? .allow, word) }
}
