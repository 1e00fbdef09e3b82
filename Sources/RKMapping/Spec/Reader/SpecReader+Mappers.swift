internal import RKDiagnostics
internal import RKEngine

extension SpecReader {
  func readMapper(_ members: SpecMembers) -> MapperDeclaration? {
    let id = members.text("id", "The name by which others refer to the mapper.")
    members.expect([.needs("id")])
    if id == nil && !members.has("id") {
      findings.reportMissing("a mapper needs an 'id'", at: members.place)
    }
    var mapper = MapperDeclaration(id: id ?? SpecText("", at: members.place), place: members.place)
    mapper.target = members.optionalText(.target, "The type of its records.")
    mapper.isEntity = members.flag(
      "entity",
      "Whether the target is an entity of a model; it changes nothing."
    )
    mapper.extends = members.optionalText(
      "extends",
      "The mapper whose members it takes over, except those that it states itself."
    )
    let attributes = members.node(
      "attributes",
      .attributes,
      "The attributes of a record, and their sources."
    )
    if let attributes, !attributes.isNil {
      readAttributes(attributes, members, into: &mapper.attributes)
    }
    let relationships = members.list(
      "relationships",
      of: .relationship,
      "The related records inside of a record."
    )
    for item in relationships ?? [] {
      guard let members = SpecMembers(item, .relationship, findings) else { continue }
      readRelationship(members, into: &mapper)
    }
    mapper.connections = members.list(
      "connections",
      of: .connection,
      "Records of the run that keys of a record lead to."
    )?.compactMap(readConnection)
    mapper.identification = members.someTexts(
      .identification,
      "The attributes that identify its records."
    )
    mapper.identificationPredicate = readPredicate(
      "identificationPredicate",
      members,
      "A predicate over stored rows: which of them may be taken for the same record.",
      example: "archived == NO"
    )
    mapper.modification = members.optionalText(
      "modification",
      "The attribute that tells whether a stored record is older."
    )
    mapper.mapsRelationshipsIfUnmodified = members.flag(
      "mapRelationshipsIfUnmodified",
      "Related records are mapped although the record itself is not newer.",
      initial: "false"
    )
    mapper.deletionPredicate = readPredicate(
      "deletionPredicate",
      members,
      "A predicate over stored rows: which of its records are deleted in the end.",
      example: "deleted == YES"
    )
    mapper.keyAttribute = members.optionalText(
      "keyAttribute",
      "The attribute that becomes the key of an object in which the representation lies."
    )
    mapper.forceCollection = members.flag(
      "forceCollection",
      "Every key of an object leads to a representation.",
      initial: "false"
    )
    mapper.keyTransform = members.choice(
      "keyTransform",
      "How the source is spelled of an attribute of which only the name is given."
    )
    mapper.scalarAs = members.optionalText(
      "scalarAs",
      "The attribute that a scalar becomes where an object is expected."
    )
    mapper.when = readPredicate(
      "when",
      members,
      "A predicate over the representation: where it is false, it is skipped.",
      example: "type == 'article'"
    )
    mapper.validations = readValidations(members, of: .record)
    readMatchers(members, into: &mapper)
    mapper.policies = readPolicies(members, of: .mapper)
    return id == nil ? nil : mapper
  }

  // MARK: - Relationships

  /// Reads a relationship; without a `map-ref` it is an attribute.
  fileprivate func readRelationship(_ members: SpecMembers, into mapper: inout MapperDeclaration) {
    let from = members.node(
      "from",
      .keyPath,
      "The key path of the related representations; \"\" is the record's own."
    )
    if from == nil {
      findings.reportMissing(
        "a relationship needs a 'from'",
        at: members.place,
        help: "\"from\": \"\" maps the representation itself"
      )
    }
    let path = from.flatMap {
      $0.isNil ? SourceKeyPath.none : members.text($0, "from").flatMap { source($0) }
    }
    let name = members.text("to", "Its name in the record.")
    members.expect([.needs("from")])
    members.need(["to"])
    let reference = members.optionalText(
      "map-ref",
      "The id of the mapper of the related records; without it this is an attribute."
    )
    let cardinality = readCardinality(members, "Whether it leads to several records.")
    let assignmentPolicy: AssignmentPolicy? = members.choice(
      "assignmentPolicy",
      "How related records that exist already are treated.",
      initial: "\"\(AssignmentPolicy.set.rawValue)\""
    )
    let inverse = readInverse(members)
    let isRequired = readRequired(members)
    let isSerialized = readSerialized(members)
    let policies = readPolicies(members, of: .rule)
    let ofRecords: [SpecKey] = ["many", "assignmentPolicy", "inverse"]
    members.expect(ofRecords.map { .beside($0, ["map-ref"]) })
    guard let path, let name, let to = destination(name) else {
      mapper.looseReferences += [reference].compactMap { $0 }
      return
    }
    let fromPlace = from?.place ?? members.place
    guard let reference else {
      for key in ofRecords where members.has(key) {
        findings.report(
          .missingMember,
          "'\(key.rawValue)' needs a 'map-ref' beside it",
          at: members.place(of: key)
        )
      }
      if from?.isNil == false {
        findings.add(copiedRelationship: SpecText(path.text, at: members.place))
      }
      var attribute = AttributeDeclaration(
        sources: .keyPaths([(path, fromPlace)]),
        destination: to,
        destinationPlace: name.place,
        place: members.place
      )
      attribute.isRequired = isRequired
      attribute.isSerialized = isSerialized
      attribute.policies = policies
      return mapper.attributes.append(attribute)
    }
    refuseMetadata(path, of: members)
    var relationship = RelationshipDeclaration(
      source: path,
      sourcePlace: fromPlace,
      destination: to,
      destinationPlace: name.place,
      reference: reference,
      cardinality: cardinality,
      place: members.place
    )
    relationship.cardinalityPlace = members["many"]?.place
    relationship.assignmentPolicy = assignmentPolicy ?? .set
    relationship.inverse = inverse
    relationship.isRequired = isRequired
    relationship.isSerialized = isSerialized
    relationship.policies = policies
    if relationship.assignmentPolicy == .union && relationship.cardinality == .one {
      findings.report(
        .unionToOne,
        "the assignment policy \"union\" needs more than one record, but 'many' is false",
        at: members.place(of: "assignmentPolicy")
      )
    }
    mapper.relationships.append(relationship)
  }
}

extension SpecObjectKind {
  package static var mapper: SpecObjectKind {
    SpecObjectKind("a mapper", definition: "mapper") { _ = $0.readMapper($1) }
  }

  package static var relationship: SpecObjectKind {
    SpecObjectKind("a relationship", definition: "relationship") { reader, members in
      var mapper = MapperDeclaration(id: SpecText("", at: members.place), place: members.place)
      reader.readRelationship(members, into: &mapper)
    }
  }
}
