/// The pairs of places that may have the same kind of record: the smaller place shares three quarters of its
/// members with the other.
struct SitePairs {
  struct Pair {
    var one: Int
    var other: Int
    var likeness: Double
  }

  /// With more places than this, not all pairs are made.
  static let mostSites = 1024
  /// Each place is then compared with this many of those after it, the most similar in size first.
  static let mostPartners = 64

  /// A place, by its number.
  private struct Entry {
    var number: Int
    var site: RecordSite
    /// A hash of the members' names; equal for places with the same members.
    var signature: UInt64
  }

  private let entries: [Entry]
  /// For each key, the entries that have it, in order.
  private var having: [UInt64: [Int]] = [:]
  /// Whether there are too many places for all pairs.
  let isLimited: Bool

  init(_ sites: [RecordSite]) {
    var seen: Set<ObjectIdentifier> = []
    var entries: [Entry] = []
    for (number, site) in sites.enumerated() {
      let site = site.current
      guard seen.insert(ObjectIdentifier(site)).inserted, !site.members.isEmpty else { continue }
      entries.append(Entry(number: number, site: site, signature: site.hashes.reduce(0, &+)))
    }
    isLimited = entries.count > Self.mostSites
    entries.sort {
      let (left, right) = ($0.site.hashes.count, $1.site.hashes.count)
      return (left, $0.signature, $0.number) < (right, $1.signature, $1.number)
    }
    for (place, entry) in entries.enumerated() {
      for key in entry.site.hashes { having[key, default: []].append(place) }
    }
    self.entries = entries
  }

  /// The pairs, the most similar first.
  var sorted: [Pair] {
    var pairs: [Pair] = []
    // The place for which each entry was last examined.
    var seen = [Int](repeating: -1, count: entries.count)
    for place in entries.indices {
      for key in rarestKeys(of: place) {
        var visits = isLimited ? Self.mostPartners : Int.max
        for other in followers(of: place, having: key) where visits > 0 {
          visits -= 1
          if seen[other] == place { continue }
          seen[other] = place
          if let pair = pair(place, other) { pairs.append(pair) }
        }
      }
    }
    return pairs.sorted {
      $0.likeness != $1.likeness
        ? $0.likeness > $1.likeness : ($0.one, $0.other) < ($1.one, $1.other)
    }
  }

  /// The place's rarest keys; so many that any place which shares three quarters of its keys has one of them.
  private func rarestKeys(of place: Int) -> ArraySlice<UInt64> {
    let keys = entries[place].site.hashes
    let sorted = keys.sorted {
      let (left, right) = (having[$0]?.count ?? 0, having[$1]?.count ?? 0)
      return (left, $0) < (right, $1)
    }
    return sorted.prefix(keys.count / 4 + 1)
  }

  /// The later entries that have a key.
  private func followers(of place: Int, having key: UInt64) -> ArraySlice<Int> {
    guard let places = having[key] else { return [] }
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if places[middle] <= place { low = middle + 1 } else { high = middle }
    }
    return places[low...]
  }

  private func pair(_ one: Int, _ other: Int) -> Pair? {
    let (small, large) = (entries[one], entries[other])
    let count = small.site.hashes.count
    let common = small.site.hashes.count { large.site.number(ofHash: $0) != nil }
    guard common * 4 >= count * 3 else { return nil }
    return Pair(
      one: min(small.number, large.number),
      other: max(small.number, large.number),
      likeness: Double(common) / Double(count + large.site.hashes.count - common)
    )
  }
}
