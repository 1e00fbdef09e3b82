internal import RKDiagnostics
internal import RKMapping

/// What the user states by flags.
extension InferenceDraft {
  /// Checks that flags name existing sites of objects, and targets that a spec can name.
  func checkSites() throws(DiagnosticsError) {
    let known = maps.sites.sorted()
    for (flag, paths) in [
      ("map", options.maps), ("record", options.records), ("target", options.targets.keys.sorted()),
    ] {
      for path in paths where !maps.sites.contains(path) {
        throw Self.unknown(path, flag: flag, what: "no sample has the path", among: known)
      }
      for path in paths where !maps.objectSites.contains(path) && !path.isEmpty {
        throw Self.refusal("--\(flag): the values at '\(path)' are no objects with members")
      }
    }
    if let path = options.maps.first(where: options.records.contains) {
      throw Self.refusal("--map and --record both name '\(path)'")
    }
    for (path, name) in options.targets.sorted(by: { $0.key < $1.key }) {
      let isType = PlainType(rawValue: name) != nil || name.contains { $0 == "[" || $0 == "]" }
      if isType {
        throw Self.refusal("--target \(path)=\(name): that is a type, and no target's name")
      }
    }
  }

  func stateIdentities() throws(DiagnosticsError) {
    for (name, members) in options.identities.sorted(by: { $0.key < $1.key }) {
      guard let target = targets.first(where: { $0.name == name }) else {
        throw Self.unknown(
          name,
          flag: "identity",
          what: "there is no target",
          among: targets.map(\.name)
        )
      }
      let relations = Set(target.mappers.flatMap(\.relations).map(\.to))
      let known = target.properties.map(\.name).filter { !relations.contains($0) }
      for (index, member) in members.enumerated() {
        if relations.contains(member) {
          throw Self.refusal(
            "--identity: '\(member)' of \(name) is a relationship, and no attribute"
          )
        }
        if !known.contains(member) {
          throw Self.unknown(
            member,
            flag: "identity",
            what: "\(name) has no attribute",
            among: known
          )
        }
        if members[..<index].contains(member) {
          throw Self.refusal("--identity: '\(member)' of \(name) is named twice")
        }
      }
      target.comments = []
      target.identity =
        members.isEmpty ? nil : Identity(members, .strong, count: 1, contradicted: 0)
    }
  }

  private static func unknown(
    _ name: String,
    flag: String,
    what: String,
    among names: [String]
  ) -> DiagnosticsError {
    let near = RenamedKey.nearest(to: name, among: names)
    return refusal(
      "--\(flag): \(what) '\(name)'" + (near.map { "; did you mean '\($0)'?" } ?? "")
    )
  }

  private static func refusal(_ message: String) -> DiagnosticsError {
    .refusal(message, help: ["rkmap infer INPUT... --explain lists what the samples have"])
  }
}
