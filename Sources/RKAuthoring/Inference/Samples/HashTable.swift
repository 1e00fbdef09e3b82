/// A set of hashes, which are well mixed and need no further hashing.
struct HashSet {
  /// The hashes; 0 for a free slot.
  private var slots: [UInt64] = []
  private(set) var count = 0

  init() {}

  init(_ hashes: some Sequence<UInt64>) {
    for hash in hashes { insert(hash) }
  }

  var isEmpty: Bool { count == 0 }

  /// Inserts a hash.
  ///
  /// - Returns: Whether it is new.
  @discardableResult
  mutating func insert(_ hash: UInt64) -> Bool {
    if slots.count &* 3 <= count &* 4 { grow() }
    let hash = Self.used(hash)
    let place = place(of: hash)
    if slots[place] == hash { return false }
    slots[place] = hash
    count &+= 1
    return true
  }

  func contains(_ hash: UInt64) -> Bool {
    if count == 0 { return false }
    let hash = Self.used(hash)
    return slots[place(of: hash)] == hash
  }

  func isSubset(of other: HashSet) -> Bool { allSatisfy(other.contains) }

  func isDisjoint(with other: HashSet) -> Bool { !contains(where: other.contains) }

  /// The index of the hash, or of the slot for it.
  private func place(of hash: UInt64) -> Int {
    let mask = slots.count &- 1
    var place = Int(truncatingIfNeeded: hash) & mask
    while slots[place] != 0, slots[place] != hash { place = (place &+ 1) & mask }
    return place
  }

  private mutating func grow() {
    let hashes = Array(self)
    slots = [UInt64](repeating: 0, count: Swift.max(8, slots.count * 2))
    for hash in hashes { slots[place(of: hash)] = hash }
  }

  /// Replaces 0, which marks a free slot.
  private static func used(_ hash: UInt64) -> UInt64 { hash == 0 ? 1 << 63 : hash }
}

extension HashSet: Sequence {
  func makeIterator() -> some IteratorProtocol<UInt64> {
    slots.lazy.filter { $0 != 0 }.makeIterator()
  }
}

/// Values keyed by well-mixed hashes, in order of insertion.
struct HashTable<Value> {
  private(set) var keys: [UInt64] = []
  /// The values, in the order of the keys.
  var values: [Value] = []
  /// The numbers of keys, counted from 1; 0 for a free slot.
  private var slots: [UInt32] = []

  var count: Int { keys.count }
  var isEmpty: Bool { keys.isEmpty }

  /// The number of a key; nil if there is none.
  func find(_ key: UInt64) -> Int? {
    if slots.isEmpty { return nil }
    let number = Int(slots[place(of: key)])
    return number == 0 ? nil : number &- 1
  }

  /// Adds a value with a new key.
  ///
  /// - Returns: The key's number.
  @discardableResult
  mutating func add(_ key: UInt64, _ value: Value) -> Int {
    if slots.count &* 3 <= keys.count &* 4 { grow() }
    let place = place(of: key)
    precondition(slots[place] == 0, "the key is known")
    keys.append(key)
    values.append(value)
    slots[place] = UInt32(truncatingIfNeeded: keys.count)
    return keys.count &- 1
  }

  subscript(key: UInt64) -> Value? { find(key).map { values[$0] } }

  /// The entries whose keys and values satisfy a test.
  func filter(_ test: (UInt64, Value) -> Bool) -> HashTable {
    var part = HashTable()
    for (key, value) in self where test(key, value) { part.add(key, value) }
    return part
  }

  private func place(of key: UInt64) -> Int {
    let mask = slots.count &- 1
    var place = Int(truncatingIfNeeded: key) & mask
    while slots[place] != 0, keys[Int(slots[place]) &- 1] != key { place = (place &+ 1) & mask }
    return place
  }

  private mutating func grow() {
    slots = [UInt32](repeating: 0, count: Swift.max(8, slots.count * 2))
    for (number, key) in keys.enumerated() {
      slots[place(of: key)] = UInt32(truncatingIfNeeded: number + 1)
    }
  }
}

extension HashTable: Sequence {
  func makeIterator() -> some IteratorProtocol<(UInt64, Value)> {
    zip(keys, values).makeIterator()
  }
}
