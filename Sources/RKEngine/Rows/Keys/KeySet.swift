/// Keys of rows of several tables, each stored as 128 bits that are hashed with a random key of the
/// process, so that nobody can construct collisions.
struct KeySet {
  private struct Entry: Hashable {
    var low: Int
    var high: Int
  }

  private var entries: Set<Entry> = []

  /// Whether the set contains a key; the values of `key` are those of the key's columns.
  func contains(_ key: borrowing RowBatch, in table: UInt32) -> Bool {
    entries.contains(Self.entry(key, table))
  }

  mutating func insert(_ key: borrowing RowBatch, in table: UInt32) {
    entries.insert(Self.entry(key, table))
  }

  private static func entry(_ key: borrowing RowBatch, _ table: UInt32) -> Entry {
    Entry(low: hash(key, table, 0), high: hash(key, table, 1))
  }

  private static func hash(_ key: borrowing RowBatch, _ table: UInt32, _ half: UInt8) -> Int {
    var hasher = Hasher()
    hasher.combine(half)
    hasher.combine(table)
    for number in 0..<key.values.count {
      let value = key.values[number]
      switch value.kind {
      case .absent, .null, .ownerNumber: hasher.combine(0)
      case .integer:
        hasher.combine(1)
        hasher.combine(value.integer)
      case .real:
        // A database treats the number as the integer that it equals.
        let integer = Int64(exactly: value.real)
        hasher.combine(integer == nil ? 2 : 1)
        if let integer { hasher.combine(integer) } else { hasher.combine(value.real) }
      case .text:
        hasher.combine(3)
        hasher.combine(value.count)
        hasher.combine(key.bytes.span, value.textRange)
      }
    }
    return hasher.finalize()
  }
}
