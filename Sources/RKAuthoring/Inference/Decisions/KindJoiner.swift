/// Joins places whose objects are the same kind of record.
struct KindJoiner {
  let confidence: Double
  /// Records that are parts of others and have members of their own: one target with two mappers.
  private(set) var partial: [(part: RecordSite, whole: RecordSite)] = []

  init(confidence: Double) { self.confidence = confidence }

  /// For each place, the places that are a part of it or that it is a part of, after the joins so far.
  private var partners: [ObjectIdentifier: [RecordSite]] = [:]
  /// The most rounds in which pairs are made if there are too many for all of them.
  private static let mostRounds = 8

  /// Joins places that are alike, the most similar ones first.
  mutating func join(_ sites: [RecordSite]) {
    let sites = sites.sorted { $0.firstPlace.utf8.lexicographicallyPrecedes($1.firstPlace.utf8) }
    findPartners()
    var joined = 0
    var rounds = 0
    repeat {
      joined = 0
      rounds += 1
      let pairs = SitePairs(sites)
      if pairs.isLimited && rounds > Self.mostRounds { break }
      for pair in pairs.sorted {
        let (one, other) = (sites[pair.one].current, sites[pair.other].current)
        guard one !== other, !isPartial(one, other) else { continue }
        switch relation(one, other) {
        case .same:
          one.absorb(other)
          joined += 1
          findPartners()
        case .part(let part, let whole):
          partial.append((part, whole))
          findPartners()
        case .different: break
        }
      }
    } while joined > 0
    partial = partial.map { ($0.part.current, $0.whole.current) }.filter { $0.0 !== $0.1 }
  }

  private func isPartial(_ one: RecordSite, _ other: RecordSite) -> Bool {
    partners[ObjectIdentifier(one)]?.contains { $0 === other } ?? false
  }

  private mutating func findPartners() {
    partners.removeAll(keepingCapacity: true)
    for (part, whole) in partial {
      let (part, whole) = (part.current, whole.current)
      partners[ObjectIdentifier(part), default: []].append(whole)
      partners[ObjectIdentifier(whole), default: []].append(part)
    }
  }

  // MARK: - Two places

  private enum Relation {
    case same
    case part(RecordSite, of: RecordSite)
    case different
  }

  private func relation(_ one: RecordSite, _ other: RecordSite) -> Relation {
    guard one.wholes.isDisjoint(with: other.wholes) else { return .different }
    let common = one.hashes.indices.compactMap { index -> (Position, Position)? in
      other.member(ofHash: one.hashes[index]).map { (one.members[index], $0) }
    }
    let smaller = min(one.members.count, other.members.count)
    let all = one.members.count + other.members.count - common.count
    let likeness = Double(common.count) / Double(all)
    guard !common.isEmpty, common.allSatisfy({ $0.tally.isJoinable(with: $1.tally) }),
      isWrapperJoinable(one, other)
    else { return .different }
    let sameName = !one.memberNames.isDisjoint(with: other.memberNames)
    switch tags(common, one, other) {
    case .equal: if sameName || likeness >= 0.5 { return .same }
    case .different: if likeness < 0.75 { return .different }
    case .none: break
    }
    if let identity = commonIdentity(common, one, other) {
      let isContained = common.count * 4 >= smaller * 3
      guard isContained, common.count >= (sameName ? 2 : 3) else { return .different }
      if likeness >= 0.5 { return .same }
      guard identity.shared > 0 else { return .different }
      if common.count == smaller { return .same }
      return one.members.count < other.members.count ? .part(one, of: other) : .part(other, of: one)
    }
    let isAlike = likeness >= 0.75 && (sameName || common.count >= 4)
    return isAlike ? .same : .different
  }

  private enum Tags { case equal, different, none }

  /// Compares the type tags of two places: common members with the name of a tag and one value each.
  private func tags(
    _ common: [(Position, Position)],
    _ one: RecordSite,
    _ other: RecordSite
  ) -> Tags {
    for (member, its) in common where member.isTag {
      guard let left = one.constant(of: member), let right = other.constant(of: its) else {
        continue
      }
      return left == right ? .equal : .different
    }
    return .none
  }

  /// Whether two envelopes around one list of records are alike, which they are if their records are; true for
  /// other objects.
  private func isWrapperJoinable(_ one: RecordSite, _ other: RecordSite) -> Bool {
    guard let left = Envelope.content(of: one), let right = Envelope.content(of: other) else {
      return true
    }
    return left.current === right.current
      || Set(left.current.hashes).intersection(right.current.hashes).count * 4
        >= min(left.current.hashes.count, right.current.hashes.count) * 3
  }

  /// A member that identifies the records of both places, and how many values they share.
  private func commonIdentity(
    _ common: [(Position, Position)],
    _ one: RecordSite,
    _ other: RecordSite
  ) -> (name: String, shared: Int)? {
    for (left, _) in common {
      guard var sample = one.identity(of: left.name), let theirs = other.identity(of: left.name),
        one.isAlwaysThere(left.name), other.isAlwaysThere(left.name)
      else { continue }
      let prior = Identity.prior(
        left.name,
        targets: Array(one.memberNames.union(other.memberNames))
      )
      guard prior == .strong || prior == .medium else { continue }
      let shared = sample.records.keys.count { theirs.records.find($0) != nil }
      sample.merge(theirs)
      let identity = Identity(
        [left.name],
        prior,
        count: sample.records.count,
        contradicted: sample.contradictions([Fingerprint.name(left.name)])
      )
      if identity.confidence >= (prior == .strong ? 0.5 : confidence) { return (left.name, shared) }
    }
    return nil
  }
}

extension Position {
  /// Whether the name is usual for a member that tells kinds of records apart.
  var isTag: Bool { Self.tags.contains(name) }

  /// The text that is its only value; nil if there are other values.
  var constant: String? {
    guard values.entries.count == 1, tally.strings > 0, tally.strings == tally.all else {
      return nil
    }
    return values.entries.values.first?.text
  }
}

extension RecordSite {
  /// The text that is the only value of a member; nil if there are other values.
  fileprivate func constant(of member: Position) -> String? {
    if let tag, tag.name == member.name { return tag.value }
    return member.constant
  }

  /// The first of its places' paths.
  var firstPlace: String {
    places.keys.min { $0.utf8.lexicographicallyPrecedes($1.utf8) } ?? ""
  }

  /// Whether a member is a scalar that no record lacks and that is never null.
  func isAlwaysThere(_ name: String) -> Bool {
    guard let member = member(named: name) else { return false }
    let tally = member.tally
    return filledCount > 0 && presence(of: name) >= filledCount && tally.nulls == 0
      && tally.emptyStrings == 0
      && (tally.strings == tally.all || tally.integers == tally.all)
  }

  func identity(of name: String) -> KeySample? { number(named: name).flatMap { identity(of: $0) } }

  func member(ofHash hash: UInt64) -> Position? { number(ofHash: hash).map { members[$0] } }
}
