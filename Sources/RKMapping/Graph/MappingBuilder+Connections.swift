internal import RKDiagnostics

extension MappingBuilder {
  /// Returns the connections.
  ///
  /// Keys that are not attributes of the mapper itself are reported and left out.
  func connections(among attributes: [AttributeMapping]) -> [ConnectionMapping] {
    guard let connections = mapper.connections, !connections.isEmpty else { return [] }
    let known = Set(attributes.map(\.destination.text))
    return connections.map { connection in
      ConnectionMapping(
        destination: connection.destination,
        target: connection.target.value,
        keys: connection.keys.compactMap { key in
          own(key.own, known, attributes).map { ($0, key.other.value) }
        },
        condition: connection.condition,
        only: connection.only,
        cardinality: connection.cardinality.with(connection.inverse),
        inverse: connection.inverse,
        place: connection.place,
        destinationPlace: connection.destinationPlace
      )
    }
  }

  /// The attribute that a key names.
  private func own(_ name: SpecText, _ known: Set<String>, _ attributes: [AttributeMapping])
    -> String?
  {
    if let found = destination(of: name, known, attributes) { return found }
    findings.reportUnknown(
      .unknownConnectionAttribute,
      "the mapper has no attribute '\(name.value)' to be connected by",
      name,
      help: "an attribute of this name makes a key of it; with \"hidden\": true it is not written"
    ) { known.sorted() }
    return nil
  }
}
