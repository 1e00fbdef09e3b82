package import RKDiagnostics

extension Mapping {
  /// A note that lists the attributes whose values may be of any type; nil if there are none.
  ///
  /// PostgreSQL, whose columns have one type, stores them as `jsonb`.
  package var untypedAttributes: Diagnostic? {
    var names: [String] = []
    var seen: Set<String> = []
    var first: SpecPlace?
    for case .object(let mapping) in graph.reachableMappings().map({ graph[$0] }) {
      for attribute in mapping.attributes where attribute.isUntyped && !attribute.isHidden {
        let name = "\(mapping.target).\(attribute.destination.text)"
        guard seen.insert(name).inserted else { continue }
        names.append(name)
        first = first ?? attribute.destinationPlace
      }
    }
    guard let first else { return nil }
    let most = 20
    let rest = names.count > most ? " and \(names.count - most) more" : ""
    return Diagnostic(
      .untypedAttributes,
      "PostgreSQL stores \(names.count.counting("attribute")) without a type as jsonb: "
        + names.prefix(most).joined(separator: ", ") + rest,
      at: graph.location(of: first),
      help: ["a \"type\" on the attribute, or on its property, types the column"]
    )
  }
}

extension AttributeMapping {
  /// Whether nothing says what type its values have.
  fileprivate var isUntyped: Bool { type == nil && constant == nil && !isAlwaysText }
}
