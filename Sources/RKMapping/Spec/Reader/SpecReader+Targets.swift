internal import RKDiagnostics

extension SpecReader {
  /// The targets of a spec or of a file that it includes.
  func readTargets(_ members: SpecMembers) -> [TargetDeclaration] {
    entries(of: .targets, members, expected: "an object of names and targets").compactMap { entry in
      guard let members = SpecMembers(entry.value, .target, findings) else { return nil }
      var target = TargetDeclaration(name: SpecText(entry.name, at: entry.namePlace))
      target.extends = members.optionalText(.extends)
      target.properties = entries(
        of: .properties,
        members,
        expected: "an object of names and types"
      ).compactMap(readProperty)
      target.identification = members.someTexts(.identification)
      target.unique = readNameLists(.unique, members)
      target.indexes = readNameLists(.indexes, members)
      target.isClosed = members.flag(.closed)
      return target
    }
  }

  /// The members of an object whose names are the spec's own; the comments that `fmt` puts there are
  /// none of them.
  func entries(
    of key: SpecKey,
    _ members: SpecMembers,
    expected: String
  ) -> [SpecMember] {
    guard let node = members[key], !node.isNil else { return [] }
    guard case .object(let entries, _) = node.content else {
      members.refuse(key, node, expected: expected)
      return []
    }
    return entries.filter { $0.name != SpecMember.commentName }
  }

  /// A property: the name of its type, or a full form.
  private func readProperty(_ entry: SpecMember) -> PropertyDeclaration? {
    guard let name = destination(SpecText(entry.name, at: entry.namePlace)) else { return nil }
    var property = PropertyDeclaration(name: name, place: entry.namePlace)
    if entry.value.isNil { return property }
    if case .object = entry.value.content {
      guard let members = SpecMembers(entry.value, .property, findings) else { return nil }
      readType(members.optionalText(.type), into: &property)
      property.formats = members.texts(.format).map(datePatterns)
      property.zone = zone(members)
      property.defaultValue = members[.default].map(constant)
      property.isRequired = members.flag(.required)
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
    readType(SpecText(type, at: entry.value.place), into: &property)
    return property
  }

  /// The type of a property; whether a target that it names is there is seen when all are known.
  private func readType(_ text: SpecText?, into property: inout PropertyDeclaration) {
    guard let text else { return }
    do throws(TypeNameError) {
      property.type = try TypeNameParser.parse(text.value)
      property.typeText = text
    } catch {
      let place = error.offset == 0 ? text.place : place(in: text, offset: error.offset)
      findings.report(.unknownValue, error.message, at: place)
    }
  }

  /// Lists of names; a name is taken for a list of one.
  private func readNameLists(_ key: SpecKey, _ members: SpecMembers) -> [[SpecText]]? {
    guard let node = members[key], !node.isNil else { return nil }
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
