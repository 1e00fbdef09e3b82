internal import RKEngine
package import RKMapping

/// The rows that this run has met, with their state before the run and now: the source of the
/// counts.
///
/// For tables that were empty before the run, new rows are counted and not remembered. In other
/// tables each row that is met takes 32 bytes, or up to three times that with spare capacity: 122
/// bits of a hash represent its key, and 64 bits its contents.
package final class RunRows {
  /// What is known about a row.
  package struct Entry: TableSlot {
    /// The key's hash; the lowest bits of `high` are flags.
    fileprivate var low: UInt64
    fileprivate var high: UInt64
    /// The hash of the contents before the run, if known.
    fileprivate var original: UInt64
    /// The hash of the values that were last written; 0 if not known.
    ///
    /// A record that brings the same values needs no statement.
    package var written: UInt64

    fileprivate static let isKnown: UInt64 = 1
    fileprivate static let wasThere: UInt64 = 2
    fileprivate static let isGone: UInt64 = 4
    fileprivate static let hasOriginal: UInt64 = 8
    fileprivate static let differs: UInt64 = 16
    fileprivate static let keeps: UInt64 = 32
    fileprivate static let flags: UInt64 = 63

    package var isFree: Bool { high & Self.isKnown == 0 }
    package var hash: Int { Int(truncatingIfNeeded: low) }
    package static var slotsPerTwo: Int { 3 }

    /// Whether the row existed before the run.
    package var wasThere: Bool { high & Self.wasThere != 0 }
    /// Whether the run has deleted the row.
    package var isGone: Bool { high & Self.isGone != 0 }
    /// Whether the state before the run is known, because the row has been changed or deleted
    /// since.
    package var hasOriginal: Bool { high & Self.hasOriginal != 0 }
    fileprivate var differs: Bool { high & Self.differs != 0 }

    fileprivate mutating func set(_ flag: UInt64, _ isSet: Bool) {
      high = isSet ? high | flag : high & ~flag
    }
  }

  /// The counts of what happened to rows so far.
  package var counts: RowCounts { counted }
  private var counted = RowCounts()
  /// The secret key of all hashes in this run.
  package let hashKey = KeyedHash.Key()
  private var tables: [Bool]
  private var entries = SlotTable<Entry>()

  package init(tableCount: Int) {
    tables = Array(repeating: false, count: tableCount)
  }

  /// The changes of an attempt, for undoing them.
  private struct Attempt {
    var counted: RowCounts
    var ignored: [Int: Int]
    /// Earlier entries in the order of their lookup; nil for rows that had none.
    var entries: [(row: RowHash, before: Entry?)] = []
  }
  private var attempt: Attempt?

  /// Notes that a table contained rows before the run.
  package func remember(table: Int) { tables[table] = true }

  /// Whether the table's rows are remembered, so that the hashes of their keys are needed.
  package func remembers(table: Int) -> Bool { tables[table] }

  /// Begins the hash of a row's key; the caller adds the values of the key's columns.
  ///
  /// Rows of one table may have keys in different columns, which `key` distinguishes.
  package func hash(table: Int, key: Int = 0) -> KeyedHash {
    KeyedHash(hashKey, kind: table | key << 24)
  }

  /// The hash of a key that is in some columns of a statement's current row, in the order of the
  /// row rule's key.
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

  /// For each table, how many inserts, changes and deletions a trigger of the database has ignored.
  package private(set) var ignored: [Int: Int] = [:]

  package func didIgnore(table: Int, count: Int = 1) { ignored[table, default: 0] += count }

  /// Counts an inserted row that is not remembered.
  package func didInsert() { counted.inserted += 1 }

  /// Counts an inserted row.
  ///
  /// `contents` returns the hash of all its columns, and is called only if the row existed before
  /// the run.
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

  /// Counts a row that came again, from before the run or from this run, as unchanged.
  package func didMeet(_ row: RowHash?) {
    guard let row, place(of: row) == nil else { return }
    add(row, flags: Entry.wasThere)
    counted.unchanged += 1
  }

  /// Counts a row with new contents; both hashes cover all columns.
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

  /// Counts a stored row that keeps a value, as the rule at `site` could not convert the new one.
  func didKeepValue(_ row: RowHash, _ site: UInt32, _ value: RowCounts.KeptValues) {
    didMeet(row)
    guard let place = place(of: row), entries[place].wasThere else { return }
    if entries[place].high & Entry.keeps == 0 { counted.kept += 1 }
    entries[place].set(Entry.keeps, true)
    counted.keptValues[site, default: value].count += 1
  }

  /// Counts a deleted row, which had the contents `before`.
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

  /// Corrects the counts for an existing row, not brought by the run, that was not deleted after
  /// all.
  func didKeep(_ row: RowHash) {
    guard let place = place(of: row) else { return }
    entries[place].set(Entry.isGone, false)
    counted.deleted -= 1
  }

  /// Makes the counts include pruned rows, even if there are none.
  package func beginPruning() { counted.pruned = counted.pruned ?? 0 }

  /// Counts this many of the deleted rows as pruned.
  package func didPrune(_ count: Int) { counted.pruned = (counted.pruned ?? 0) + count }

  private func uncount(_ place: Int) {
    if entries[place].differs { counted.updated -= 1 } else { counted.unchanged -= 1 }
  }

  private func count(_ place: Int, differs: Bool) {
    entries[place].set(Entry.differs, differs)
    if differs { counted.updated += 1 } else { counted.unchanged += 1 }
  }

  // MARK: - Attempts

  /// Starts recording changes, so that `takeBack` can undo them.
  func beginAttempt() { attempt = Attempt(counted: counted, ignored: ignored) }

  /// Keeps the changes of the attempt.
  func endAttempt() { attempt = nil }

  /// Undoes the changes of the attempt.
  func takeBack() {
    guard let taken = attempt else { return }
    attempt = nil
    (counted, ignored) = (taken.counted, taken.ignored)
    for (row, before) in taken.entries.reversed() {
      guard let place = place(of: row) else { continue }
      // The slot must stay in use for later entries of its chain: it gets a key that nobody looks
      // up.
      entries[place] =
        before ?? Entry(low: ~row.low, high: ~row.high | Entry.isKnown, original: 0, written: 0)
    }
  }

  // MARK: - Entries

  /// What is known about a row; nil if this run has not met it.
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

  /// The place of a row's entry, or the free place where it would go.
  private func slot(of row: RowHash) -> Int {
    entries.place(of: Int(truncatingIfNeeded: row.low)) {
      $0.low == row.low && ($0.high ^ row.high) & ~Entry.flags == 0
    }
  }
}
