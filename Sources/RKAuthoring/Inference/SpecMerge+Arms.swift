internal import RKEngine
internal import RKMapping

/// Dynamic mappers, which tell kinds of records apart.
extension SpecMerge {
  /// Finds what the mappers lack that a dynamic mapper of the spec chooses from.
  mutating func pairArms(_ draft: MapperDraft, _ mapping: DynamicMapping) {
    guard case .variants(let variants) = draft.source else { return pairPlain(draft, mapping) }
    for arm in draft.arms {
      guard let key = variants.key, mapping.matchers.contains(where: { $0.compares(key) }) else {
        let same = mapping.matchers.first { $0.predicate?.text == arm.predicate }
        if arm.predicate != nil, let id = same?.mapping {
          pair(arm.mapper, id)
        } else {
          pairPlain(arm.mapper, mapping)
        }
        continue
      }
      var new: [String] = []
      for value in arm.values {
        switch mapping.choice(of: value, key) {
        case .mapping(let id): pair(arm.mapper, id)
        case .none: break
        case .unknown: new.append(value)
        }
      }
      if !new.isEmpty {
        lackingArms.append(LackingArm(mapping: mapping, key: key, values: new, mapper: arm.mapper))
      }
    }
  }

  /// Finds what is lacking for records that the samples do not tell apart, by the values that the spec
  /// distinguishes.
  private mutating func pairPlain(_ draft: MapperDraft, _ mapping: DynamicMapping) {
    guard let site = draft.site, draft.map == nil,
      let key = site.members.map(\.name).first(where: { name in
        mapping.matchers.contains { $0.compares(name) }
      }),
      let member = site.member(named: key), !member.values.isClosed, !member.values.entries.isEmpty
    else { return leaveOut(draft, mapping) }
    var chosen: [(id: MappingID, keys: Set<String>)] = []
    var unknown: [(text: String, keys: Set<String>)] = []
    let entries = member.values.entries.map { ($0.0, $0.1.text) }
      .sorted { $0.1.utf8.lexicographicallyPrecedes($1.1.utf8) }
    for (hash, text) in entries {
      let keys = site.keys(with: key, hash)
      switch mapping.choice(of: text, key) {
      case .none: break
      case .unknown: unknown.append((text, keys))
      case .mapping(let id):
        if let known = chosen.firstIndex(where: { $0.id == id }) {
          chosen[known].keys.formUnion(keys)
        } else {
          chosen.append((id, keys))
        }
      }
    }
    for choice in chosen { pair(draft, choice.id, only: choice.keys) }
    if unknown.isEmpty { return }
    // Other matchers may apply to these records.
    guard mapping.matchers.allSatisfy({ $0.compares(key) }) else {
      return leaveOut(draft, mapping)
    }
    let keys = unknown.reduce(into: Set<String>()) { $0.formUnion($1.keys) }
    lackingArms.append(
      LackingArm(
        mapping: mapping,
        key: key,
        values: unknown.map(\.text),
        mapper: draft.kind(with: keys, named: unknown[0].text)
      )
    )
  }

  /// Reports the members that none of a dynamic mapper's choices knows.
  private mutating func leaveOut(_ draft: MapperDraft, _ mapping: DynamicMapping) {
    let choices = mapping.matchers.flatMap(\.references) + (mapping.otherwise.map { [$0] } ?? [])
    let keys = draft.attributes.compactMap(\.key) + draft.relations.map(\.key)
    leftOut += keys.filter { key in !choices.contains { known.contain([key], of: $0) } }
      .map { "\(mapping.id).\($0)" }
  }
}

extension DynamicMapping {
  fileprivate enum Choice {
    case mapping(MappingID)
    /// The spec leaves such records out.
    case none
    case unknown
  }

  /// The mapper that is chosen for a record whose key has this value.
  fileprivate func choice(of value: String, _ key: String) -> Choice {
    for matcher in matchers where matcher.compares(key) {
      guard let constant = matcher.value(for: value) else { continue }
      return (constant.mapping ?? matcher.mapping).map { .mapping($0) } ?? .none
    }
    return otherwise.map { .mapping($0) } ?? (declinesOnPurpose ? .none : .unknown)
  }
}

extension Matcher {
  /// Whether the matcher compares the value of a key.
  fileprivate func compares(_ key: String) -> Bool {
    predicate == nil && !values.isEmpty && source.keys == [key]
  }

  /// The matcher's constant that equals a JSON value.
  fileprivate func value(for text: String) -> (constant: ConstantValue, mapping: MappingID?)? {
    let isText = text.hasPrefix("\"")
    let plain = isText ? text.contentOfJSON : text
    return values.first { value in
      value.constant.plainText.utf8.elementsEqual(plain.utf8)
        && (test == .text || value.constant.text.hasPrefix("\"") == isText)
    }
  }
}

extension MapperDraft {
  /// A draft for those of the records that have some keys, as a kind of its own.
  fileprivate func kind(with keys: Set<String>, named value: String) -> MapperDraft {
    let name = Names.pascal(Names.singular(value.filter { $0 != "\"" }))
    let target = TargetDraft()
    target.name = name
    let kind = MapperDraft(source, target)
    kind.id = Names.mapper(name)
    kind.path = path
    kind.attributes = attributes.filter { $0.key.map(keys.contains) ?? true }
    kind.relations = relations.filter { keys.contains($0.key) }
    let names = Set(kind.attributes.map(\.to))
    kind.connections = connections.filter { names.contains($0.from) }
    kind.scalarAs = scalarAs
    target.mappers = [kind]
    if let identity = self.target?.identity, names.isSuperset(of: identity.members) {
      target.identity = identity
    }
    return kind
  }
}

extension RecordSite {
  /// The keys of the objects in which a member has a value, as far as known.
  fileprivate func keys(with name: String, _ value: UInt64) -> Set<String> {
    guard let number = number(named: name) else { return [] }
    let tag = Shape.Tag(member: Int32(number), value: value)
    let having = shapes.values.filter { $0.tags.count(of: tag) > 0 }
    if having.isEmpty { return Set(members.map(\.name)) }
    return Set(having.flatMap(\.members).map { members[Int($0)].name })
  }
}
