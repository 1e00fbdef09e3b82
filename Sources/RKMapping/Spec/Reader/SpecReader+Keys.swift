internal import RKDiagnostics

extension SpecReader {
  /// Reads a file's rules about the keys of documents.
  func readKeys(_ members: SpecMembers) -> KeysDeclaration? {
    let node = members.node(
      "keys",
      .optional(.object { .keys }),
      "How the keys of documents are read."
    )
    guard let node, !node.isNil, let keys = SpecMembers(node, .keys, findings) else { return nil }
    return KeysDeclaration(naming: readNaming(keys), place: members.place(of: "keys"))
  }

  fileprivate func readNaming(_ keys: SpecMembers) -> KeyNaming {
    var naming = KeyNaming()
    let ignoresCase = keys.flag(
      "caseInsensitive",
      "Capitals and small letters of keys are the same.",
      initial: "false"
    )
    naming.ignoresCase = ignoresCase ?? false
    let rename = keys.node(
      "rename",
      .optional(.names(.anyText)),
      "Keys of documents, and what they are read as."
    )
    if let rename, !rename.isNil { readRenames(rename, keys, &naming) }
    return naming
  }

  private func readRenames(_ node: SpecNode, _ keys: SpecMembers, _ naming: inout KeyNaming) {
    guard case .object(let members, _) = node.content else {
      return keys.refuse("rename", node, expected: "an object of keys and what they are read as")
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
      naming.read(member.name, as: folded)
      places[key] = member.namePlace
    }
  }
}

extension SpecObjectKind {
  package static var keys: SpecObjectKind {
    SpecObjectKind("'keys'", definition: "keys") { _ = $0.readNaming($1) }
  }
}
