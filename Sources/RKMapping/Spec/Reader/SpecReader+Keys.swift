internal import RKDiagnostics

extension SpecReader {
  /// What a file says of the keys of documents.
  func readKeys(_ members: SpecMembers) -> KeysDeclaration? {
    guard let node = members[.keys], !node.isNil,
      let keys = SpecMembers(node, .keys, findings)
    else { return nil }
    var naming = KeyNaming()
    naming.ignoresCase = keys.flag(.caseInsensitive) ?? false
    if let rename = keys[.rename], !rename.isNil { readRenames(rename, keys, &naming) }
    return KeysDeclaration(naming: naming, place: members.place(of: .keys))
  }

  private func readRenames(_ node: SpecNode, _ keys: SpecMembers, _ naming: inout KeyNaming) {
    guard case .object(let members, _) = node.content else {
      return keys.refuse(.rename, node, expected: "an object of keys and what they are read as")
    }
    var places: [String: SpecPlace] = [:]
    for member in members where member.name != SpecMember.commentName {
      guard let name = member.value.text, !member.value.isNull else {
        findings.report(
          .wrongKind,
          "a key is read as a name, not as \(member.value.kindName)",
          at: member.value.place
        )
        continue
      }
      let key = naming.folded(member.name)
      let folded = naming.folded(name)
      if let other = naming.renames[key], other != folded, let place = places[key] {
        findings.report(
          .contradictingKeys,
          "'\(member.name)' is read as '\(name)' here, and as something else elsewhere",
          at: member.namePlace,
          related: [(place, "the same key")]
        )
        continue
      }
      naming.read(key, as: folded)
      places[key] = member.namePlace
    }
  }
}
