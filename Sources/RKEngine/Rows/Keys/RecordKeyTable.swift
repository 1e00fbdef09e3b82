/// Finds keys that others hold by their numbers: a table with open addressing, of 8 bytes a slot, half of
/// which are free.
struct RecordKeyTable: ~Copyable {
  struct Slot: ZeroInitializable {
    var bits: UInt64
  }

  /// The number, counted from 1, and half of the key's bits; 0 for a free slot.
  private var slots = UniqueArray<Slot>()
  private var count = 0

  init() { slots.append(zeros: 1024) }

  /// The number of a key; nil if it is not there.
  ///
  /// The function tells whether the key of a number is the one that is searched.
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

  /// Reads where a key is looked for first.
  ///
  /// To do so for many before they are looked up one by one lets the waits for memory overlap; what is
  /// returned keeps the reads from being left out.
  @inline(__always)
  func touch(_ key: RecordKey) -> UInt64 {
    slots[Int(truncatingIfNeeded: key.words.low) & (slots.count &- 1)].bits
  }

  /// Adds the number of a key that is not there; `key` gives those of all numbers.
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
