internal import RKDiagnostics

/// Finds rules that prevent records from being written back.
extension MappingGraph {
  /// Returns a diagnostic for each one-way rule of the mappers that the descriptors use.
  func oneWayFindings(_ descriptors: [ResponseDescriptor]) -> [Diagnostic] {
    var findings: [Diagnostic] = []
    for descriptor in descriptors
    where descriptor.keyPath.leadingKeyCount < descriptor.keyPath.components.count
      || keyNaming.written(descriptor.keyPath.components) == nil
    {
      findings.append(
        Diagnostic(
          .oneWayRule,
          "nothing can be written to the key path '\(descriptor.keyPath.text)' of a descriptor",
          at: location(of: descriptor.place),
          help: ["records can be put under keys; --descriptor NAME leaves others out"]
        )
      )
    }
    for mapping in writtenMappings(descriptors) {
      for rule in oneWayRules(of: mapping) { findings.append(finding(rule)) }
    }
    return findings
  }

  /// The mappers whose records are written, in the order of the spec.
  func writtenMappings(_ descriptors: [ResponseDescriptor]) -> [ObjectMapping] {
    var reached: Set<MappingID> = []
    var open = descriptors.map(\.mapping)
    while let id = open.popLast() {
      for choice in choices(of: id) where reached.insert(choice.mapping).inserted {
        guard case .object(let mapping) = self[choice.mapping] else { continue }
        open += mapping.relationships.filter(\.isSerialized).map(\.mapping)
      }
    }
    return mappings.indices.compactMap { number in
      guard reached.contains(MappingID(number)), case .object(let mapping) = mappings[number] else {
        return nil
      }
      return mapping
    }
  }

  private func finding(_ rule: OneWayRule) -> Diagnostic {
    let place = location(of: rule.place)
    let help = ["\"serialize\": false leaves a rule out of writing"]
    if let other = rule.other {
      return Diagnostic(
        .oneWayRule,
        "'\(rule.source)' is the source of '\(other.name)' and of '\(rule.name)', which cannot both be "
          + "written",
        at: place,
        related: [
          Diagnostic.Related(location: location(of: other.place), subject: "'\(other.name)'")
        ],
        help: help
      )
    }
    let source = rule.source.isEmpty ? "" : " from '\(rule.source)'"
    return Diagnostic(
      .oneWayRule,
      "the rule '\(rule.name)'\(source) cannot be written back: \(rule.detail)",
      at: place,
      help: help
    )
  }

  /// Whether a dynamic mapping that the descriptors use makes records of several targets.
  func hasSeveralTargets(_ descriptors: [ResponseDescriptor]) -> Bool {
    writtenStarts(descriptors).contains { Set(records(of: $0).map(\.target)).count > 1 }
  }

  /// The dynamic mappings used by the descriptors that affect how records are read.
  func writtenChoosers(_ descriptors: [ResponseDescriptor]) -> [DynamicMapping] {
    writtenStarts(descriptors).compactMap { start in
      if case .dynamic(let mapping) = self[start] { mapping } else { nil }
    }
  }

  /// The mappings of the descriptors' records and of their related records.
  private func writtenStarts(_ descriptors: [ResponseDescriptor]) -> [MappingID] {
    descriptors.map(\.mapping)
      + writtenMappings(descriptors).flatMap { mapping in
        mapping.relationships.filter(\.isSerialized).map(\.mapping)
      }
  }
}
