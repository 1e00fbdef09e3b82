internal import RKEngine

/// A mapper; what it does not state is left open for what it extends.
struct MapperDeclaration {
  var id: SpecText
  var place: SpecPlace
  var extends: SpecText?
  var target: SpecText?
  /// Its records are rows of a store.
  var isEntity: Bool?
  var attributes: [AttributeDeclaration] = []
  var relationships: [RelationshipDeclaration] = []
  /// The references of relationships and matchers that could not be read: they must lead somewhere,
  /// too.
  var looseReferences: [SpecText] = []
  var identification: [SpecText]?
  var modification: SpecText?
  var mapsRelationshipsIfUnmodified: Bool?
  var keyAttribute: SpecText?
  /// For a dynamic mapper, by the mappers that it chooses from, what their targets declare for its
  /// nesting attribute.
  var nestingAttributes: [Int: AttributeDeclaration] = [:]
  var forceCollection: Bool?
  var keyTransform: KeyTransform?
  var scalarAs: SpecText?
  var policies = ValuePolicies()
  var isDynamic: Bool?
  var matchers: [MatcherDeclaration]?
  var otherwise: SpecText?
  /// `"default": null` is stated, so that what no matcher matches is skipped.
  var skipsOthers: Bool?
  /// Where the value of `default` stands.
  var otherwisePlace: SpecPlace?
  /// The scope for the references of matchers, and that of `otherwise`: that of their own
  /// declaration, even if they are inherited.
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
  /// A copy that inherits everything but the id: lists are replaced, attributes and relationships
  /// merged by destination, keeping their place (spec-format.md, section 3).
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
    // The drift policy is stated nearer than what is inherited.
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
