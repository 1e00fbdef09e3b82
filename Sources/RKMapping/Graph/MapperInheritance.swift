internal import RKDiagnostics

/// Follows `extends`: gives mappers what they do not say themselves.
struct MapperInheritance {
  private let mappers: [MapperDeclaration]
  /// For each mapper the one that it extends.
  private let bases: [Int?]
  private let findings: SpecFindings
  private var merged: [MapperDeclaration?]
  private var path: [Int] = []

  init(_ mappers: [MapperDeclaration], bases: [Int?], _ findings: SpecFindings) {
    self.mappers = mappers
    self.bases = bases
    self.findings = findings
    merged = mappers.map { _ in nil }
  }

  /// All mappers with what they inherit.
  static func resolve(
    _ mappers: [MapperDeclaration],
    bases: [Int?],
    _ findings: SpecFindings
  ) -> [MapperDeclaration] {
    var inheritance = MapperInheritance(mappers, bases: bases, findings)
    return mappers.indices.map { inheritance.resolve($0) }
  }

  private mutating func resolve(_ number: Int) -> MapperDeclaration {
    if let done = merged[number] { return done }
    var mapper = mappers[number]
    if let base = bases[number] {
      path.append(number)
      if let start = path.firstIndex(of: base) {
        let names = (path[start...] + [base]).map { "'\(mappers[$0].id.value)'" }
        findings.report(
          .extendsCycle,
          "mappers extend one another: " + names.joined(separator: " extends "),
          at: mapper.extends?.place ?? mapper.place
        )
      } else {
        mapper = Self.merge(mapper, onto: resolve(base))
      }
      path.removeLast()
    }
    merged[number] = mapper
    return mapper
  }

  /// Everything of the base but its id; lists are replaced, attributes and relationships merged by
  /// destination, keeping their place (spec-format.md, section 3).
  private static func merge(
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
    merged.target = mapper.target ?? base.target
    merged.identification = mapper.identification ?? base.identification
    merged.modification = mapper.modification ?? base.modification
    merged.keyAttribute = mapper.keyAttribute ?? base.keyAttribute
    merged.forceCollection = mapper.forceCollection ?? base.forceCollection
    merged.keyTransform = mapper.keyTransform ?? base.keyTransform
    merged.scalarAs = mapper.scalarAs ?? base.scalarAs
    merged.policies = mapper.policies.inheriting(base.policies)
    merged.isDynamic = mapper.isDynamic ?? base.isDynamic
    merged.matchers = mapper.matchers ?? base.matchers
    merged.otherwise = mapper.otherwise ?? base.otherwise
    merged.failsUnmatched = mapper.failsUnmatched ?? base.failsUnmatched
    return merged
  }

  private static func merge<Rule>(
    _ rules: [Rule],
    onto base: [Rule],
    _ own: Set<DestinationKeyPath>,
    _ destination: KeyPath<Rule, DestinationKeyPath>
  ) -> [Rule] {
    var rest = rules
    var merged: [Rule] = []
    for inherited in base {
      let place = inherited[keyPath: destination]
      if let number = rest.firstIndex(where: { $0[keyPath: destination] == place }) {
        merged.append(rest.remove(at: number))
      } else if !own.contains(place) {
        merged.append(inherited)
      }
    }
    return merged + rest
  }
}
