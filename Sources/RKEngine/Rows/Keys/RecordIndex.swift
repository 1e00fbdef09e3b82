/// Finds records by a hash of their keys: a table of chains, with open addressing.
///
/// Records with the same hash form a chain; the caller compares their keys. The first of a chain is
/// in the table itself, so that finding it waits for memory once. A hash takes 32 to 64 bytes, and
/// each further record of its chain 8.
package struct RecordIndex: ~Copyable {
  /// A record of a chain.
  struct Link: BitwiseCopyable {
    /// The record, counted from 1; 0 if there is none.
    fileprivate var number: UInt32
    /// The next link of the chain, counted from 1; 0 if there is none.
    fileprivate var next: UInt32

    static var none: Link { Link(number: 0, next: 0) }

    var isNone: Bool { number == 0 }
    var record: Int { Int(number) &- 1 }
  }

  struct Slot: ZeroInitializable {
    var hash: UInt64
    /// The first record of the chain; none for a free slot.
    var first: Link
  }

  private var slots = UniqueArray<Slot>()
  private var others = UniqueArray<Link>()
  private var chainCount = 0
  /// Accumulates what was prefetched, so that the compiler keeps the reads.
  private var read: UInt64 = 0

  /// How many records are best looked up together: what their lookups touch stays in the nearest
  /// caches.
  static var groupSize: Int { 256 }

  package init() { slots.append(zeros: 1024) }

  /// The hash of a key among keys of its kind, seeded with numbers that differ in each run.
  static func hash(_ key: borrowing UniqueArray<UInt8>, kind: Int) -> UInt64 {
    var hash = RecordHash()
    hash.add(UInt64(bitPattern: Int64(kind)))
    hash.add(key.span, 0..<key.count)
    return hash.low
  }

  /// Inserts records at the beginning of their chains, one after the other.
  mutating func insert(
    _ records: borrowing UniqueArray<UInt32>,
    _ hashes: borrowing UniqueArray<UInt64>
  ) {
    touch(hashes)
    for number in 0..<hashes.count { insert(Int(records[number]), hashes[number]) }
  }

  /// Inserts a record at the beginning of its chain.
  mutating func insert(_ record: Int, _ hash: UInt64) {
    let slot = slot(of: hash)
    let first = slots[slot].first
    if !first.isNone { others.append(first) }
    let next = first.isNone ? 0 : UInt32(others.count)
    slots[slot] = Slot(hash: hash, first: Link(number: UInt32(record + 1), next: next))
    if !first.isNone { return }
    chainCount += 1
    if chainCount * 2 > slots.count { grow() }
  }

  /// The first record with a hash.
  func first(_ hash: UInt64) -> Link { slots[slot(of: hash)].first }

  /// The record after another one.
  func next(after link: Link) -> Link { link.next > 0 ? others[Int(link.next) - 1] : .none }

  /// Prefetches the slots of some hashes: the waits for memory overlap, which they do not if each
  /// key is looked up separately.
  mutating func touch(_ hashes: borrowing UniqueArray<UInt64>) {
    for number in 0..<hashes.count { read ^= slots[place(of: hashes[number])].hash }
  }

  /// The slot of a chain, or the free slot that it would get.
  @inline(__always)
  private func slot(of hash: UInt64) -> Int {
    var slot = place(of: hash)
    while !slots[slot].first.isNone && slots[slot].hash != hash {
      slot = (slot &+ 1) & (slots.count &- 1)
    }
    return slot
  }

  @inline(__always)
  private func place(of hash: UInt64) -> Int {
    Int(truncatingIfNeeded: hash) & (slots.count &- 1)
  }

  private mutating func grow() {
    var old = UniqueArray<Slot>(minimumCapacity: slots.count * 2)
    old.append(zeros: slots.count * 2)
    swap(&slots, &old)
    for number in 0..<old.count where !old[number].first.isNone {
      var slot = place(of: old[number].hash)
      while !slots[slot].first.isNone { slot = (slot &+ 1) & (slots.count &- 1) }
      slots[slot] = old[number]
    }
  }
}
