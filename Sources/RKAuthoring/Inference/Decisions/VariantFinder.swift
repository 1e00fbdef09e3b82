/// Finds places with records of several kinds, and what tells the kinds apart.
struct VariantFinder {
  let confidence: Double

  /// Shapes of objects that form one kind of record.
  fileprivate struct Kind {
    var members: Set<Int32>
    var shapes: Set<UInt64>
    var count: Int
    /// For each member, how many of the records have it.
    var presence: [Int32: Int]
    /// For each member with the name of a type tag, its values.
    var tags: [Int32: Set<UInt64>]
  }

  private static let mostKinds = 512

  func find(_ sites: [RecordSite]) -> [ObjectIdentifier: Variants] {
    var found: [ObjectIdentifier: Variants] = [:]
    for site in sites { found[ObjectIdentifier(site)] = variants(site) }
    return found
  }

  private func variants(_ site: RecordSite) -> Variants? {
    guard site.shapes.count > 1, site.emptyCount == 0, let kinds = kinds(site), kinds.count > 1
    else { return nil }
    return discriminated(site, kinds) ?? predicated(site, kinds)
  }

  // MARK: - Kinds

  /// Joins shapes as places are joined; nil if there are too many kinds.
  private func kinds(_ site: RecordSite) -> [Kind]? {
    let identity = site.members.contains {
      Identity.prior($0.name, targets: Array(site.memberNames)) == .strong
        && site.isAlwaysThere($0.name)
    }
    // Not all values are counted for members with very many values.
    let tags = Set(
      site.members.indices.filter { site.members[$0].isTag && !site.members[$0].values.isClosed }
        .map { Int32($0) }
    )
    var kinds: [Kind] = []
    let shapes = site.shapes.sorted {
      $0.1.count != $1.1.count ? $0.1.count > $1.1.count : $0.0 < $1.0
    }
    for (hash, shape) in shapes {
      let new = kind(hash, shape, tags)
      let best = kinds.indices.map { ($0, likeness(kinds[$0], new, hasIdentity: identity)) }
        .filter { $0.1 > 0 }.max { $0.1 < $1.1 }
      if let best {
        kinds[best.0].add(new)
      } else if kinds.count == Self.mostKinds {
        return nil
      } else {
        kinds.append(new)
      }
    }
    return kinds
  }

  private func kind(_ hash: UInt64, _ shape: Shape, _ tags: Set<Int32>) -> Kind {
    var kind = Kind(
      members: Set(shape.members),
      shapes: [hash],
      count: shape.count,
      presence: [:],
      tags: [:]
    )
    for member in kind.members { kind.presence[member] = shape.count }
    for (tag, _) in shape.tags.all where tags.contains(tag.member) {
      kind.tags[tag.member, default: []].insert(tag.value)
    }
    return kind
  }

  /// How similar two kinds are; 0 if they are different kinds.
  private func likeness(_ one: Kind, _ other: Kind, hasIdentity: Bool) -> Double {
    let common = one.members.intersection(other.members).count
    let all = one.members.count + other.members.count - common
    let likeness = all == 0 ? 1 : Double(common) / Double(all)
    for (member, values) in one.tags {
      guard let others = other.tags[member], values.count == 1, others.count == 1 else { continue }
      if values == others { return likeness + 1 }
      if likeness < 0.75 { return 0 }
    }
    if likeness >= 0.75 { return likeness }
    let smaller = min(one.members.count, other.members.count)
    let isContained = common * 4 >= smaller * 3 && common >= 2
    return hasIdentity && isContained && likeness >= 0.5 ? likeness : 0
  }

  // MARK: - What tells them apart

  private func discriminated(_ site: RecordSite, _ kinds: [Kind]) -> Variants? {
    guard kinds.indices.count(where: { exclusive($0, kinds) == nil }) <= 1 else { return nil }
    var best: (values: Int, place: Int, variants: Variants)?
    for (place, number) in site.ordered.enumerated() {
      let member = site.members[number]
      let values = member.values.entries
      guard !member.values.isClosed, !member.values.hasOddSpelling,
        site.isAlwaysThere(member.name) || member.isBooleanAlways(site),
        2...(member.isTag ? 512 : 20) ~= values.count, site.distinctCount >= 2 * values.count,
        best == nil || values.count < best?.values ?? 0,
        let variants = split(site, Int32(number), kinds)
      else { continue }
      best = (values.count, place, variants)
    }
    return best?.variants
  }

  /// A member that nearly all records of a kind have, and none of another kind; nil if there is none.
  private func exclusive(_ index: Int, _ kinds: [Kind]) -> Int32? {
    kinds[index].members.sorted().first { member in
      (kinds[index].presence[member] ?? 0) * 10 >= kinds[index].count * 9
        && !kinds.indices.contains { $0 != index && kinds[$0].members.contains(member) }
    }
  }

  /// Tells kinds apart by the values of a member, if nearly every value belongs to one kind only.
  private func split(_ site: RecordSite, _ member: Int32, _ kinds: [Kind]) -> Variants? {
    let key = site.members[Int(member)].name
    var values: [[UInt64]] = kinds.map { _ in [] }
    var (pure, all) = (0, 0)
    for value in site.members[Int(member)].values.entries.keys {
      let tag = Shape.Tag(member: member, value: value)
      let counts = kinds.map { kind in
        kind.shapes.reduce(0) { $0 + (site.shapes[$1]?.tags.count(of: tag) ?? 0) }
      }
      guard let most = counts.max(), most > 0, let index = counts.firstIndex(of: most) else {
        return nil
      }
      pure += most
      all += counts.reduce(0, +)
      values[index].append(value)
    }
    guard pure * 100 >= all * 98, pure == all, !values.contains(where: \.isEmpty) else {
      return nil
    }
    let entries = site.members[Int(member)].values.entries
    var arms: [Variants.Arm] = []
    for (kind, hashes) in zip(kinds, values) {
      let texts = hashes.compactMap { entries[$0]?.text }
        .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      let scalars = Set(hashes.map { Fingerprint.scalar(Fingerprint.name(key), $0) })
      let part = site.restricted(to: kind.shapes) { record in
        record.scalars.contains(where: scalars.contains)
      }
      if site.members[Int(member)].isTag, texts.count == 1 { part.tag = (key, texts[0]) }
      arms.append(Variants.Arm(values: texts, predicate: nil, name: Self.name(texts), site: part))
    }
    arms.sort { $0.values[0].utf8.lexicographicallyPrecedes($1.values[0].utf8) }
    return Variants(site: site, key: key, arms: arms)
  }

  /// The name of a kind with these values.
  private static func name(_ values: [String]) -> String { values[0].filter { $0 != "\"" } }

  /// Tells kinds apart by a member that is a structure, and that all records of one kind and no others have.
  private func predicated(_ site: RecordSite, _ kinds: [Kind]) -> Variants? {
    guard site.distinctCount >= 2 * kinds.count, kinds.count <= 20 else { return nil }
    var arms: [Variants.Arm] = []
    for index in kinds.indices {
      let key = kinds[index].members.sorted().first { member in
        let position = site.members[Int(member)]
        return kinds[index].presence[member] == kinds[index].count && position.refusal == nil
          && position.tally.nulls + position.tally.scalars == 0
          && !kinds.indices.contains { $0 != index && kinds[$0].members.contains(member) }
      }
      guard let key else { return nil }
      arms.append(
        Variants.Arm(
          values: [],
          predicate: "\(KeyText.operand(site.members[Int(key)].name)) != nil",
          name: site.members[Int(key)].name,
          site: site.restricted(to: kinds[index].shapes) { _ in true }
        )
      )
    }
    arms.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    return Variants(site: site, key: nil, arms: arms)
  }
}

extension VariantFinder.Kind {
  fileprivate mutating func add(_ other: Self) {
    members.formUnion(other.members)
    shapes.formUnion(other.shapes)
    count += other.count
    presence.merge(other.presence) { $0 + $1 }
    tags.merge(other.tags) { $0.union($1) }
  }
}

extension Position {
  fileprivate func isBooleanAlways(_ site: RecordSite) -> Bool {
    tally.booleans == tally.all && tally.all == site.count
  }
}
