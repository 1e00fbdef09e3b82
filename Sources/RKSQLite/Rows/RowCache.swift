internal import RKEngine

/// Counts the deletions per table; each deletion invalidates what was remembered of rows before it.
final class TableDeletions {
  private var counts = UniqueArray<Int>()

  init(tableCount: Int) { counts.append(repeating: 0, count: tableCount) }

  func count(of table: Int) -> Int { counts[table] }

  func add(to table: Int) { counts[table] += 1 }
}

/// Remembers the values last written to rows of tables that this run fills, in bounded memory, so
/// that a record that comes again with the same values costs no statement.
///
/// A key maps to one slot, which holds the latest key that was written to it. If a table's records
/// seldom repeat, its rows bypass the cache for a while.
struct RowCache: ~Copyable {
  enum Answer {
    /// The row exists with these values; nothing else has been written to it since.
    case same
    /// The row exists, with other values.
    case other
    case unknown
  }

  struct Entry: ZeroInitializable {
    var key: (UInt64, UInt64)
    /// The hash of the values; 0 for an empty slot.
    var values: UInt64
  }

  /// The hit rate of a table.
  struct Table {
    var asked = 0
    var found = 0
    /// How many more rows bypass the cache.
    var rest = 0
    /// Increases whenever rows have bypassed the cache, which invalidates earlier entries.
    var epoch = 0
  }

  /// After how many rows the hit rate is evaluated, and how many rows bypass the cache if it is
  /// low.
  private static let trial = 1 << 14
  private static let pause = 1 << 20
  /// The initial and the largest number of slots; the largest takes 6 MiB.
  private static let least = 1 << 12
  private static let limit = 1 << 18

  private var entries = UniqueArray<Entry>()
  private var used = 0
  private var tables: [Table]
  private let key: KeyedHash.Key
  /// Counts deletions by other code.
  let deletions: TableDeletions

  init(tableCount: Int, key: KeyedHash.Key) {
    tables = Array(repeating: Table(), count: tableCount)
    self.key = key
    deletions = TableDeletions(tableCount: tableCount)
    clear()
  }

  /// Forgets all rows, and frees their memory.
  private mutating func clear() {
    entries = UniqueArray(minimumCapacity: Self.least)
    entries.append(zeros: Self.least)
    used = 0
  }

  /// Begins the hash of the next row's key; nil if rows of the table currently bypass the cache.
  @inline(__always)
  mutating func hash(table: Int) -> KeyedHash? {
    if tables[table].rest > 0 {
      tables[table].rest -= 1
      return nil
    }
    let epoch = tables[table].epoch &+ deletions.count(of: table)
    return KeyedHash(key, kind: table | epoch << 24)
  }

  /// Looks up a row that is about to get values with this non-zero hash.
  @inline(__always)
  mutating func answer(_ row: RowHash, values: UInt64, table: Int) -> Answer {
    let entry = entries[place(of: row.low)]
    let answer: Answer =
      entry.values == 0 || entry.key != (row.low, row.high)
      ? .unknown : entry.values == values ? .same : .other
    validate(table, answer)
    return answer
  }

  @inline(__always)
  mutating func remember(_ row: RowHash, values: UInt64) {
    let place = place(of: row.low)
    if entries[place].values == 0 { used += 1 }
    entries[place] = Entry(key: (row.low, row.high), values: values)
    if used * 4 > entries.count && entries.count < Self.limit { grow() }
  }

  /// Forgets a row that other code has changed.
  mutating func forget(_ row: RowHash) {
    let place = place(of: row.low)
    // The slot stays occupied, but by no row.
    if entries[place].key == (row.low, row.high) { entries[place].key = (0, 0) }
  }

  private mutating func validate(_ table: Int, _ answer: Answer) {
    tables[table].asked += 1
    if answer == .same { tables[table].found += 1 }
    guard tables[table].asked == Self.trial else { return }
    if tables[table].found * 16 < Self.trial {
      tables[table].rest = Self.pause
      tables[table].epoch += 1
      if tables.allSatisfy({ $0.rest > 0 }) { clear() }
    }
    (tables[table].asked, tables[table].found) = (0, 0)
  }

  private func place(of low: UInt64) -> Int {
    Int(truncatingIfNeeded: low) & (entries.count - 1)
  }

  private mutating func grow() {
    var old = UniqueArray<Entry>(minimumCapacity: entries.count * 2)
    old.append(zeros: entries.count * 2)
    swap(&entries, &old)
    used = 0
    for number in 0..<old.count where old[number].values != 0 {
      let place = place(of: old[number].key.0)
      if entries[place].values == 0 { used += 1 }
      entries[place] = old[number]
    }
  }
}
