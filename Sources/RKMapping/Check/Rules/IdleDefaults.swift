internal import RKDiagnostics

/// Finds defaults that are never used, because the attribute's policies cover all cases.
enum IdleDefaults: CheckRule {
  static func check(_ graph: MappingGraph, _ findings: SpecFindings) {
    let properties = DeclaredProperties(of: graph)
    for case .object(let mapping) in graph.mappings {
      for attribute in mapping.attributes {
        guard let value = attribute.defaultValue, let policy = attribute.policies.onMissing,
          policy != .default, attribute.policies.onNull != .default,
          attribute.policies.onError != .default
        else { continue }
        // The rule may override the property on purpose.
        let property = properties.property(at: attribute.destination, of: mapping.target)
        if property?.defaultValue == value { continue }
        findings.report(
          .idleDefault,
          "the default \(value.text) is never used: \"onMissing\" is \"\(policy.rawValue)\"",
          at: attribute.place,
          help: "a default replaces a missing value where no \"onMissing\" says otherwise"
        )
      }
    }
  }
}
