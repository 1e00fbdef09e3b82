/// The smallest hashes of a set.
///
/// Samples of equal sets are equal, and samples can be merged in any order.
struct HashSample {
  private(set) var hashes = HashSet()
  /// Larger hashes are not in the sample.
  private(set) var limit = UInt64.max
  private let capacity: Int

  init(capacity: Int) { self.capacity = capacity }

  /// Whether the sample holds all hashes of the set.
  var isWhole: Bool { limit == .max }

  /// Inserts a hash.
  ///
  /// - Returns: Whether the sample had it before; unknown for hashes that the sample does not keep.
  @discardableResult
  mutating func insert(_ hash: UInt64) -> Bool {
    guard hash <= limit else { return false }
    guard hashes.insert(hash) else { return true }
    if hashes.count > 2 * capacity { shrink() }
    return false
  }

  mutating func merge(_ other: HashSample) {
    limit = min(limit, other.limit)
    for hash in other.hashes where hash <= limit { hashes.insert(hash) }
    shrink()
  }

  /// Makes the sample independent of the order of insertion; one that has all hashes stays whole.
  mutating func settle() {
    if !isWhole { shrink() }
  }

  /// Reduces the sample to its capacity.
  mutating func shrink() {
    if hashes.count > capacity { limit = min(limit, hashes.sorted()[capacity - 1]) }
    if limit < .max, hashes.contains(where: { $0 > limit }) {
      hashes = HashSet(hashes.lazy.filter { [limit] in $0 <= limit })
    }
  }
}

/// What distinguishes a record from others: a hash of its contents, and one of each scalar in it.
struct Fingerprint: Hashable {
  let hash: UInt64
  /// Hashes of scalars in ascending order: the member's name in the upper half, its value in the lower half.
  let scalars: [UInt64]

  /// Whether two records agree in fewer than half of the scalars that both have, not counting some members.
  func contradicts(_ other: Fingerprint, but excepted: Set<UInt32>) -> Bool {
    var (one, two, common, equal) = (0, 0, 0, 0)
    while one < scalars.count, two < other.scalars.count {
      let (left, right) = (scalars[one] >> 32, other.scalars[two] >> 32)
      if left == right {
        if !excepted.contains(UInt32(left)) {
          common += 1
          if scalars[one] == other.scalars[two] { equal += 1 }
        }
        one += 1
        two += 1
      } else if left < right {
        one += 1
      } else {
        two += 1
      }
    }
    return 2 * equal < common
  }

  /// The value of a member; nil if the record lacks it.
  func value(of name: UInt32) -> UInt32? {
    scalars.first { UInt32($0 >> 32) == name }.map { UInt32(truncatingIfNeeded: $0) }
  }

  /// The name of a member as fingerprints contain it.
  static func name(_ text: String) -> UInt32 { UInt32(truncatingIfNeeded: StableHash.of(text)) }

  /// A scalar as fingerprints contain it.
  static func scalar(_ name: UInt32, _ value: UInt64) -> UInt64 {
    UInt64(name) << 32 | UInt64(UInt32(truncatingIfNeeded: value))
  }
}

/// Records by the value of a member that may identify them; those with the smallest hashes.
struct KeySample {
  private(set) var records = HashTable<[Fingerprint]>()
  private(set) var limit = UInt64.max
  private static let keys = 1024
  private static let recordsOfKey = 4

  /// Whether a record with this key would be kept.
  func wants(_ key: UInt64, _ record: UInt64) -> Bool {
    guard key <= limit else { return false }
    guard let number = records.find(key) else { return true }
    let count = records.values[number].count
    for index in 0..<count where records.values[number][index].hash == record { return false }
    return count < Self.recordsOfKey || record < records.values[number][count - 1].hash
  }

  mutating func insert(_ key: UInt64, _ record: Fingerprint) {
    guard wants(key, record.hash) else { return }
    let number = records.find(key) ?? records.add(key, [])
    let known = records.values[number]
    let place = known.firstIndex { $0.hash > record.hash } ?? known.count
    records.values[number].insert(record, at: place)
    if known.count == Self.recordsOfKey { records.values[number].removeLast() }
    if records.count > 2 * Self.keys { shrink() }
  }

  mutating func merge(_ other: KeySample) {
    limit = min(limit, other.limit)
    for (key, known) in other.records {
      for record in known { insert(key, record) }
    }
    shrink()
  }

  /// Makes the sample independent of the order of insertion.
  mutating func settle() {
    if limit < .max { shrink() }
  }

  private mutating func shrink() {
    if records.count > Self.keys { limit = min(limit, records.keys.sorted()[Self.keys - 1]) }
    if limit < .max { records = records.filter { key, _ in key <= limit } }
  }

  /// The records that satisfy a test.
  func filter(_ test: (Fingerprint) -> Bool) -> KeySample {
    var part = self
    part.records = HashTable()
    for (key, known) in records {
      let wanted = known.filter(test)
      if !wanted.isEmpty { part.records.add(key, wanted) }
    }
    return part
  }

  /// How many of the keys have records that contradict each other, not counting the key members.
  func contradictions(_ names: Set<UInt32>) -> Int {
    records.values.count { known in
      known.dropFirst().contains { known[0].contradicts($0, but: names) }
    }
  }
}

/// Different records; those with the smallest hashes.
struct RecordSample {
  private(set) var records = HashTable<Fingerprint>()
  private(set) var limit = UInt64.max
  private static let capacity = 1024

  func wants(_ hash: UInt64) -> Bool { hash <= limit && records.find(hash) == nil }

  /// The number of different records; nil if there are too many.
  var count: Int? { limit == .max ? records.count : nil }

  /// The records that satisfy a test.
  func filter(_ test: (Fingerprint) -> Bool) -> RecordSample {
    var part = self
    part.records = records.filter { _, record in test(record) }
    return part
  }

  mutating func insert(_ record: Fingerprint) {
    guard wants(record.hash) else { return }
    records.add(record.hash, record)
    if records.count > 2 * Self.capacity { shrink() }
  }

  mutating func merge(_ other: RecordSample) {
    limit = min(limit, other.limit)
    for record in other.records.values where wants(record.hash) { records.add(record.hash, record) }
    shrink()
  }

  /// Makes the sample independent of the order of insertion.
  mutating func settle() {
    if limit < .max { shrink() }
  }

  private mutating func shrink() {
    if records.count > Self.capacity {
      limit = min(limit, records.keys.sorted()[Self.capacity - 1])
    }
    if limit < .max { records = records.filter { hash, _ in hash <= limit } }
  }
}
