/// Numbers of records by a hash of their keys: a table with open addressing, of chains.
///
/// Records with the same hash form a chain; the caller compares their keys. A record takes 16
/// bytes, and 16 to 32 more for each hash.
package struct RecordIndex: ~Copyable {
  struct Entry: BitwiseCopyable {
    var hash: UInt64
    var record: UInt32
    /// The next one of its chain, counted from 1; 0 if there is none.
    var next: UInt32
  }

  /// The first entry of a chain, counted from 1, below the upper half of its hash, which gives its
  /// place and tells most others apart; 0 for an empty slot.
  struct Slot: ZeroInitializable {
    var bits: UInt64

    @inline(__always)
    init(_ entry: Int, _ hash: UInt64) { bits = hash & 0xFFFF_FFFF_0000_0000 | UInt64(entry) }

    @inline(__always)
    var entry: UInt32 { UInt32(truncatingIfNeeded: bits) }
  }

  private var entries = UniqueArray<Entry>()
  private var slots = UniqueArray<Slot>()
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
    let next = slots[slot].entry
    entries.append(Entry(hash: hash, record: UInt32(record), next: next))
    slots[slot] = Slot(entries.count, hash)
    if next > 0 { return }
    chainCount += 1
    if chainCount * 2 > slots.count { grow() }
  }

  /// The entry of the first record with a hash, 0 if there is none.
  package func first(_ hash: UInt64) -> UInt32 { slots[slot(of: hash)].entry }

  /// The entry after it, 0 if it is the last.
  package func next(after place: UInt32) -> UInt32 { entries[Int(place) - 1].next }

  /// The record of an entry.
  package func record(at place: UInt32) -> Int { Int(entries[Int(place) - 1].record) }

  /// The slot of a chain, or the free one that it would get.
  @inline(__always)
  private func slot(of hash: UInt64) -> Int {
    var slot = place(of: hash)
    while slots[slot].bits != 0 {
      let isLike = (slots[slot].bits ^ hash) &>> 32 == 0
      if isLike && entries[Int(slots[slot].entry) &- 1].hash == hash { break }
      slot = (slot &+ 1) & (slots.count &- 1)
    }
    return slot
  }

  @inline(__always)
  private func place(of hash: UInt64) -> Int {
    Int(truncatingIfNeeded: hash &>> 32) & (slots.count &- 1)
  }

  private mutating func grow() {
    var old = UniqueArray<Slot>(minimumCapacity: slots.count * 2)
    old.append(zeros: slots.count * 2)
    swap(&slots, &old)
    for number in 0..<old.count where old[number].bits != 0 {
      var slot = place(of: old[number].bits)
      while slots[slot].bits != 0 { slot = (slot &+ 1) & (slots.count &- 1) }
      slots[slot] = old[number]
    }
  }
}
