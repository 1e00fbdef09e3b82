internal import RKEngine

/// A mapper as declared; what it does not state is inherited, or gets a default later.
struct MapperDeclaration {
  var id: SpecText
  var place: SpecPlace
  var extends: SpecText?
  var target: SpecText?
  /// Whether its records are rows of a store.
  var isEntity: Bool?
  var attributes: [AttributeDeclaration] = []
  var relationships: [RelationshipDeclaration] = []
  /// References of relationships and matchers that could not be read; they are still checked.
  var looseReferences: [SpecText] = []
  var identification: [SpecText]?
  var modification: SpecText?
  var mapsRelationshipsIfUnmodified: Bool?
  var keyAttribute: SpecText?
  /// For a dynamic mapper: what the targets of its choices declare for its nesting attribute, by
  /// the index of the choice.
  var nestingAttributes: [Int: AttributeDeclaration] = [:]
  var forceCollection: Bool?
  var keyTransform: KeyTransform?
  var scalarAs: SpecText?
  var policies = ValuePolicies()
  var isDynamic: Bool?
  var matchers: [MatcherDeclaration]?
  var otherwise: SpecText?
  /// Whether `"default": null` is stated, so that what no matcher matches is skipped.
  var skipsOthers: Bool?
  /// The place of the value of `default`.
  var otherwisePlace: SpecPlace?
  /// The scopes for the references of matchers and of `otherwise`.
  ///
  /// They belong to the declaration that states these, even if they are inherited.
  var matcherScope = 0
  var otherwiseScope = 0
  var unmatched: UnmatchedPolicy?
  var when: SpecExpression?
  var validations: [ValidationDeclaration]?
  var connections: [ConnectionDeclaration]?
  var identificationPredicate: SpecExpression?
  var deletionPredicate: SpecExpression?
  /// The settings of its file.
  var settings = SpecSettings()
}

extension MapperDeclaration {
  /// Returns a copy that inherits everything but the ID.
  ///
  /// Lists are replaced; attributes and relationships are merged by destination, and keep their
  /// positions (docs/spec-format.md, "Mappers").
  func inheriting(_ base: MapperDeclaration) -> MapperDeclaration {
    var merged = self
    let own = Set(attributes.map(\.destination) + relationships.map(\.destination))
    merged.attributes = Self.merge(attributes, onto: base.attributes, own, \.destination)
    merged.relationships = Self.merge(relationships, onto: base.relationships, own, \.destination)
    merged.connections = connections ?? base.connections
    merged.target = target ?? base.target
    merged.isEntity = isEntity ?? base.isEntity
    merged.identification = identification ?? base.identification
    merged.identificationPredicate = identificationPredicate ?? base.identificationPredicate
    merged.modification = modification ?? base.modification
    merged.mapsRelationshipsIfUnmodified =
      mapsRelationshipsIfUnmodified ?? base.mapsRelationshipsIfUnmodified
    merged.keyAttribute = keyAttribute ?? base.keyAttribute
    merged.forceCollection = forceCollection ?? base.forceCollection
    merged.keyTransform = keyTransform ?? base.keyTransform
    merged.scalarAs = scalarAs ?? base.scalarAs
    merged.policies = policies.inheriting(base.policies)
    merged.isDynamic = isDynamic ?? base.isDynamic
    merged.matchers = matchers ?? base.matchers
    if matchers == nil { merged.matcherScope = base.matcherScope }
    merged.otherwise = otherwise ?? base.otherwise
    merged.skipsOthers = skipsOthers ?? base.skipsOthers
    merged.otherwisePlace = otherwisePlace ?? base.otherwisePlace
    if otherwise == nil { merged.otherwiseScope = base.otherwiseScope }
    // A drift policy of this mapper overrides an inherited policy for unmatched representations.
    merged.unmatched = unmatched ?? (policies.drift == nil ? base.unmatched : nil)
    merged.when = when ?? base.when
    merged.validations = validations ?? base.validations
    merged.deletionPredicate = deletionPredicate ?? base.deletionPredicate
    return merged
  }

  private static func merge<Rule>(
    _ rules: [Rule],
    onto base: [Rule],
    _ own: Set<DestinationKeyPath>,
    _ destination: KeyPath<Rule, DestinationKeyPath>
  ) -> [Rule] {
    let overriding = Dictionary(
      rules.map { ($0[keyPath: destination], $0) },
      uniquingKeysWith: { first, _ in first }
    )
    var replaced: Set<DestinationKeyPath> = []
    var merged: [Rule] = []
    for inherited in base {
      let place = inherited[keyPath: destination]
      if let rule = overriding[place] {
        if replaced.insert(place).inserted { merged.append(rule) }
      } else if !own.contains(place) {
        merged.append(inherited)
      }
    }
    return merged + rules.filter { replaced.remove($0[keyPath: destination]) == nil }
  }
}
