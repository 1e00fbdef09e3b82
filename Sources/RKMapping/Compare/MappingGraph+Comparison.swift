internal import RKEngine

/// What the rules of a spec say about the values of records.
extension MappingGraph {
  /// The names of all members that records of a target may have, including hidden ones.
  func memberNames(of target: String) -> Set<String> {
    var names = Set(properties(of: target).map(\.name.text))
    for mapping in mappings(of: target) {
      names.formUnion(mapping.attributes.map(\.destination.text))
      names.formUnion(mapping.relationships.map(\.destination.text))
      names.formUnion(mapping.connections.map(\.destination.text))
    }
    return names
  }

  /// The path of an attribute, given its name.
  func destination(_ name: String, of target: String) -> DestinationKeyPath? {
    mappings(of: target).lazy.flatMap(\.attributes).first { $0.destination.text == name }?
      .destination
  }

  /// How a member of a target's records is compared.
  func comparedMember(_ path: [String], of target: String) -> ComparisonRules.Member {
    var member = ComparisonRules.Member(path: path)
    for property in properties(of: target) where property.name.keys == path {
      if case .set? = property.type { member.isUnordered = true }
    }
    for mapping in mappings(of: target) {
      for attribute in mapping.attributes where attribute.destination.keys == path {
        if case .set? = attribute.type { member.isUnordered = true }
        if case .date(let rules)? = attribute.type?.leaf, rules.kind == .date {
          member.dates = InstantReader(rules)
        }
        if attribute.type?.leaf.plain == .decimal { member.isDecimal = true }
        member.sources += attribute.sources.compactMap(\.plainKeys)
      }
      for relationship in mapping.relationships where relationship.destination.keys == path {
        if relationship.assignmentPolicy == .union { member.isUnordered = true }
        if let keys = relationship.source.plainKeys { member.sources.append(keys) }
        if relationship.inverse?.isOrdered == false { member.isUnorderedInTables = true }
      }
      for connection in mapping.connections where connection.destination.keys == path {
        if connection.inverse?.isOrdered == false { member.isUnorderedInTables = true }
      }
    }
    return member
  }

  private func properties(of target: String) -> [TargetProperty] {
    targets.first { $0.name == target }?.properties ?? []
  }
}

extension SourceKeyPath {
  /// Its keys, if it consists only of keys below the representation.
  fileprivate var plainKeys: [String]? {
    guard root == .representation else { return nil }
    let keys = components.compactMap { if case .key(let key) = $0 { key } else { nil } }
    return keys.count == components.count ? keys : nil
  }
}
