/// Numbers of records by a hash of their keys: a table with open addressing, of chains.
///
/// Records with the same hash form a chain; the caller compares their keys. A record takes 16
/// bytes, and 4 to 8 more for each hash.
package struct RecordIndex: ~Copyable {
  struct Entry: BitwiseCopyable {
    var hash: UInt64
    var record: UInt32
    /// The next one of its chain, counted from 1; 0 if there is none.
    var next: UInt32
  }

  private var entries = UniqueArray<Entry>()
  /// The first entries of chains, counted from 1; 0 for an empty slot.
  private var slots = UniqueArray<UInt32>()
  private var chainCount = 0

  package init() { slots.append(zeros: 1024) }

  /// How many records it has.
  package var count: Int { entries.count }

  /// The hash of a key among those of its kind, with a seed that differs in each run.
  package static func hash(_ key: borrowing UniqueArray<UInt8>, kind: Int) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(kind)
    hasher.combine(key.span, 0..<key.count)
    return UInt64(truncatingIfNeeded: Int64(hasher.finalize()))
  }

  /// Puts a record at the beginning of its chain.
  package mutating func insert(_ record: Int, _ hash: UInt64) {
    let slot = slot(of: hash)
    let next = slots[slot]
    entries.append(Entry(hash: hash, record: UInt32(record), next: next))
    slots[slot] = UInt32(entries.count)
    if next > 0 { return }
    chainCount += 1
    if chainCount * 2 > slots.count { grow() }
  }

  /// The entry of the first record with a hash, 0 if there is none.
  package func first(_ hash: UInt64) -> UInt32 { slots[slot(of: hash)] }

  /// The entry after it, 0 if it is the last.
  package func next(after place: UInt32) -> UInt32 { entries[Int(place) - 1].next }

  /// The record of an entry.
  package func record(at place: UInt32) -> Int { Int(entries[Int(place) - 1].record) }

  /// The slot of a chain, or the free one that it would get.
  private func slot(of hash: UInt64) -> Int {
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] > 0 && entries[Int(slots[slot]) - 1].hash != hash {
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }

  private mutating func grow() {
    var larger = UniqueArray<UInt32>(minimumCapacity: slots.count * 2)
    larger.append(zeros: slots.count * 2)
    swap(&slots, &larger)
    for place in 0..<larger.count where larger[place] > 0 {
      let slot = slot(of: entries[Int(larger[place]) - 1].hash)
      slots[slot] = larger[place]
    }
  }
}
