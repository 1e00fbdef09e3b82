internal import RKDiagnostics

/// Follows `extends`: gives mappers what they do not say themselves.
struct MapperInheritance {
  private let mappers: [MapperDeclaration]
  /// For each mapper the one that it extends.
  private let bases: [Int?]
  private let findings: SpecFindings
  private var merged: [MapperDeclaration?]
  /// For each mapper that is merged how many it builds on.
  private var levels: [Int]
  private var hasCycle = false
  /// The longest way from a mapper to the last one that it builds on.
  private static let mostLevels = 100

  private init(_ mappers: [MapperDeclaration], bases: [Int?], _ findings: SpecFindings) {
    self.mappers = mappers
    self.bases = bases
    self.findings = findings
    merged = mappers.map { _ in nil }
    levels = mappers.map { _ in 0 }
  }

  /// All mappers with what they inherit.
  ///
  /// Linear in the rules that they then have.
  static func resolve(
    _ mappers: [MapperDeclaration],
    bases: [Int?],
    _ findings: SpecFindings
  ) -> [MapperDeclaration] {
    var inheritance = MapperInheritance(mappers, bases: bases, findings)
    for number in mappers.indices { inheritance.resolve(number) }
    return zip(inheritance.merged, mappers).map { $0 ?? $1 }
  }

  /// Merges a mapper and all that it builds on, from the last one back.
  private mutating func resolve(_ number: Int) {
    var path: [Int] = []
    var places: [Int: Int] = [:]
    var next: Int? = number
    while let mapper = next, merged[mapper] == nil {
      if let start = places[mapper] {
        reportCycle(path[start...])
        break
      }
      places[mapper] = path.count
      path.append(mapper)
      next = bases[mapper]
    }
    for mapper in path.reversed() { merged[mapper] = mergedWithBase(mapper) }
  }

  private mutating func mergedWithBase(_ number: Int) -> MapperDeclaration {
    let mapper = mappers[number]
    // The one that closes a circle has a base that is not merged yet.
    guard let base = bases[number], let inherited = merged[base] else { return mapper }
    levels[number] = levels[base] + 1
    if levels[number] <= Self.mostLevels { return Self.merge(mapper, onto: inherited) }
    // A circle is a long way, too, but that has been said.
    if !hasCycle && levels[number] == Self.mostLevels + 1 {
      findings.report(
        .extendsCycle,
        "mappers extend one another over more than \(Self.mostLevels) levels",
        at: mapper.extends?.place ?? mapper.place
      )
    }
    return mapper
  }

  private mutating func reportCycle(_ circle: ArraySlice<Int>) {
    guard let last = circle.last else { return }
    hasCycle = true
    let names = MapperCircle.text(circle.map { mappers[$0].id.value }, joinedBy: " extends ")
    findings.report(
      .extendsCycle,
      "mappers extend one another: \(names)",
      at: mappers[last].extends?.place ?? mappers[last].place
    )
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
    if mapper.matchers == nil { merged.matcherScope = base.matcherScope }
    merged.otherwise = mapper.otherwise ?? base.otherwise
    if mapper.otherwise == nil { merged.otherwiseScope = base.otherwiseScope }
    merged.failsUnmatched = mapper.failsUnmatched ?? base.failsUnmatched
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
