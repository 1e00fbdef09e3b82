internal import RKDiagnostics
internal import RKEngine

extension SpecReader {
  func readMapper(_ node: SpecNode) -> MapperDeclaration? {
    guard let members = SpecMembers(node, .mapper, findings) else { return nil }
    let id = members.text(.id)
    if id == nil && !members.has(.id) {
      findings.reportUnlessBroken(.missingMember, "a mapper needs an 'id'", at: node.place)
    }
    var mapper = MapperDeclaration(id: id ?? SpecText("", at: node.place), place: node.place)
    mapper.extends = members.optionalText(.extends)
    mapper.target = members.optionalText(.target)
    mapper.isEntity = members.flag(.entity)
    mapper.mapsRelationshipsIfUnmodified = members.flag(.mapRelationshipsIfUnmodified)
    mapper.identification = members.someTexts(.identification)
    mapper.identificationPredicate = readPredicate(.identificationPredicate, members)
    mapper.modification = members.optionalText(.modification)
    mapper.keyAttribute = members.optionalText(.keyAttribute)
    mapper.forceCollection = members.flag(.forceCollection)
    mapper.keyTransform = members.choice(.keyTransform)
    mapper.scalarAs = members.optionalText(.scalarAs)
    mapper.policies = readPolicies(members)
    mapper.isDynamic = members.flag(.dynamic)
    mapper.when = readPredicate(.when, members)
    mapper.validations = readValidations(members, of: .record)
    mapper.deletionPredicate = readPredicate(.deletionPredicate, members)
    readMatchers(members, into: &mapper)
    if let attributes = members[.attributes], !attributes.isNil {
      readAttributes(attributes, members, into: &mapper.attributes)
    }
    for item in members.list(.relationships) ?? [] { readRelationship(item, into: &mapper) }
    mapper.connections = members.list(.connections).map { $0.compactMap { readConnection($0) } }
    return id == nil ? nil : mapper
  }

  // MARK: - Attributes

  /// Attributes in any of their forms: names, pairs, full forms, and lists of those.
  private func readAttributes(
    _ node: SpecNode,
    _ members: SpecMembers,
    into attributes: inout [AttributeDeclaration]
  ) {
    switch node.content {
    case .object(let pairs, _): readPairs(pairs, into: &attributes)
    case .list(let items):
      // Large elements: they are not to be moved each time that there are twice as many.
      attributes.reserveCapacity(items.count)
      for item in items { readAttributeItem(item, into: &attributes) }
    case .string: readAttributeItem(node, into: &attributes)
    default: members.refuse(.attributes, node, expected: "an object or a list")
    }
  }

  private func readAttributeItem(
    _ node: SpecNode,
    into attributes: inout [AttributeDeclaration]
  ) {
    switch node.content {
    case .list(let items):
      for item in items { readAttributeItem(item, into: &attributes) }
    case .object(let pairs, let isBracketed):
      let isFull = pairs.contains {
        $0.name == SpecKey.to.rawValue || $0.name == SpecKey.from.rawValue
      }
      if isFull && isBracketed { findings.reportPairs(.attributes, at: node.place) }
      if isFull && !isBracketed {
        if let attribute = readFullForm(node, from: nil) { attributes.append(attribute) }
      } else {
        readPairs(pairs, into: &attributes)
      }
    case .string(let name) where !node.isNull, .word(let name) where !node.isNull:
      guard let to = destination(SpecText(name, at: node.place)) else { return }
      attributes.append(
        AttributeDeclaration(
          sources: .ofName,
          destination: to,
          destinationPlace: node.place,
          place: node.place
        )
      )
    default:
      findings.report(
        .wrongKind,
        "an attribute is a name, an object or a list of those, not \(node.kindName)",
        at: node.place
      )
    }
  }

  private func readPairs(_ pairs: [SpecMember], into attributes: inout [AttributeDeclaration]) {
    for pair in pairs {
      if let attribute = readPair(pair) { attributes.append(attribute) }
    }
  }

  /// `"source": "destination"`, or `"source": { full form }`.
  private func readPair(_ pair: SpecMember) -> AttributeDeclaration? {
    if pair.name == SpecMember.commentName { return nil }
    let from = SpecText(pair.name, at: pair.namePlace)
    if case .object = pair.value.content { return readFullForm(pair.value, from: from) }
    guard let name = pair.value.text, !name.isEmpty, !pair.value.isNil else {
      findings.report(
        .wrongKind,
        "the destination of '\(pair.name)' is a text or a full form, not "
          + (pair.value.isNil ? "nothing" : pair.value.kindName),
        at: pair.value.place
      )
      return nil
    }
    let place = SpecPlace(
      file: pair.namePlace.file,
      range: pair.namePlace.range.lowerBound..<pair.value.place.range.upperBound
    )
    guard let path = source(from), let to = destination(SpecText(name, at: pair.value.place)) else {
      return nil
    }
    return AttributeDeclaration(
      sources: .keyPaths([(path, from.place)]),
      destination: to,
      destinationPlace: pair.value.place,
      place: place
    )
  }

  /// The full form of an attribute; `from` is the key that it stands under in the object form.
  private func readFullForm(_ node: SpecNode, from: SpecText?) -> AttributeDeclaration? {
    guard let members = SpecMembers(node, .attribute, findings) else { return nil }
    if let from, members.has(.from) {
      findings.report(
        .bothSpellings,
        "the source is given twice, as '\(from.value)' and by 'from'",
        at: members.place(of: .from)
      )
    }
    // What is said of constants does not depend on other faults.
    let defaultValue = members[.default].map { constant($0) }
    guard let sources = readSources(members, from),
      let to = readDestination(members, sources)
    else { return nil }
    let transforms = readTransforms(members)
    let type = readType(members)
    let map = readMap(members)
    let formatTexts = members.texts(.format)
    let formats = formatTexts.map { datePatterns($0) }
    let zone = zone(members)
    let isRequired = members.flag(.required)
    let isHidden = members.flag(.hidden) ?? false
    let policies = readPolicies(members)
    // At once: a declaration is large.
    return AttributeDeclaration(
      sources: sources,
      destination: to,
      destinationPlace: members[.to]?.place ?? node.place,
      transforms: transforms,
      type: type,
      typeText: type == nil ? nil : members.text(.type),
      formats: formats,
      formatPlace: formats?.isEmpty == false ? formatTexts?.first?.place : nil,
      zone: zone,
      map: map,
      defaultValue: defaultValue,
      isRequired: isRequired,
      isHidden: isHidden,
      validations: readValidations(members, of: .value) ?? [],
      policies: policies,
      place: node.place
    )
  }

  private func readSources(_ members: SpecMembers, _ key: SpecText?) -> AttributeDeclaration
    .Sources?
  {
    let made = members.given(SpecObjectKind.madeOf)
    if let member = made.first {
      if members.has(.from) || key != nil || made.count > 1 {
        findings.report(
          .bothSpellings,
          made.count > 1
            ? "an attribute has one of 'value', 'template' and 'expression'"
            : "an attribute has a source or a \(member.name), not both",
          at: (made.count > 1 ? made[1] : member).namePlace
        )
      }
      if let value = members[.value] { return .constant(constant(value)) }
      if members.has(.template) { return readTemplate(members).map { .template($0) } }
      return members[.expression].flatMap { readExpression($0, .expression, members) }
        .map { .expression($0) }
    }
    if let key { return source(key).map { .keyPaths([($0, key.place)]) } }
    guard let node = members[.from] else { return .ofName }
    guard case .list(let items) = node.content else {
      return readSource(node, members).map { .keyPaths([$0]) }
    }
    if items.isEmpty {
      findings.report(
        .wrongKind,
        "'from' takes a key path or a list of key paths, not an empty list",
        at: node.place
      )
    }
    let paths = items.compactMap { readSource($0, members) }
    return paths.isEmpty ? nil : .keyPaths(paths)
  }

  private func readSource(_ node: SpecNode, _ members: SpecMembers)
    -> (path: SourceKeyPath, place: SpecPlace)?
  {
    if node.isNil { return (.none, node.place) }
    guard let text = node.text else {
      members.refuse(.from, node, expected: "a key path or a list of key paths")
      return nil
    }
    return source(SpecText(text, at: node.place)).map { ($0, node.place) }
  }

  private func readDestination(
    _ members: SpecMembers,
    _ sources: AttributeDeclaration.Sources
  ) -> DestinationKeyPath? {
    if members.has(.to) {
      guard let text = members.text(.to) else { return nil }
      return destination(text)
    }
    if case .keyPaths(let paths) = sources, paths.count == 1, let key = paths[0].path.onlyKey {
      return DestinationKeyPath(key: key)
    }
    findings.reportUnlessBroken(
      .missingMember,
      "this attribute needs a 'to'",
      at: members.place,
      help: "it can be left out only where 'from' is a single key"
    )
    return nil
  }

  // MARK: - Relationships

  /// A relationship; without a `map-ref` it is an attribute.
  private func readRelationship(_ node: SpecNode, into mapper: inout MapperDeclaration) {
    guard let members = SpecMembers(node, .relationship, findings) else { return }
    let reference = members.optionalText(.mapRef)
    let path = relationshipSource(members, node)
    guard let path, let (to, toPlace) = relationshipDestination(members, node) else {
      mapper.looseReferences += [reference].compactMap { $0 }
      return
    }
    let fromPlace = members[.from]?.place ?? node.place
    guard let reference else {
      return readAttribute(members, (path, fromPlace), to, into: &mapper)
    }
    refuseMetadata(path, of: members)
    var relationship = RelationshipDeclaration(
      source: path,
      sourcePlace: fromPlace,
      destination: to,
      destinationPlace: toPlace,
      reference: reference,
      cardinality: readCardinality(members),
      place: node.place
    )
    relationship.cardinalityPlace = members[.many]?.place
    relationship.assignmentPolicy = members.choice(.assignmentPolicy) ?? .set
    relationship.isRequired = members.flag(.required)
    relationship.policies = readPolicies(members)
    if relationship.assignmentPolicy == .union && relationship.cardinality == .one {
      findings.report(
        .unionToOne,
        "the assignment policy \"union\" needs more than one record, but 'many' is false",
        at: members.place(of: .assignmentPolicy)
      )
    }
    mapper.relationships.append(relationship)
  }

  private func relationshipSource(_ members: SpecMembers, _ node: SpecNode) -> SourceKeyPath? {
    if members.has(.from) {
      return members[.from]?.isNil == true
        ? SourceKeyPath.none : members.text(.from).flatMap { source($0) }
    }
    findings.reportUnlessBroken(
      .missingMember,
      "a relationship needs a 'from'",
      at: node.place,
      help: "\"from\": \"\" maps the representation itself"
    )
    return nil
  }

  private func relationshipDestination(_ members: SpecMembers, _ node: SpecNode)
    -> (DestinationKeyPath, SpecPlace)?
  {
    if members.has(.to) {
      guard let name = members.text(.to) else { return nil }
      return destination(name).map { ($0, name.place) }
    }
    findings.reportUnlessBroken(.missingMember, "a relationship needs a 'to'", at: node.place)
    return nil
  }

  private func readAttribute(
    _ members: SpecMembers,
    _ source: (SourceKeyPath, SpecPlace),
    _ destination: DestinationKeyPath,
    into mapper: inout MapperDeclaration
  ) {
    for key in [SpecKey.many, .assignmentPolicy] where members.has(key) {
      findings.report(
        .missingMember,
        "'\(key.rawValue)' needs a 'map-ref' beside it",
        at: members.place(of: key)
      )
    }
    var attribute = AttributeDeclaration(
      sources: .keyPaths([source]),
      destination: destination,
      destinationPlace: members[.to]?.place ?? members.place,
      place: members.place
    )
    attribute.isRequired = members.flag(.required)
    attribute.policies = readPolicies(members)
    mapper.attributes.append(attribute)
  }
}
