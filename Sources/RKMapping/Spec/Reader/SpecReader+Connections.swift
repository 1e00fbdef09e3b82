internal import RKDiagnostics

extension SpecReader {
  /// Reads a connection: a relationship by keys.
  func readConnection(_ node: SpecNode) -> ConnectionDeclaration? {
    SpecMembers(node, .connection, findings).flatMap(readConnection)
  }

  fileprivate func readConnection(_ members: SpecMembers) -> ConnectionDeclaration? {
    let name = members.text("to", "Its name in the record.")
    let target = members.text(.target, "The type of the connected records.")
    let node = members.node(
      "where",
      .names(.text, atLeast: 1),
      "Attributes of this record, and the attributes of the connected ones that they equal."
    )
    members.need(["to", .target, "where"])
    let keys = node.flatMap { readKeys($0, members) }
    let condition = readPredicate(
      "if",
      members,
      "A predicate over this record.",
      example: "isActive == YES"
    )
    let only = readPredicate(
      "only",
      members,
      "A predicate over the connected records.",
      example: "isActive == YES"
    )
    let cardinality = readCardinality(members, "Whether it leads to several records.")
    let inverse = readInverse(members)
    guard let name, let to = destination(name), let target, let keys else { return nil }
    var connection = ConnectionDeclaration(
      destination: to,
      destinationPlace: name.place,
      target: target,
      keys: keys,
      place: members.place
    )
    connection.cardinality = cardinality
    connection.cardinalityPlace = members["many"]?.place
    connection.condition = condition
    connection.only = only
    connection.inverse = inverse
    return connection
  }

  /// Reads `{"own": "other"}`.
  private func readKeys(_ node: SpecNode, _ members: SpecMembers) -> [ConnectionDeclaration.Key]? {
    guard case .object(let all, _) = node.content else {
      members.refuse("where", node, expected: "an object of attribute names")
      return nil
    }
    let pairs = all.filter { $0.name != SpecMember.commentName }
    if pairs.isEmpty {
      findings.report(
        .connectionWithoutKeys,
        "the 'where' of a connection names no attributes",
        at: node.place,
        help:
          "\"where\": { \"ownerID\": \"id\" } finds the records whose 'id' is this one's 'ownerID'"
      )
      return nil
    }
    return pairs.compactMap { pair in
      guard let other = pair.value.text, !other.isEmpty, !pair.value.isNil else {
        findings.report(
          .wrongKind,
          "'\(pair.name)' is compared to an attribute of the target, not to "
            + (pair.value.isNil ? "nothing" : pair.value.kindName),
          at: pair.value.place
        )
        return nil
      }
      return ConnectionDeclaration.Key(
        own: SpecText(pair.name, at: pair.namePlace),
        other: SpecText(other, at: pair.value.place)
      )
    }
  }
}

extension SpecObjectKind {
  package static var connection: SpecObjectKind {
    SpecObjectKind("a connection", definition: "connection") { _ = $0.readConnection($1) }
  }
}
