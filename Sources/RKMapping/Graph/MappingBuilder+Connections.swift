internal import RKDiagnostics
internal import RKEngine

extension MappingBuilder {
  /// Returns the connections.
  ///
  /// Keys that are not attributes of the mapper itself are reported and left out.
  func connections(among attributes: [AttributeMapping]) -> [ConnectionMapping] {
    guard let connections = mapper.connections, !connections.isEmpty else { return [] }
    let known = Set(attributes.map(\.destination.text))
    return connections.map { connection in
      let keys = connection.keys.compactMap { key in
        own(key.own, known, attributes).map { (own: $0, other: key.other.value) }
      }
      let stated = connection.cardinality.with(connection.inverse)
      let sources = attributes.filter { attribute in
        keys.contains { $0.own == attribute.destination.text }
      }
      return ConnectionMapping(
        destination: connection.destination,
        target: connection.target.value,
        keys: keys,
        condition: connection.condition,
        only: connection.only,
        cardinality: stated == .automatic ? cardinality(ofKeys: sources) : stated,
        inverse: connection.inverse,
        place: connection.place,
        destinationPlace: connection.destinationPlace
      )
    }
  }

  /// How many records a connection leads to, as far as the types of its keys tell.
  private func cardinality(ofKeys attributes: [AttributeMapping]) -> Cardinality {
    let areLists = attributes.map(\.isList)
    if areLists.contains(nil) { return .automatic }
    return areLists == [true] ? .many : areLists.contains(true) ? .automatic : .one
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

extension AttributeMapping {
  /// Whether its values are lists; nil if nothing says what type they have.
  fileprivate var isList: Bool? {
    switch type {
    // A function makes a list of a list.
    case nil: isAlwaysText && expression == nil ? false : nil
    case .plain(.any): nil
    case .plain, .date, .decimal: false
    case .list, .set, .orderedSet: true
    }
  }
}
