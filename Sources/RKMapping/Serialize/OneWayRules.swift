internal import RKDiagnostics

/// The rules that keep records from being written.
extension MappingGraph {
  /// A finding for each one-way rule that some descriptors lead to.
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

  /// Some dynamic mapping that descriptors lead to makes records of several targets.
  func hasSeveralTargets(_ descriptors: [ResponseDescriptor]) -> Bool {
    writtenStarts(descriptors).contains { Set(records(of: $0).map(\.target)).count > 1 }
  }

  /// The dynamic mappings that choose how records are read that descriptors lead to.
  func writtenChoosers(_ descriptors: [ResponseDescriptor]) -> [DynamicMapping] {
    writtenStarts(descriptors).compactMap { start in
      if case .dynamic(let mapping) = self[start] { mapping } else { nil }
    }
  }

  /// The mappings of the records of some descriptors, and of those related to them.
  private func writtenStarts(_ descriptors: [ResponseDescriptor]) -> [MappingID] {
    descriptors.map(\.mapping)
      + writtenMappings(descriptors).flatMap { mapping in
        mapping.relationships.filter(\.isSerialized).map(\.mapping)
      }
  }
}
