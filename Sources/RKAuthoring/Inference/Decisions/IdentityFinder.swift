/// Finds the identities of targets' records, and the references to them.
struct IdentityFinder {
  let confidence: Double
  let targets: [TargetDraft]

  // MARK: - Identities

  /// Finds the identity of each target; `foreign` has the attributes that refer to other targets.
  func find(foreign: [ObjectIdentifier: Set<String>] = [:]) {
    for target in targets {
      let others = foreign[ObjectIdentifier(target)] ?? []
      let all = candidates(target)
      let order = Dictionary(
        target.mappers.flatMap(\.attributes).enumerated().map { ($0.element.to, $0.offset) },
        uniquingKeysWith: { one, _ in one }
      )
      let single = all.filter { !others.contains($0.members[0]) }
        .sorted { $0.precedes($1, order) }
      var best = single.first
      if (best?.confidence ?? 0) < confidence, let several = composite(target),
        several.confidence >= confidence
      {
        best = several
      }
      target.identity = nil
      if let best, best.confidence >= confidence { target.identity = best }
      target.comments = comments(best, single, target)
    }
  }

  private func comments(_ best: Identity?, _ all: [Identity], _ target: TargetDraft) -> [String] {
    let contradicted = target.identity == nil ? all.filter(\.isContradictedKey) : []
    return contradicted.map { identity in
      "not made: identity \(identity.members[0]) (\(identity.contradicted) of \(identity.count) values are "
        + "those of different records); --identity \(target.name)=\(identity.members[0]) makes it"
    } + comments(on: best, all, target)
  }

  private func comments(on best: Identity?, _ all: [Identity], _ target: TargetDraft) -> [String] {
    // In very few records everything could be the identity.
    guard let best, best.confidence > 0,
      best.prior.rawValue >= Identity.Prior.medium.rawValue || best.count >= 5
    else { return [] }
    let distinct = "\(best.count) of \(best.count + best.contradicted) distinct"
    let members = best.members.joined(separator: ", ")
    let next = all.first { $0.members != best.members && $0.confidence > 0 }
    let other = next.map { "; next: \($0.members[0])" } ?? ""
    if target.identity != nil {
      return ["identity: \(members) (\(distinct), name \(members))\(other)"]
    }
    let share = String(Int(best.confidence * 100))
    return [
      "not made: identity \(members) (\(distinct), confidence 0.\(share.count < 2 ? "0" : "")\(share));"
        + " --identity \(target.name)=\(members) makes it"
    ]
  }

  private func candidates(_ target: TargetDraft) -> [Identity] {
    var found: [Identity] = []
    guard let first = target.mappers.first else { return [] }
    let words = Array(Set(target.votes.keys.map(Names.singular) + [target.name]))
    for attribute in first.attributes where !Identity.isPosition(attribute.to) {
      if let identity = candidate(attribute.to, words, target) { found.append(identity) }
    }
    if let key = first.keyAttribute, let identity = keyIdentity(key, target) {
      found.append(identity)
    }
    return found
  }

  /// An attribute as an identity; nil unless all mappers of the target have the attribute.
  private func candidate(_ name: String, _ words: [String], _ target: TargetDraft) -> Identity? {
    var prior = Identity.prior(name, targets: words)
    var sample = KeySample()
    var count = 0
    var isSampled = true
    var keys: Set<UInt32> = []
    var distinct = HashSample(capacity: 1024)
    for mapper in target.mappers {
      guard let attribute = mapper.attributes.first(where: { $0.to == name }),
        ["string", "integer", "uuid", "url"].contains(attribute.type.name)
      else { return nil }
      if case .rows(let rows) = mapper.source {
        guard let column = attribute.positions.first, column.tally.nulls == 0,
          column.tally.emptyStrings == 0, column.tally.all == rows.count
        else { return nil }
        isSampled = false
        for hash in column.sample.hashes { distinct.insert(hash) }
        count += column.sample.isWhole ? rows.distinctCount : column.sample.hashes.count
        continue
      }
      guard let site = mapper.site, let key = attribute.key, site.isAlwaysThere(key) else {
        return nil
      }
      keys.insert(Fingerprint.name(key))
      if mapper.keyMember == key { prior = .strong }
      if let known = site.identity(of: key) {
        sample.merge(known)
      } else {
        isSampled = false
      }
      if let position = site.member(named: key) {
        for hash in position.sample.hashes { distinct.insert(hash) }
        let isWhole = position.sample.isWhole && site.records.limit == .max
        count += isWhole ? site.records.records.count : position.sample.hashes.count
      }
    }
    if isSampled {
      return Identity(
        [name],
        prior,
        count: sample.records.count,
        contradicted: sample.contradictions(keys)
      )
    }
    // The records were not sampled by this member, so every repeated value may belong to another record.
    return Identity(
      [name],
      prior,
      count: distinct.hashes.count,
      contradicted: max(0, count - distinct.hashes.count)
    )
  }

  /// The keys of a map as an identity.
  private func keyIdentity(_ name: String, _ target: TargetDraft) -> Identity? {
    guard target.mappers.allSatisfy({ $0.keyAttribute == name }) else { return nil }
    var (count, contradicted) = (0, 0)
    for mapper in target.mappers {
      guard let keys = mapper.map else { return nil }
      count = max(count, keys.count)
      var values: Int
      switch mapper.source {
      case .values(let position): values = position.tally.all
      case .records(let site): values = site.count
      case .rows, .variants: return nil
      }
      // With more keys, the order in which they came would decide which values are known to be equal.
      if keys.count <= RecordSite.mostKeys { values = keys.pairs }
      // An estimate is off by a few percent.
      let isMore = keys.isWhole || values * 10 > keys.count * 11
      contradicted += isMore ? max(0, values - keys.count) : 0
    }
    let prior: Identity.Prior =
      name == "id" || name == "code" || target.mappers.contains(where: \.isReferred)
      ? .strong : .weak
    return Identity([name], prior, count: count, contradicted: contradicted)
  }

  /// Looks for an identity of two, then of three members whose names are those of parts of keys.
  private func composite(_ target: TargetDraft) -> Identity? {
    guard target.mappers.count == 1, let site = target.mappers[0].site else { return nil }
    let parts = target.mappers[0].attributes.filter {
      guard let key = $0.key else { return false }
      return Identity.endsLikeKey(key) && site.isAlwaysThere(key)
    }
    let records = site.records.records.values
    guard records.count >= 20 else { return nil }
    for size in 2...3 {
      var best: Identity?
      for chosen in Self.combinations(parts.map(\.to), size) {
        let names = chosen.compactMap { to in parts.first { $0.to == to }?.key }
        let identity = Self.composite(names, chosen, records)
        if identity.confidence > best?.confidence ?? 0 { best = identity }
      }
      if let best, best.confidence >= confidence { return best }
    }
    return nil
  }

  private static func composite(
    _ keys: [String],
    _ members: [String],
    _ records: [Fingerprint]
  ) -> Identity {
    let names = keys.map(Fingerprint.name)
    var groups: [[UInt32?]: [Fingerprint]] = [:]
    for record in records.sorted(by: { $0.hash < $1.hash }) {
      groups[names.map { record.value(of: $0) }, default: []].append(record)
    }
    let contradicted = groups.values.count { group in
      group.dropFirst().contains { group[0].contradicts($0, but: Set(names)) }
    }
    return Identity(members, .composite, count: groups.count, contradicted: contradicted)
  }

  /// Some members as the identity of a place's records.
  static func identity(_ keys: [String], of site: RecordSite) -> Identity {
    if keys.count == 1, let sample = site.identity(of: keys[0]) {
      return Identity(
        keys,
        .strong,
        count: sample.records.count,
        contradicted: sample.contradictions([Fingerprint.name(keys[0])])
      )
    }
    let names = keys.map(Fingerprint.name)
    let records = site.records.records.values.filter { record in
      names.allSatisfy { record.value(of: $0) != nil }
    }
    return composite(keys, keys, records)
  }

  private static func combinations(_ names: [String], _ size: Int) -> [[String]] {
    if size == 0 { return [[]] }
    return names.indices.flatMap { index in
      combinations(Array(names.dropFirst(index + 1)), size - 1).map { [names[index]] + $0 }
    }
  }
}
