/// Decides whether the keys of objects are names or data.
struct MapRule {
  let options: InferenceOptions
  /// The reasons for decisions, for people.
  private(set) var notes: [String: String] = [:]
  /// All sites, to check those that flags name.
  private(set) var sites: Set<String> = [""]
  /// The sites with objects that have members.
  private(set) var objectSites: Set<String> = []

  init(_ options: InferenceOptions) { self.options = options }

  /// Decides about all objects at a position and below.
  ///
  /// The values of a map then share one place.
  mutating func settle(
    _ position: Position,
    path: String,
    member: String,
    isInList: Bool = false
  ) {
    sites.insert(path)
    if let element = position.element {
      settle(element, path: path, member: member, isInList: true)
    }
    guard let site = position.site else { return }
    if site.values != nil || !site.members.isEmpty { objectSites.insert(path) }
    // In a list, an empty map would be taken for a record.
    let isRecord = isInList && site.emptyCount > 0 && !options.maps.contains(path)
    if !isRecord, isMap(site, path: path, member: member) { site.makeMap() }
    site.found(at: path, member: member)
    if let values = site.values {
      settle(values, path: path.isEmpty ? "*" : path + ".*", member: member)
    } else {
      for inner in site.members {
        settle(
          inner,
          path: path.isEmpty ? inner.name : path + "." + inner.name,
          member: inner.name
        )
      }
    }
  }

  private mutating func isMap(_ site: RecordSite, path: String, member: String) -> Bool {
    if site.values != nil { return true }
    if options.maps.contains(path) { return !site.members.isEmpty }
    if options.records.contains(path) || site.members.isEmpty { return false }
    let evidence = Evidence(site)
    guard let reason = evidence.reason(member: member) else { return false }
    notes[path] = reason
    return true
  }

  /// Whether objects look like a map by the evidence alone, for comparing objects.
  static func looksLikeMap(_ site: RecordSite, member: String) -> Bool {
    site.values != nil || !site.members.isEmpty && Evidence(site).reason(member: member) != nil
  }

  private struct Evidence {
    var keys = KeyEvidence()
    var homogeneity = 1.0
    var recurrence = 1.0
    var objects: Int
    var holdsRecords = false
    var isOneKind = false

    init(_ site: RecordSite) {
      objects = site.count
      for key in site.keys { keys.insert(key) }
      let occurrences = site.members.reduce(0) { $0 + $1.tally.all }
      recurrence =
        site.count <= 1
        ? 1 : Double(occurrences) / Double(site.members.count) / Double(site.count)
      var total = Tally()
      for member in site.members { total.add(member.tally) }
      let filled = total.all - total.nulls
      guard filled > 0 else { return }
      let alike = Self.alikeRecords(site)
      let most = [total.booleans, total.numbers, total.strings, total.lists, alike].max() ?? 0
      homogeneity = Double(most) / Double(filled)
      holdsRecords = most == alike && total.objects > 0
      isOneKind = holdsRecords && alike == total.objects
    }

    /// How many of the objects in the members are of the most frequent kind.
    private static func alikeRecords(_ site: RecordSite) -> Int {
      let found = site.members.compactMap { member in member.site.map { ($0, member.tally) } }
        .sorted {
          $0.0.count != $1.0.count
            ? $0.0.count > $1.0.count : $0.0.members.count > $1.0.members.count
        }
      guard let first = found.first(where: { !$0.0.members.isEmpty })?.0 else {
        return found.reduce(0) { $0 + $1.1.objects }
      }
      if looksLikeMap(first, member: "") {
        return found.reduce(0) { $0 + (looksLikeMap($1.0, member: "") ? $1.1.objects : 0) }
      }
      var known = Set(first.hashes)
      var kinds = Dictionary(
        zip(first.hashes, first.members.map(\.tally)),
        uniquingKeysWith: { one, _ in one }
      )
      var count = 0
      for (other, tally) in found {
        let common = other.hashes.count { known.contains($0) }
        let smaller = min(known.count, other.hashes.count)
        let all = known.count + other.hashes.count - common
        let isAlike = common * 4 >= smaller * 3 && (common * 2 >= all || common >= 3)
        let areJoinable = zip(other.hashes, other.members).allSatisfy {
          kinds[$0.0]?.isJoinable(with: $0.1.tally) ?? true
        }
        guard other.hashes.isEmpty || isAlike && areJoinable else { continue }
        count += tally.objects
        for (hash, member) in zip(other.hashes, other.members) {
          known.insert(hash)
          kinds[hash, default: Tally()].add(member.tally)
        }
      }
      return count
    }

    /// Why it is a map; nil if it is not.
    func reason(member: String) -> String? {
      guard homogeneity >= 0.9 else { return nil }
      let isSyntax = keys.syntax >= 0.8
      let isMixed = keys.syntax >= 0.3 && recurrence <= 0.5 && objects >= 2
      let isRare = holdsRecords && recurrence <= 0.2 && keys.count >= 10
      let isPlural =
        isOneKind && Names.isPlural(member)
        && (keys.count >= 5 || recurrence <= 0.5 && objects >= 2)
      // A name such as `venueNames` says that its values are names of what its keys identify.
      let isNamed = keys.syntax >= 0.5 && ValueMaps.split(member) != nil
      guard isSyntax || isMixed || isRare || isPlural || isNamed else { return nil }
      let share = Int(keys.syntax * 100)
      return "a map: \(keys.count) keys, \(share) % of them look like data"
    }
  }
}

extension Tally {
  /// Whether the values of two places may belong to the same attribute.
  func isJoinable(with other: Tally) -> Bool {
    let mine = [booleans, numbers, strings, lists, objects]
    let theirs = [other.booleans, other.numbers, other.strings, other.lists, other.objects]
    if mine.allSatisfy({ $0 == 0 }) || theirs.allSatisfy({ $0 == 0 }) { return true }
    return zip(mine, theirs).contains { $0 > 0 && $1 > 0 }
  }
}
