package import RKDiagnostics

/// The index of a mapping in its graph.
package struct MappingID: Sendable, Hashable {
  package var index: Int

  package init(_ index: Int) { self.index = index }
}

/// One mapping of a graph; it is large, but a copy of it is small.
package indirect enum GraphMapping: Sendable {
  case object(ObjectMapping)
  case dynamic(DynamicMapping)

  package var id: String {
    switch self {
    case .object(let mapping): mapping.id
    case .dynamic(let mapping): mapping.id
    }
  }

  package var place: SpecPlace {
    switch self {
    case .object(let mapping): mapping.place
    case .dynamic(let mapping): mapping.place
    }
  }

  package var forcesCollection: Bool {
    switch self {
    case .object(let mapping): mapping.forcesCollection
    case .dynamic(let mapping): mapping.forcesCollection
    }
  }

  package var nestingAttribute: String? {
    switch self {
    case .object(let mapping): mapping.nestingAttribute
    case .dynamic(let mapping): mapping.nestingAttribute
    }
  }

  /// The mapping of records that it is; nil for one that chooses.
  package var ofRecords: ObjectMapping? {
    if case .object(let mapping) = self { mapping } else { nil }
  }

  /// Whether its records have connections.
  var hasConnections: Bool { !(ofRecords?.connections.isEmpty ?? true) }

  /// The mappings that it leads to.
  package var references: [MappingID] {
    switch self {
    case .object(let mapping): mapping.relationships.map(\.mapping)
    case .dynamic(let mapping):
      mapping.matchers.flatMap(\.references) + [mapping.otherwise].compactMap { $0 }
    }
  }
}

/// A spec with its references resolved: mappings that lead to each other, and descriptors that lead
/// to them.
package struct MappingGraph: Sendable {
  package var name: String?
  package var mappings: [GraphMapping] = []
  package var descriptors: [ResponseDescriptor] = []
  package var routes: [NamedRoute] = []
  /// The types of records that are declared.
  package var targets: [Target] = []
  package var valueMaps: [ValueMapping] = []
  /// The places of the named value maps; these come first.
  package var valueMapPlaces: [SpecPlace] = []
  /// For each mapping, the one that it extends.
  package var bases: [MappingID?] = []
  /// What is sent.
  package var requests: [RequestDescriptor] = []
  /// The places where date formats are named, for each list of them.
  package var dateFormats: [[(format: DatePattern, place: SpecPlace)]] = []
  /// Relationships without a mapper, with the values that they copy.
  var copiedRelationships: [SpecText] = []
  package var keyNaming = KeyNaming()
  /// What happens to data that is not what the spec says, unless a mapper states it.
  package var drift: DriftPolicy?
  /// The texts that contain the places of the graph.
  package var files: [SourceFile] = []

  package init() {}

  package subscript(id: MappingID) -> GraphMapping { mappings[id.index] }

  /// How many rules its mappings have, counting the mappings themselves.
  package var ruleCount: Int {
    mappingsOfRecords.reduce(mappings.count) { count, mapping in
      count + mapping.attributes.count + mapping.relationships.count + mapping.connections.count
    }
  }

  /// The mappings that make records.
  package var mappingsOfRecords: [ObjectMapping] { mappings.compactMap(\.ofRecords) }

  /// Those that make the records of a target.
  package func mappings(of target: String) -> [ObjectMapping] {
    mappingsOfRecords.filter { $0.target == target }
  }

  /// The targets that are declared, and those of records that mappings make.
  package var targetNames: Set<String> {
    Set(targets.map(\.name) + mappingsOfRecords.map(\.target))
  }

  package func location(of place: SpecPlace) -> Location {
    files[place.file].location(of: place.range)
  }

  /// A place of the spec that a finding is related to.
  package func related(_ place: SpecPlace, _ subject: String, _ message: String = "")
    -> Diagnostic.Related
  {
    Diagnostic.Related(location: location(of: place), subject: subject, message: message)
  }
}
