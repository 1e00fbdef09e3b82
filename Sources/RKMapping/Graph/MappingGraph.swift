package import RKDiagnostics

/// The index of a mapping in its graph.
package struct MappingID: Sendable, Hashable {
  package var index: Int

  package init(_ index: Int) { self.index = index }
}

/// One mapping of a graph; indirect, so that copies of it are small.
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

  var policies: ValuePolicies {
    switch self {
    case .object(let mapping): mapping.policies
    case .dynamic(let mapping): mapping.policies
    }
  }

  /// What the function `date` of its predicates and expressions reads and writes.
  var dates: DateRules {
    switch self {
    case .object(let mapping): mapping.dates
    case .dynamic(let mapping): mapping.dates
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

  /// The mapping if it makes records; nil if it chooses.
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

/// A spec with its references resolved: mappings, and the descriptors that use them.
package struct MappingGraph: Sendable {
  package var name: String?
  package var mappings: [GraphMapping] = []
  package var descriptors: [ResponseDescriptor] = []
  package var routes: [NamedRoute] = []
  /// The declared targets.
  package var targets: [Target] = []
  package var valueMaps: [ValueMapping] = []
  /// The places of the named value maps, which come first.
  package var valueMapPlaces: [SpecPlace] = []
  /// For each mapping, the mapping that it extends.
  package var bases: [MappingID?] = []
  /// What requests send.
  package var requests: [RequestDescriptor] = []
  /// For each list of date formats, the places where they are named.
  package var dateFormats: [[(format: DatePattern, place: SpecPlace)]] = []
  /// Relationships without a mapper, which copy their values.
  var copiedRelationships: [SpecText] = []
  package var keyNaming = KeyNaming()
  /// The default policy for data that the spec does not describe.
  package var drift: DriftPolicy?
  /// The source files of the spec.
  package var files: [SourceFile] = []

  package init() {}

  package subscript(id: MappingID) -> GraphMapping { mappings[id.index] }

  /// The number of rules, including one for each mapping itself.
  package var ruleCount: Int {
    // A list of the mappings alone would copy each of them.
    var count = mappings.count
    for case .object(let mapping) in mappings {
      count += mapping.attributes.count + mapping.relationships.count + mapping.connections.count
    }
    return count
  }

  /// The mappings that make records.
  package var mappingsOfRecords: [ObjectMapping] { mappings.compactMap(\.ofRecords) }

  /// The mappings that make records of a target.
  package func mappings(of target: String) -> [ObjectMapping] {
    mappingsOfRecords.filter { $0.target == target }
  }

  /// The targets that are declared, and those of mappings.
  package var targetNames: Set<String> {
    Set(targets.map(\.name) + mappingsOfRecords.map(\.target))
  }

  package func location(of place: SpecPlace) -> Location {
    files[place.file].location(of: place.range)
  }

  /// A note about a related place of the spec.
  package func related(_ place: SpecPlace, _ subject: String, _ message: String = "")
    -> Diagnostic.Related
  {
    Diagnostic.Related(location: location(of: place), subject: subject, message: message)
  }
}
