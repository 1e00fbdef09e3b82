internal import RKDiagnostics
internal import RKEngine

/// Completes the rules of mappers by the declared properties of their targets, and reports rules
/// that contradict them.
///
/// Takes time linear in the rules and, for relationships to dynamic mappers, in their choices.
struct PropertyInheritance {
  private let mappers: [MapperDeclaration]
  let targets: TargetTable
  let findings: SpecFindings
  /// Returns the mapper that a reference names in a scope; reports nothing if there is none.
  private let find: (SpecText, Int) -> Int?
  /// What was reported; rules that several mappers share are reported once.
  var reported: Set<Report> = []
  private var choices: [Int: [Int]] = [:]
  /// A mapper of another target that a mapper may resolve to.
  private var strangers: [Expectation: Int?] = [:]

  private struct Expectation: Hashable {
    var mapper: Int
    var target: String
  }

  struct Report: Hashable {
    var place: SpecPlace
    var target: String
  }

  private init(
    _ mappers: [MapperDeclaration],
    _ targets: TargetTable,
    _ findings: SpecFindings,
    _ find: @escaping (SpecText, Int) -> Int?
  ) {
    self.mappers = mappers
    self.targets = targets
    self.findings = findings
    self.find = find
  }

  /// Returns the mappers, which have inherited from one another, completed by what their targets declare.
  static func resolve(
    _ mappers: [MapperDeclaration],
    _ targets: TargetTable,
    _ findings: SpecFindings,
    find: @escaping (SpecText, Int) -> Int?
  ) -> [MapperDeclaration] {
    if targets.targets.isEmpty { return mappers }
    var inheritance = PropertyInheritance(mappers, targets, findings, find)
    return mappers.indices.map { inheritance.resolved($0) }
  }

  private mutating func resolved(_ number: Int) -> MapperDeclaration {
    let mapper = mappers[number]
    var resolved = mapper
    if mapper.isDynamic == true {
      addNestingAttributes(to: &resolved, number)
      return resolved
    }
    let related = relatedTargets(mapper)
    for number in resolved.attributes.indices {
      fill(&resolved.attributes[number], mapper, related)
    }
    addNestingAttribute(to: &resolved)
    for number in resolved.relationships.indices {
      fill(&resolved.relationships[number], mapper)
    }
    resolved.connections = resolved.connections?.map { filled($0, mapper) }
    return resolved
  }

  // MARK: - Attributes

  /// For relationships, by destination, the target of their records, if there is only one.
  private func relatedTargets(_ mapper: MapperDeclaration) -> [DestinationKeyPath: String] {
    var related: [DestinationKeyPath: String] = [:]
    for relationship in mapper.relationships {
      guard let number = find(relationship.reference, relationship.scope),
        mappers[number].isDynamic != true
      else { continue }
      related[relationship.destination] = mappers[number].targetName
    }
    return related
  }

  /// What is declared for an attribute's destination by the mapper's target, or by the target of
  /// the related record that contains it.
  private func answer(
    for destination: DestinationKeyPath,
    _ target: String,
    _ related: [DestinationKeyPath: String]
  ) -> TargetTable.Answer {
    let keys = destination.keys
    if !related.isEmpty, keys.count > 1 {
      for count in (1..<keys.count).reversed() {
        let owner = DestinationKeyPath(keys: Array(keys.prefix(count)), text: "")
        if let inner = related[owner] {
          return targets.answer(for: Array(keys.dropFirst(count)), in: inner)
        }
      }
    }
    return targets.answer(for: keys, in: target)
  }

  private mutating func fill(
    _ attribute: inout AttributeDeclaration,
    _ mapper: MapperDeclaration,
    _ related: [DestinationKeyPath: String]
  ) {
    let answer = answer(for: attribute.destination, mapper.targetName, related)
    // A hidden attribute need not be a property.
    if case .none = answer, attribute.isHidden { return }
    guard let (property, target) = declared(answer, at: attribute.destinationPlace) else { return }
    if let own = attribute.type {
      checkType(own, of: attribute, property, target)
    } else if property.type?.record != nil {
      reportRecords(property, target, at: attribute.destinationPlace)
    } else if case .constant = attribute.sources {
      // A constant is written as the spec states it.
      return
    } else {
      attribute.type = property.type
    }
    attribute.formats = attribute.formats ?? property.formats
    attribute.zone = attribute.zone ?? property.zone
    attribute.column = attribute.column ?? property.column
    attribute.precision = attribute.precision ?? property.precision
    attribute.defaultValue = attribute.defaultValue ?? property.defaultValue
    attribute.isRequired = attribute.isRequired ?? property.isRequired
  }

  /// Adds a rule for the nesting attribute if its property declares something.
  private mutating func addNestingAttribute(to mapper: inout MapperDeclaration) {
    guard let name = mapper.keyAttribute else { return }
    if let attribute = nestingAttribute(name, in: mapper) {
      mapper.attributes.insert(attribute, at: 0)
    }
  }

  /// The nesting attribute of a dynamic mapper belongs to the chosen records.
  private mutating func addNestingAttributes(to mapper: inout MapperDeclaration, _ number: Int) {
    guard let name = mapper.keyAttribute else { return }
    for chosen in objectMappers(from: number) where mappers[chosen].keyAttribute == nil {
      mapper.nestingAttributes[chosen] = nestingAttribute(name, in: mappers[chosen])
    }
  }

  /// Returns the nesting attribute with a name, if it has no rule and its property declares something.
  private mutating func nestingAttribute(
    _ name: SpecText,
    in mapper: MapperDeclaration
  ) -> AttributeDeclaration? {
    let destination = DestinationKeyPath(key: name.value)
    if mapper.attributes.contains(where: { $0.destination == destination }) { return nil }
    let source = SourceKeyPath(root: .nestingAttribute(name.value), components: [], text: "@key")
    var attribute = AttributeDeclaration(
      sources: .keyPaths([(source, name.place)]),
      destination: destination,
      destinationPlace: name.place,
      place: name.place
    )
    fill(&attribute, mapper, [:])
    let isTold =
      attribute.type != nil || attribute.defaultValue != nil || attribute.isRequired != nil
    return isTold ? attribute : nil
  }

  private mutating func checkType(
    _ own: TypeName,
    of attribute: AttributeDeclaration,
    _ property: TargetProperty,
    _ target: Target
  ) {
    guard let type = property.type, !own.fits(type) else { return }
    report(
      .otherType,
      "the attribute is of the type '\(own.text)', its property of the type '\(type.text)'",
      property,
      target,
      at: attribute.typeText?.place ?? attribute.place,
      help: "the attribute's own type counts"
    )
  }

  // MARK: - Relationships

  private mutating func fill(
    _ relationship: inout RelationshipDeclaration,
    _ mapper: MapperDeclaration
  ) {
    let answer = targets.answer(for: relationship.destination.keys, in: mapper.targetName)
    guard let (property, target) = declared(answer, at: relationship.destinationPlace) else {
      return
    }
    checkRecords(relationship, property, target)
    relationship.isRequired = relationship.isRequired ?? property.isRequired
    relationship.cardinality = cardinality(
      relationship.cardinality,
      of: "relationship",
      at: relationship.cardinalityPlace ?? relationship.place,
      property,
      target
    )
  }

  /// The cardinality that a rule states or else its property declares; it is reported if they
  /// differ.
  mutating func cardinality(
    _ stated: Cardinality,
    of rule: String,
    at place: SpecPlace,
    _ property: TargetProperty,
    _ target: Target
  ) -> Cardinality {
    guard let declared = property.type?.cardinality, stated != declared else { return stated }
    if stated == .automatic { return declared }
    report(
      .otherType,
      "the \(rule) says \"many\": \(stated == .many), but its property is of the type "
        + "'\(property.type?.text ?? "any")'",
      property,
      target,
      at: place,
      help: "the \(rule)'s own 'many' counts; without one that of the property does"
    )
    return stated
  }

  /// Checks that a relationship makes records that its property can hold.
  private mutating func checkRecords(
    _ relationship: RelationshipDeclaration,
    _ property: TargetProperty,
    _ target: Target
  ) {
    switch property.type?.held ?? .anything {
    case .anything: return
    case .values:
      report(
        .targetContradiction,
        "a relationship makes records, but the property '\(property.name.text)' of "
          + "'\(target.name)' is of the type '\(property.type?.text ?? "any")'",
        property,
        target,
        at: relationship.destinationPlace,
        help: "give the property the type of the records, or 'object'"
      )
    case .records(let wanted, _):
      guard let start = find(relationship.reference, relationship.scope),
        let other = mapper(from: start, notOf: wanted)
      else { return }
      report(
        .targetContradiction,
        "the mapper '\(other.id.value)' makes records of '\(other.targetName)', but the property "
          + "'\(property.name.text)' of '\(target.name)' holds those of '\(wanted)'",
        property,
        target,
        at: relationship.reference.place,
        help: "a target that extends '\(wanted)' will do, too"
      )
    }
  }

  /// The first mapper that a mapper may resolve to and that makes records of another target.
  private mutating func mapper(from start: Int, notOf target: String) -> MapperDeclaration? {
    let expectation = Expectation(mapper: start, target: target)
    if let known = strangers[expectation] { return known.map { mappers[$0] } }
    let stranger = objectMappers(from: start).first {
      !targets.isTarget(mappers[$0].targetName, kindOf: target)
    }
    strangers[expectation] = .some(stranger)
    return stranger.map { mappers[$0] }
  }

  /// The mappers of records that a mapper may resolve to.
  private mutating func objectMappers(from start: Int) -> [Int] {
    if let known = choices[start] { return known }
    var seen: Set<Int> = []
    var found: [Int] = []
    var open = [start]
    while let next = open.popLast() {
      guard seen.insert(next).inserted else { continue }
      let mapper = mappers[next]
      if mapper.isDynamic != true {
        found.append(next)
        continue
      }
      for matcher in mapper.matchers ?? [] {
        open += matcher.references.compactMap { find($0, mapper.matcherScope) }
      }
      open += [mapper.otherwise].compactMap { $0 }.compactMap { find($0, mapper.otherwiseScope) }
    }
    found.sort()
    choices[start] = found
    return found
  }
}

extension MapperDeclaration {
  /// The target of its records.
  var targetName: String { target?.value ?? id.value }
}
