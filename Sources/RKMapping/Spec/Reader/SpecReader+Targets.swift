internal import RKDiagnostics

extension SpecReader {
  /// Reads the targets of a spec or of an included file.
  func readTargets(_ members: SpecMembers) -> [TargetDeclaration] {
    let node = members.node(
      "targets",
      .optional(.names(.object { .target })),
      "The types of records by their names, with their properties."
    )
    let entries = entries(of: "targets", node, members, expected: "an object of names and targets")
    return entries.compactMap { entry in
      SpecMembers(entry.value, .target, findings).map {
        readTarget(SpecText(entry.name, at: entry.namePlace), $0)
      }
    }
  }

  fileprivate func readTarget(_ name: SpecText, _ members: SpecMembers) -> TargetDeclaration {
    var target = TargetDeclaration(name: name)
    target.extends = members.optionalText("extends", "The target whose properties it takes over.")
    let properties = members.node(
      "properties",
      .optional(.names(.optional(.either([.text(SpecForm.typeName), .object { .property }])))),
      "The properties by their names, each with its type or in full."
    )
    target.properties = entries(
      of: "properties",
      properties,
      members,
      expected: "an object of names and types"
    ).compactMap(readProperty)
    target.identification = members.someTexts(
      .identification,
      "The properties that identify its records."
    )
    target.unique = readNameLists(
      "unique",
      members,
      "Lists of properties that are unique together."
    )
    target.indexes = readNameLists(
      "indexes",
      members,
      "Lists of properties that a database has an index of."
    )
    target.isClosed = members.flag(
      "closed",
      "Mapping to a property that is not declared is an error.",
      initial: "false"
    )
    return target
  }

  /// The members of an object whose names are the user's, without the comments that `fmt` adds.
  func entries(
    of key: SpecKey,
    _ node: SpecNode?,
    _ members: SpecMembers,
    expected: String
  ) -> [SpecMember] {
    guard let node, !node.isNil else { return [] }
    guard case .object(let entries, _) = node.content else {
      members.refuse(key, node, expected: expected)
      return []
    }
    return entries.filter { $0.name != SpecMember.commentName }
  }

  /// Reads a property: the name of its type, or a full form.
  private func readProperty(_ entry: SpecMember) -> PropertyDeclaration? {
    guard let name = destination(SpecText(entry.name, at: entry.namePlace)) else { return nil }
    var property = PropertyDeclaration(name: name, place: entry.namePlace)
    if entry.value.isNil { return property }
    if case .object = entry.value.content {
      guard let members = SpecMembers(entry.value, .property, findings) else { return nil }
      readProperty(members, into: &property)
      return property
    }
    guard let type = entry.value.text else {
      findings.report(
        .wrongKind,
        "a property is the name of a type or an object, not \(entry.value.kindName)",
        at: entry.value.place
      )
      return nil
    }
    let text = SpecText(type, at: entry.value.place)
    property.type = self.type(named: text)
    property.typeText = property.type == nil ? nil : text
    return property
  }

  fileprivate func readProperty(_ members: SpecMembers, into property: inout PropertyDeclaration) {
    let type = members.optionalText(
      "type",
      "The type of its values.",
      form: .optional(.text(SpecForm.typeName))
    )
    property.type = type.flatMap { self.type(named: $0) }
    property.typeText = property.type == nil ? nil : type
    property.formats = formatTexts(members).map(datePatterns)
    property.zone = zone(members)
    property.column = readColumn(members)
    property.precision = readPrecision(members)
    property.defaultValue = readDefault(members)
    property.isRequired = readRequired(members)
  }

  /// Reads lists of names; a name stands for a list of one.
  private func readNameLists(
    _ key: SpecKey,
    _ members: SpecMembers,
    _ summary: @autoclosure () -> String
  ) -> [[SpecText]]? {
    let node = members.node(
      key,
      .optional(.either([.text, .list(.either([.text, .list(.text)]))])),
      summary()
    )
    guard let node, !node.isNil else { return nil }
    var items = [node]
    if case .list(let list) = node.content { items = list }
    return items.map { item in
      var names = [item]
      if case .list(let list) = item.content { names = list }
      return names.compactMap { name in
        guard let text = name.text, !name.isNil else {
          members.refuse(key, name, expected: "lists of names of properties")
          return nil
        }
        return SpecText(text, at: name.place)
      }
    }
  }
}

extension SpecObjectKind {
  package static var target: SpecObjectKind {
    SpecObjectKind("a target", definition: "target") { reader, members in
      _ = reader.readTarget(SpecText("", at: members.place), members)
    }
  }

  package static var property: SpecObjectKind {
    SpecObjectKind("a property", definition: "property") { reader, members in
      var property = PropertyDeclaration(name: DestinationKeyPath(key: ""), place: members.place)
      reader.readProperty(members, into: &property)
    }
  }
}
