internal import RKEngine

/// Makes mappers and targets from places: breadth first, starting from the roots.
struct DraftBuilder {
  private struct Key: Hashable {
    var site: ObjectIdentifier
    var isMap: Bool
  }

  let options: InferenceOptions
  /// The kinds of records at a place, by place.
  let variants: [ObjectIdentifier: Variants]
  private(set) var targets: [TargetDraft] = []
  /// The mappers in the order of the spec.
  private(set) var mappers: [MapperDraft] = []
  private var mapperOf: [Key: MapperDraft] = [:]
  private var targetOf: [ObjectIdentifier: TargetDraft] = [:]
  private let wholes: [ObjectIdentifier: RecordSite]
  private var pending: [MapperDraft] = []

  init(
    _ options: InferenceOptions,
    _ partial: [(part: RecordSite, whole: RecordSite)],
    _ variants: [ObjectIdentifier: Variants]
  ) {
    self.options = options
    self.variants = variants
    var wholes: [ObjectIdentifier: RecordSite] = [:]
    for pair in partial { wholes[ObjectIdentifier(pair.part.current)] = pair.whole.current }
    self.wholes = wholes
  }

  // MARK: - Mappers

  /// The mapper for the values at a position; `name` is a suggestion for the target's name.
  mutating func mapper(
    for position: Position,
    _ member: String,
    votes: Int,
    from parent: TargetDraft?
  )
    -> MapperDraft?
  {
    guard let site = position.site else { return nil }
    guard let values = site.values else { return record(site, nil, member, votes, parent) }
    let tally = values.tally
    if let inner = values.site, inner.values == nil, !inner.isEmpty,
      tally.scalars + tally.lists == 0
    {
      return record(inner, site, member, votes, parent)
    }
    let key = Key(site: ObjectIdentifier(values), isMap: true)
    if let known = mapperOf[key] { return vote(known, member, votes) }
    let target = TargetDraft()
    let draft = MapperDraft(.values(values), target)
    return add(draft, key, map: site, member, votes, parent, path: site.firstPlace)
  }

  mutating func mapper(for rows: RowSamples) -> MapperDraft {
    let draft = rootMapper(.rows(rows))
    var taken: Set<String> = []
    for (number, column) in rows.columns.enumerated() {
      let name = rows.header?[number] ?? "column\(number + 1)"
      let to = taken.claim(styled(Names.attribute(name)))
      draft.attributes.append(
        AttributeDraft(from: "[\(number)]", key: nil, to: to, positions: [column])
      )
    }
    return draft
  }

  private mutating func rootMapper(_ source: MapperDraft.Source) -> MapperDraft {
    let target = TargetDraft()
    let draft = MapperDraft(source, target)
    target.votes[""] = 1
    if let name = options.targets[""] {
      target.name = name
      target.isNamed = true
    }
    target.mappers.append(draft)
    targets.append(target)
    mappers.append(draft)
    return draft
  }

  /// The mapper for values that are mapped as a whole.
  mutating func mapper(forValue position: Position) -> MapperDraft {
    let draft = rootMapper(.values(position))
    draft.attributes = [AttributeDraft(from: "", key: nil, to: "value", positions: [position])]
    return draft
  }

  private mutating func record(
    _ site: RecordSite,
    _ map: RecordSite?,
    _ member: String,
    _ votes: Int,
    _ parent: TargetDraft?
  ) -> MapperDraft {
    let key = Key(site: ObjectIdentifier(site), isMap: map != nil)
    if let known = mapperOf[key] { return vote(known, member, votes) }
    if let found = variants[ObjectIdentifier(site)], map == nil {
      return dynamic(found, key, member, parent)
    }
    let target = targetOf[ObjectIdentifier(site)] ?? self.target(of: site)
    return add(
      MapperDraft(.records(site), target),
      key,
      map: map,
      member,
      votes,
      parent,
      path: site.firstPlace
    )
  }

  private mutating func target(of site: RecordSite) -> TargetDraft {
    let whole = wholes[ObjectIdentifier(site)] ?? site
    if let known = targetOf[ObjectIdentifier(whole)] {
      targetOf[ObjectIdentifier(site)] = known
      known.sites.append(site)
      return known
    }
    let target = TargetDraft()
    target.sites = [site]
    targetOf[ObjectIdentifier(site)] = target
    targetOf[ObjectIdentifier(whole)] = target
    return target
  }

  private mutating func dynamic(
    _ variants: Variants,
    _ key: Key,
    _ member: String,
    _ parent: TargetDraft?
  ) -> MapperDraft {
    let draft = MapperDraft(.variants(variants), nil)
    draft.memberName = member
    draft.path = variants.site.firstPlace
    mapperOf[key] = draft
    mappers.append(draft)
    for arm in variants.arms {
      // A kind that was joined with the whole by way of other places is still a kind of its own.
      let site = variants.isWhole(arm.site.current) ? arm.site : arm.site.current
      let mapper = record(site, nil, arm.name, 3, parent)
      draft.arms.append((arm.values, arm.predicate, mapper))
    }
    return draft
  }

  private func vote(_ draft: MapperDraft, _ member: String, _ votes: Int) -> MapperDraft {
    // The name of records that are only a part is not a name for the whole.
    if let site = draft.site, wholes[ObjectIdentifier(site)] != nil { return draft }
    draft.target?.votes[member, default: 0] += votes
    return draft
  }

  private mutating func add(
    _ draft: MapperDraft,
    _ key: Key,
    map: RecordSite?,
    _ member: String,
    _ votes: Int,
    _ parent: TargetDraft?,
    path: String
  ) -> MapperDraft {
    mapperOf[key] = draft
    mappers.append(draft)
    pending.append(draft)
    draft.memberName = member
    draft.path = path
    if let map {
      var keys = map.keyEvidence
      keys.shrinkSample()
      draft.map = keys
      draft.keyMember = map.keyMember
      draft.keyAttribute = map.keyMember == nil ? keys.name : nil
    }
    if let target = draft.target {
      target.mappers.append(draft)
      if !targets.contains(where: { $0 === target }) {
        targets.append(target)
        target.parent = parent
      }
      if let named = options.targets[path] ?? map.flatMap({ options.targets[$0.firstPlace] }) {
        target.name = named
        target.isNamed = true
      }
    }
    return vote(draft, member, votes)
  }

  /// Fills the mappers made so far, and makes those that they refer to.
  mutating func finish() {
    while !pending.isEmpty {
      let draft = pending.removeFirst()
      switch draft.source {
      case .records(let site): fill(draft, site)
      case .values(let values):
        draft.attributes = [
          AttributeDraft(from: "", key: nil, to: "value", positions: [values])
        ]
      case .rows, .variants: break
      }
    }
  }

  // MARK: - Members

  private mutating func fill(_ draft: MapperDraft, _ site: RecordSite) {
    let order = site.ordered
    let names = names(of: order.map { site.members[$0].name })
    for (number, to) in zip(order, names) {
      let member = site.members[number]
      let path = KeyText.path([member.name])
      if let found = relation(member) {
        let votes = found.isMany ? 2 : 1
        if let mapper = mapper(for: found.position, member.name, votes: votes, from: draft.target) {
          mapper.scalarAs = mapper.scalarAs ?? found.scalarAs
          draft.relations.append(
            RelationDraft(
              from: path,
              key: member.name,
              to: to,
              mapper: mapper,
              isMany: found.isMany,
              allowsConversion: found.allowsConversion
            )
          )
          continue
        }
      }
      draft.attributes.append(
        AttributeDraft(from: path, key: member.name, to: to, positions: [member])
      )
    }
    let taken = Set(names.map { $0.lowercased() })
    if let key = draft.keyAttribute, taken.contains(key) {
      draft.keyAttribute = Names.free("key", in: taken)
    }
  }

  /// Names of attributes for keys, in the requested style and without duplicates.
  private func names(of keys: [String]) -> [String] {
    let plain = keys.map(Names.attribute)
    var names = plain.map(styled)
    var counts: [String: Int] = [:]
    for name in names { counts[name, default: 0] += 1 }
    for index in names.indices where counts[names[index]] ?? 0 > 1 { names[index] = plain[index] }
    // A key that is a valid name keeps it.
    let order =
      names.indices.filter { names[$0] == keys[$0] }
      + names.indices.filter { names[$0] != keys[$0] }
    var taken: Set<String> = []
    for index in order { names[index] = taken.claim(names[index]) }
    return names
  }

  private func styled(_ name: String) -> String {
    switch options.names {
    case .keep: name
    case .camelCase: Names.split(name).isEmpty ? name : Names.camel(name)
    case .snakeCase: Names.split(name).isEmpty ? name : Names.snake(name)
    }
  }

  private struct Relation {
    var position: Position
    var isMany: Bool
    var allowsConversion = false
    var scalarAs: String?
  }

  /// The records that a member contains; nil if it becomes an attribute.
  private func relation(_ member: Position) -> Relation? {
    let tally = member.tally
    let element = member.element
    let inLists = element?.tally.objects ?? 0
    if tally.objects > 0, let site = member.site, !site.isEmpty {
      if tally.scalars + tally.lists == 0 {
        return Relation(position: member, isMany: site.values != nil)
      }
      if tally.lists == 0, let name = scalarIdentity(member, site) {
        return Relation(position: member, isMany: false, scalarAs: name)
      }
      if let element, tally.scalars == 0, inLists > 0, tally.lists > tally.objects,
        element.tally.scalars + element.tally.lists == 0, site.values == nil,
        let list = element.site, list.values == nil, list.current === site.current
      {
        return Relation(position: element, isMany: true, allowsConversion: true)
      }
      return nil
    }
    guard let element, inLists > 0, tally.scalars + tally.objects == 0,
      element.tally.lists == 0, let site = element.site, !site.isEmpty, site.values == nil
    else { return nil }
    if element.tally.scalars == 0 { return Relation(position: element, isMany: true) }
    return scalarIdentity(element, site).map {
      Relation(position: element, isMany: true, scalarAs: $0)
    }
  }

  /// The member whose value can also stand for the whole record; nil if there is none.
  private func scalarIdentity(_ position: Position, _ site: RecordSite) -> String? {
    let tally = position.tally
    guard site.values == nil, tally.booleans + tally.fractions + tally.bigs == 0,
      tally.emptyStrings == 0, tally.strings == 0 || tally.integers == 0
    else { return nil }
    for number in site.ordered {
      let member = site.members[number]
      let isOne = Identity.prior(member.name, targets: Array(site.memberNames)) != .weak
      guard isOne, site.isAlwaysThere(member.name),
        (member.tally.strings > 0) == (tally.strings > 0),
        !member.sample.hashes.isDisjoint(with: position.sample.hashes)
      else { continue }
      return member.name
    }
    return nil
  }
}
