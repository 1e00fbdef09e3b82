/// Gives mappers what those that they extend say.
enum MapperInheritance {
  /// Everything of the base but its id; lists are replaced, attributes and relationships merged by
  /// destination, keeping their place (spec-format.md, section 3).
  static func merge(
    _ mapper: MapperDeclaration,
    onto base: MapperDeclaration
  ) -> MapperDeclaration {
    var merged = mapper
    let own = Set(
      mapper.attributes.map(\.destination) + mapper.relationships.map(\.destination)
    )
    merged.attributes = merge(mapper.attributes, onto: base.attributes, own, \.destination)
    merged.relationships = merge(
      mapper.relationships,
      onto: base.relationships,
      own,
      \.destination
    )
    merged.connections = mapper.connections ?? base.connections
    merged.target = mapper.target ?? base.target
    merged.isEntity = mapper.isEntity ?? base.isEntity
    merged.identification = mapper.identification ?? base.identification
    merged.identificationPredicate =
      mapper.identificationPredicate ?? base.identificationPredicate
    merged.modification = mapper.modification ?? base.modification
    merged.mapsRelationshipsIfUnmodified =
      mapper.mapsRelationshipsIfUnmodified ?? base.mapsRelationshipsIfUnmodified
    merged.keyAttribute = mapper.keyAttribute ?? base.keyAttribute
    merged.forceCollection = mapper.forceCollection ?? base.forceCollection
    merged.keyTransform = mapper.keyTransform ?? base.keyTransform
    merged.scalarAs = mapper.scalarAs ?? base.scalarAs
    merged.policies = mapper.policies.inheriting(base.policies)
    merged.isDynamic = mapper.isDynamic ?? base.isDynamic
    merged.matchers = mapper.matchers ?? base.matchers
    if mapper.matchers == nil { merged.matcherScope = base.matcherScope }
    merged.otherwise = mapper.otherwise ?? base.otherwise
    if mapper.otherwise == nil { merged.otherwiseScope = base.otherwiseScope }
    merged.failsUnmatched = mapper.failsUnmatched ?? base.failsUnmatched
    merged.when = mapper.when ?? base.when
    merged.validations = mapper.validations ?? base.validations
    merged.deletionPredicate = mapper.deletionPredicate ?? base.deletionPredicate
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

extension MapperDeclaration: InheritingDeclaration {
  static var plural: String { "mappers" }

  var inheritingName: SpecText { id }

  var ruleCount: Int { attributes.count + relationships.count }

  func inheriting(_ base: MapperDeclaration) -> MapperDeclaration {
    MapperInheritance.merge(self, onto: base)
  }
}
