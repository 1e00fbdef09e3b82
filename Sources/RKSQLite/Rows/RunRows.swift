internal import RKEngine
package import RKMapping

/// Which rows this run has met, their state before it, and their state now: the source of the
/// counts.
///
/// For tables that were empty before the run the new rows are counted, and none is remembered. In
/// the others each row that is met takes 32 bytes, at most three times that with spare capacity:
/// its key is represented by 123 bits of a hash, and its contents by 64 bits.
package final class RunRows {
  /// What is known of a row.
  package struct Entry: TableSlot {
    /// The key's hash; the lowest bits of `high` are flags.
    fileprivate var low: UInt64
    fileprivate var high: UInt64
    /// The contents before the run, if known.
    fileprivate var original: UInt64
    /// The values that were written last, 0 if not known: a record that brings them again needs no
    /// statement.
    package var written: UInt64

    fileprivate static let isKnown: UInt64 = 1
    fileprivate static let wasThere: UInt64 = 2
    fileprivate static let isGone: UInt64 = 4
    fileprivate static let hasOriginal: UInt64 = 8
    fileprivate static let differs: UInt64 = 16
    fileprivate static let flags: UInt64 = 31

    package var isFree: Bool { high & Self.isKnown == 0 }
    package var hash: Int { Int(truncatingIfNeeded: low) }
    package static var slotsPerTwo: Int { 3 }

    /// It existed before the run.
    package var wasThere: Bool { high & Self.wasThere != 0 }
    /// The run has deleted it.
    package var isGone: Bool { high & Self.isGone != 0 }
    /// Its state before the run is known: it has been changed since, or deleted.
    package var hasOriginal: Bool { high & Self.hasOriginal != 0 }
    fileprivate var differs: Bool { high & Self.differs != 0 }

    fileprivate mutating func set(_ flag: UInt64, _ isSet: Bool) {
      high = isSet ? high | flag : high & ~flag
    }
  }

  /// What happened to the rows so far.
  package var counts: RowCounts { counted }
  private var counted = RowCounts()
  /// The key of all hashes of this run.
  package let hashKey = KeyedHash.Key()
  private var tables: [Bool]
  private var entries = SlotTable<Entry>()

  package init(tableCount: Int) {
    tables = Array(repeating: false, count: tableCount)
  }

  /// What an attempt has changed, to be taken back.
  private struct Attempt {
    var counted: RowCounts
    var ignored: [Int: Int]
    /// Entries as they were, in the order in which they were looked up; nil for new ones.
    var entries: [(row: RowHash, before: Entry?)] = []
  }
  private var attempt: Attempt?

  /// A table contained rows before the run.
  package func remember(table: Int) { tables[table] = true }

  /// Whether the table's rows are remembered, so that the hashes of their keys are needed.
  package func remembers(table: Int) -> Bool { tables[table] }

  /// Begins the hash of a key, to which the values of the key's columns are added.
  ///
  /// Rows of one table may have keys in different columns, distinguished by `key`.
  package func hash(table: Int, key: Int = 0) -> KeyedHash {
    KeyedHash(hashKey, kind: table | key << 24)
  }

  /// The hash of a key: some columns of a statement's current row, in the order of the row rule's
  /// key.
  package func hash(table: Int, _ columns: Range<Int>, of row: Statement) -> RowHash {
    var hash = hash(table: table)
    for column in columns { hash.add(column, of: row) }
    return hash.finished()
  }

  /// The hash of a row's contents: all existing columns of the table, in a statement's current row.
  package func contents(_ columns: Range<Int>, of row: Statement) -> UInt64 {
    var hash = KeyedHash(hashKey, kind: -1)
    for column in columns { hash.add(column, of: row) }
    return hash.finished().low
  }

  // MARK: - Rows

  /// For each table, how many rows a trigger of the database has ignored: they were not inserted,
  /// changed or deleted.
  package private(set) var ignored: [Int: Int] = [:]

  package func didIgnore(table: Int, count: Int = 1) { ignored[table, default: 0] += count }

  /// A row was inserted that is not remembered.
  package func didInsert() { counted.inserted += 1 }

  /// A row was inserted; `contents` returns the hash of all its columns, and is called if the row
  /// existed before the run.
  package func didInsert(
    _ row: RowHash?,
    contents: () throws(Database.Failure) -> UInt64
  ) throws(Database.Failure) {
    guard let row else { return counted.inserted += 1 }
    guard let place = place(of: row) else {
      add(row, flags: 0)
      return counted.inserted += 1
    }
    entries[place].set(Entry.isGone, false)
    guard entries[place].wasThere else { return counted.inserted += 1 }
    counted.deleted -= 1
    count(place, differs: try contents() != entries[place].original)
  }

  /// An existing row, or one of this run, came again and is unchanged.
  package func didMeet(_ row: RowHash?) {
    guard let row, place(of: row) == nil else { return }
    add(row, flags: Entry.wasThere)
    counted.unchanged += 1
  }

  /// A row has new contents; both are hashes of all columns.
  package func didChange(_ row: RowHash?, before: UInt64, after: UInt64) {
    guard let row else { return }
    didMeet(row)
    guard let place = place(of: row), entries[place].wasThere else { return }
    if !entries[place].hasOriginal {
      entries[place].original = before
      entries[place].set(Entry.hasOriginal, true)
    }
    uncount(place)
    count(place, differs: after != entries[place].original)
  }

  /// A row was deleted, which had the contents `before`.
  package func didDelete(_ row: RowHash?, before: UInt64) {
    guard let row else { return counted.inserted -= 1 }
    didMeet(row)
    guard let place = place(of: row), !entries[place].isGone else { return }
    entries[place].set(Entry.isGone, true)
    entries[place].written = 0
    guard entries[place].wasThere else { return counted.inserted -= 1 }
    if !entries[place].hasOriginal {
      entries[place].original = before
      entries[place].set(Entry.hasOriginal, true)
    }
    uncount(place)
    counted.deleted += 1
  }

  /// An existing row, which the run has not brought, was not deleted after all.
  func didKeep(_ row: RowHash) {
    guard let place = place(of: row) else { return }
    entries[place].set(Entry.isGone, false)
    counted.deleted -= 1
  }

  /// Rows that are pruned are counted.
  package func beginPruning() { counted.pruned = counted.pruned ?? 0 }

  /// This many of the deleted rows were pruned.
  package func didPrune(_ count: Int) { counted.pruned = (counted.pruned ?? 0) + count }

  private func uncount(_ place: Int) {
    if entries[place].differs { counted.updated -= 1 } else { counted.unchanged -= 1 }
  }

  private func count(_ place: Int, differs: Bool) {
    entries[place].set(Entry.differs, differs)
    if differs { counted.updated += 1 } else { counted.unchanged += 1 }
  }

  // MARK: - Attempts

  /// What follows may have to be taken back.
  func beginAttempt() { attempt = Attempt(counted: counted, ignored: ignored) }

  /// What was written stays.
  func endAttempt() { attempt = nil }

  /// Nothing of the attempt has happened.
  func takeBack() {
    guard let taken = attempt else { return }
    attempt = nil
    (counted, ignored) = (taken.counted, taken.ignored)
    for (row, before) in taken.entries.reversed() {
      guard let place = place(of: row) else { continue }
      // A place in use stays in use, of a row that nobody asks for.
      entries[place] =
        before ?? Entry(low: ~row.low, high: ~row.high | Entry.isKnown, original: 0, written: 0)
    }
  }

  // MARK: - Entries

  /// What is known of a row; nil if this run has not met it.
  package func entry(of row: RowHash) -> Entry? { place(of: row).map { entries[$0] } }

  /// Remembers what was written to a row that the run has met.
  package func setWritten(_ row: RowHash, _ values: UInt64) {
    if let place = place(of: row) { entries[place].written = values }
  }

  private func place(of row: RowHash) -> Int? {
    let place = slot(of: row)
    if entries[place].isFree { return nil }
    attempt?.entries.append((row, entries[place]))
    return place
  }

  private func add(_ row: RowHash, flags: UInt64) {
    attempt?.entries.append((row, nil))
    let high = row.high & ~Entry.flags | flags | Entry.isKnown
    entries.insert(Entry(low: row.low, high: high, original: 0, written: 0), at: slot(of: row))
  }

  /// The place of a row, or the free one that it would get.
  private func slot(of row: RowHash) -> Int {
    entries.place(of: Int(truncatingIfNeeded: row.low)) {
      $0.low == row.low && ($0.high ^ row.high) & ~Entry.flags == 0
    }
  }
}
