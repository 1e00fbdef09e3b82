/// Finds keys, which the caller stores by number: a table with open addressing, of 8 bytes a slot,
/// half of which are free.
struct RecordKeyTable: ~Copyable {
  struct Slot: ZeroInitializable {
    var bits: UInt64
  }

  /// The number, counted from 1, and half of the key's bits; 0 for a free slot.
  private var slots = UniqueArray<Slot>()
  private var count = 0

  init() { slots.append(zeros: 1024) }

  /// The number of a key; nil if the table does not have it.
  ///
  /// The function says whether the key with a number is the wanted one.
  @inline(__always)
  func find(_ key: RecordKey, _ isKey: (Int) -> Bool) -> Int? {
    let (low, high) = key.words
    let mask = slots.count &- 1
    var slot = Int(truncatingIfNeeded: low) & mask
    while slots[slot].bits != 0 {
      if (slots[slot].bits ^ high) &>> 32 == 0 {
        let number = Int(slots[slot].bits & 0xFFFF_FFFF) &- 1
        if isKey(number) { return number }
      }
      slot = (slot &+ 1) & mask
    }
    return nil
  }

  /// Prefetches the slot of a key.
  ///
  /// Done for many keys before they are looked up, so that the waits for memory overlap. The caller
  /// must use the result, so that the compiler keeps the reads.
  @inline(__always)
  func touch(_ key: RecordKey) -> UInt64 {
    slots[Int(truncatingIfNeeded: key.words.low) & (slots.count &- 1)].bits
  }

  /// Adds the number of a key that the table does not have; `key` returns the key of any number.
  mutating func insert(_ number: Int, _ key: RecordKey, keys: (Int) -> RecordKey) {
    precondition(number < Int(UInt32.max), "more than 4 billion records are not compared")
    place(number, key)
    count += 1
    if count * 2 <= slots.count { return }
    let size = slots.count * 2
    slots = UniqueArray<Slot>(minimumCapacity: size)
    slots.append(zeros: size)
    for number in 0..<count { place(number, keys(number)) }
  }

  private mutating func place(_ number: Int, _ key: RecordKey) {
    let (low, high) = key.words
    let mask = slots.count &- 1
    var slot = Int(truncatingIfNeeded: low) & mask
    while slots[slot].bits != 0 { slot = (slot &+ 1) & mask }
    slots[slot] = Slot(bits: UInt64(number + 1) | high & 0xFFFF_FFFF_0000_0000)
  }
}
