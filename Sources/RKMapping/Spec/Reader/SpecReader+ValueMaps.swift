internal import RKDiagnostics
internal import RKEngine

extension SpecReader {
  /// Reads the value maps of a spec or of an included file.
  func readValueMaps(_ members: SpecMembers) -> [ValueMapDeclaration] {
    let node = members.node(
      "valueMaps",
      .optional(.names(.valueMap)),
      "Value maps by their names: what a value of the document becomes, \"default\" all others."
    )
    return entries(of: "valueMaps", node, members, expected: "an object of names and value maps")
      .compactMap { entry in
        guard case .object(let entries, _) = entry.value.content else {
          findings.report(
            .wrongKind,
            "a value map is an object of texts and values, not \(entry.value.kindName)",
            at: entry.value.place
          )
          return nil
        }
        return ValueMapDeclaration(
          name: SpecText(entry.name, at: entry.namePlace),
          mapping: readValueMapping(entries, name: entry.name, at: entry.namePlace)
        )
      }
  }

  /// Reads the value map of an attribute: a name, or the map itself.
  func readMap(_ members: SpecMembers) -> ValueMapReference? {
    let node = members.node(
      "map",
      .optional(.either([.text, .valueMap])),
      "A value map, or the name of one: what a value becomes, \"default\" all others."
    )
    guard let node, !node.isNil else { return nil }
    if let name = node.text { return .named(SpecText(name, at: node.place)) }
    guard case .object(let entries, _) = node.content else {
      members.refuse("map", node, expected: "the name of a value map, or an object")
      return nil
    }
    return .inline(readValueMapping(entries, at: members.place(of: "map")))
  }

  /// The name of the entry for all other values.
  private static var otherwise: String { "default" }

  private func readValueMapping(
    _ members: [SpecMember],
    name: String? = nil,
    at place: SpecPlace
  ) -> ValueMapping {
    var mapping = ValueMapping(name: name, entries: [])
    for member in members where member.name != SpecMember.commentName {
      let value = constant(member.value)
      if value.kind == .structure {
        findings.report(
          .wrongKind,
          "a value map leads to a text, a number, a boolean or null, not \(member.value.kindName)",
          at: member.value.place
        )
      } else if member.name == Self.otherwise {
        mapping.otherwise = value
        mapping.otherwisePlace = member.namePlace
      } else {
        mapping.entries.append(
          ValueMapping.Entry(text: member.name, value: value, place: member.namePlace)
        )
      }
    }
    let isEmpty = members.allSatisfy {
      $0.name == Self.otherwise || $0.name == SpecMember.commentName
    }
    if isEmpty {
      findings.reportUnlessBroken(
        .emptyValueMap,
        mapping.otherwise == nil
          ? "this value map has no entries: every value will be a failed conversion"
          : "this value map has no entries: every value becomes its 'default'",
        at: place
      )
    }
    return mapping
  }
}
