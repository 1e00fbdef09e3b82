internal import RKDiagnostics
internal import RKEngine

/// Finds values in the spec that do not fit the type of their attribute: constants and defaults,
/// which are not converted, and results of value maps that cannot be converted.
struct UnfitConstants: CheckRule {
  private let graph: MappingGraph
  private let findings: SpecFindings
  private let properties: DeclaredProperties

  static func check(_ graph: MappingGraph, _ findings: SpecFindings) {
    let rule = UnfitConstants(
      graph: graph,
      findings: findings,
      properties: DeclaredProperties(of: graph)
    )
    for case .object(let mapping) in graph.mappings {
      for attribute in mapping.attributes { rule.check(attribute, mapping) }
    }
  }

  private func check(_ attribute: AttributeMapping, _ mapping: ObjectMapping) {
    let property = properties.property(at: attribute.destination, of: mapping.target)
    let rules = DateRules(formats: [], isUnnamed: true, zone: .utc, output: .iso8601)
    let declared = property?.type.map { AttributeType($0, dates: rules) }
    guard let type = attribute.type ?? declared else { return }
    for (value, what) in [(attribute.constant, "constant"), (attribute.defaultValue, "default")] {
      guard let value else { continue }
      let isOfKind = type.takes(value) && !(value.kind == .string && type.neverMakes(value))
      if isOfKind { continue }
      findings.report(
        .unfitConstant,
        "the \(what) \(value.text) is not of the attribute's type '\(type.name)'",
        at: attribute.place,
        related: property.map { [($0.place, "the property")] } ?? [],
        help: "a \(what) is written to the record unchanged"
      )
    }
    guard let map = attribute.valueMap.map({ graph.valueMaps[$0.index] }) else { return }
    let results = map.entries.map(\.value) + [map.otherwise].compactMap { $0 }
    guard let unfit = results.first(where: { type.leaf.neverMakes($0) }) else { return }
    findings.report(
      .unfitConstant,
      "the value map gives \(unfit.text), which cannot be converted to the type '\(type.name)'",
      at: attribute.place,
      help: "a map's values are converted to the attribute's type"
    )
  }
}
