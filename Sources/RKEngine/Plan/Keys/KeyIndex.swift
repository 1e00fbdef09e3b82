/// Finds the keys that a plan wants by their bytes, without making a string: one `KeyTable` for
/// each object shape.
///
/// A key is hashed by its first eight bytes and its length. If wanted keys share those, as
/// `in_reply_to_user_id_str` and `in_reply_to_status_id_s` do, the last eight bytes are used, too;
/// if they share even those, everything in between. The multiplier of a table is searched for when
/// the plan is compiled, until no two wanted keys share a slot. So nearly every unwanted key of a
/// document is rejected by one read of an empty slot. Adversarial keys can at worst probe the
/// wanted ones, whose number is the spec's.
package struct KeyIndex: Sendable {
  private var slots: [Slot] = []
  private var bytes: [UInt8] = []

  /// A slot of a table: a key, or free.
  private struct Slot: Sendable, BitwiseCopyable {
    var first: UInt64 = 0
    var last: UInt64 = 0
    var count: UInt32 = 0
    /// The key's index in its table plus one; 0 for a free slot.
    var number: UInt32 = 0
    /// The key's text among `bytes`.
    var offset: Int = 0

    var range: Range<Int> { offset..<(offset + Int(count)) }
  }

  package init() {}

  /// Reserves memory for the tables of this many keys, even if each has its own object.
  package mutating func reserveCapacity(_ count: Int) { slots.reserveCapacity(count * 12) }

  /// A spelling of a key of a table.
  package struct Spelling {
    /// The key's index in its table.
    package var number: Int
    package var text: String

    package init(_ text: String, of number: Int) {
      self.number = number
      self.text = text
    }
  }

  /// Adds a table for some distinct keys, which are numbered by their index in the list.
  package mutating func add(_ texts: [[UInt8]]) -> KeyTable {
    var keys: [Slot] = []
    keys.reserveCapacity(texts.count)
    for number in texts.indices {
      let start = bytes.count
      bytes += texts[number]
      keys.append(slot(of: number, textFrom: start))
    }
    return add(&keys)
  }

  /// Adds a table for keys that have several spellings, or none.
  package mutating func add(spellings: [Spelling]) -> KeyTable {
    var keys: [Slot] = []
    keys.reserveCapacity(spellings.count)
    for place in spellings.indices {
      let start = bytes.count
      bytes += spellings[place].text.utf8
      keys.append(slot(of: spellings[place].number, textFrom: start))
    }
    return add(&keys)
  }

  /// The slot of a key of a table, by the last bytes of the key.
  private func slot(of number: Int, textFrom start: Int) -> Slot {
    let count = bytes.count - start
    return Slot(
      first: word(start, min(count, 8)),
      last: count > 8 ? word(bytes.count - 8, 8) : 0,
      count: UInt32(count),
      number: UInt32(number + 1),
      offset: start
    )
  }

  private func word(_ start: Int, _ count: Int) -> UInt64 {
    if count == 8 { return bytes.span.word(at: start) }
    var word: UInt64 = 0
    for place in 0..<count { word |= UInt64(bytes[start + place]) << (place * 8) }
    return word
  }

  /// Adds the table of keys whose texts are already stored.
  private mutating func add(_ keys: inout [Slot]) -> KeyTable {
    // In a document a backslash is always part of an escape.
    var escaped: [Slot] = []
    if let first = keys.first, bytes[first.offset...].contains(.backslash) {
      escaped = keys.filter { bytes[$0.range].contains(.backslash) }
      keys.removeAll { bytes[$0.range].contains(.backslash) }
    }
    let (areAlike, areAlikeAtEnds) = likeness(keys)
    var slotCount = 4
    while slotCount < (keys.count + escaped.count) * 4 { slotCount *= 2 }
    var table = KeyTable(
      firstSlot: slots.count,
      slotMask: slotCount - 1,
      multiplier: 0x9E37_79B9_7F4A_7C15,
      shift: UInt64(64 - slotCount.trailingZeroBitCount),
      usesLast: areAlike,
      usesMiddle: areAlikeAtEnds,
      hasCollisions: false,
      escapedCount: escaped.count
    )
    slots += repeatElement(Slot(), count: slotCount)
    var best = (table: table, collisions: Int.max)
    // A linear congruence generates the candidates, so that the same spec always compiles to the
    // same plan. Among many keys some always share a slot.
    var candidatesLeft = keys.count > 64 ? 4 : 256
    while best.collisions > 0 && candidatesLeft > 0 {
      candidatesLeft -= 1
      let collisions = fill(keys, table)
      if collisions < best.collisions { best = (table, collisions) }
      table.multiplier = table.multiplier &* 0xD134_2543_DE82_EF95 &+ 0x2545_F491_4F6C_DD1D | 1
    }
    // The last candidate may not be the best.
    if best.collisions > 0 { _ = fill(keys, best.table) }
    slots += escaped
    best.table.hasCollisions = best.collisions > 0
    return best.table
  }

  /// Whether some keys share first bytes and length, and whether some of those share last bytes,
  /// too.
  private func likeness(_ keys: [Slot]) -> (areAlike: Bool, areAlikeAtEnds: Bool) {
    if keys.count < 2 { return (false, false) }
    // Sorting makes keys with the same beginning neighbours.
    let sorted = keys.sorted { ($0.first, $0.count, $0.last) < ($1.first, $1.count, $1.last) }
    var likeness = (areAlike: false, areAlikeAtEnds: false)
    for place in 1..<sorted.count {
      let (one, other) = (sorted[place - 1], sorted[place])
      guard one.first == other.first && one.count == other.count else { continue }
      likeness.areAlike = true
      if one.last == other.last { likeness.areAlikeAtEnds = true }
    }
    return likeness
  }

  /// The spellings of the first `count` keys of a table, by their numbers.
  package func spellings(of table: KeyTable, _ count: Int) -> [[[UInt8]]] {
    var spellings: [[[UInt8]]] = Array(repeating: [], count: count)
    let found = slots[table.slots.lowerBound..<table.escaped.upperBound].filter { $0.number > 0 }
    for key in found.sorted(by: { $0.offset < $1.offset }) {
      spellings[Int(key.number) - 1].append(Array(bytes[key.range]))
    }
    return spellings
  }

  /// The number in `table` of the key between two offsets of a window, or -1.
  @inline(__always)
  package func find(_ start: Int, _ end: Int, _ view: TokenView, in table: KeyTable) -> Int {
    let count = end &- start
    var first = view.word(start)
    if count < 8 { first &= .lowBytes(count) }
    let last =
      !table.usesLast || count <= 8
      ? 0 : table.usesMiddle ? table.tail(view.padded, start, count) : view.word(end &- 8)
    let slot = table.slot(first, last, count)
    let found = slots[table.firstSlot &+ slot]
    if found.number == 0 { return -1 }
    if found.first == first && Int(found.count) == count {
      if count <= 8 || count <= 16 && found.last == view.word(end &- 8) {
        return Int(found.number) &- 1
      }
    } else if !table.hasCollisions {
      return -1
    }
    return findFurther(view.padded, start..<end, first: first, slot: slot, in: table)
  }

  /// The number in `table` of a key in other bytes, without escapes, after which eight more can be
  /// read; or -1.
  package func find(_ text: Span<UInt8>, _ range: Range<Int>, in table: KeyTable) -> Int {
    for key in slots[table.escaped]
    where key.range.count == range.count
      && key.range.indices.allSatisfy({ bytes[$0] == text[range.lowerBound + $0 - key.offset] })
    {
      return Int(key.number) - 1
    }
    var first = text.word(at: range.lowerBound)
    if range.count < 8 { first &= .lowBytes(range.count) }
    let last =
      table.usesLast && range.count > 8 ? table.tail(text, range.lowerBound, range.count) : 0
    return findFurther(
      text,
      range,
      first: first,
      slot: table.slot(first, last, range.count),
      in: table
    )
  }

  /// Finds a key of more than eight bytes, or one that shares its slot.
  @inline(never)
  private func findFurther(
    _ text: Span<UInt8>,
    _ range: Range<Int>,
    first: UInt64,
    slot: Int,
    in table: KeyTable
  ) -> Int {
    let count = range.count
    let last = count > 8 ? text.word(at: range.upperBound &- 8) : 0
    var slot = slot
    while true {
      let found = slots[table.firstSlot &+ slot]
      if found.number == 0 { return -1 }
      if found.first == first && found.last == last && Int(found.count) == count
        && (count <= 16 || middleMatches(found.offset, text, start: range.lowerBound, count: count))
      {
        return Int(found.number) &- 1
      }
      slot = (slot &+ 1) & table.slotMask
    }
  }

  private func middleMatches(_ offset: Int, _ text: Span<UInt8>, start: Int, count: Int) -> Bool {
    for index in 8..<(count - 8) where bytes[offset + index] != text[start + index] { return false }
    return true
  }

  /// Stores keys in the slots of their table, which are the last ones; returns the number of
  /// collisions.
  private mutating func fill(_ keys: [Slot], _ table: KeyTable) -> Int {
    for slot in table.slots { slots[slot] = Slot() }
    var collisions = 0
    for key in keys {
      let last = key.count > 8 ? table.tail(bytes.span, key.offset, Int(key.count)) : 0
      var slot = table.slot(key.first, table.usesLast ? last : 0, Int(key.count))
      while slots[table.firstSlot + slot].number != 0 {
        collisions += 1
        slot = (slot + 1) & table.slotMask
      }
      slots[table.firstSlot + slot] = key
    }
    return collisions
  }
}

/// The range of one object's keys in the index, and how they are hashed.
package struct KeyTable: Sendable, BitwiseCopyable {
  fileprivate var firstSlot: Int
  fileprivate var slotMask: Int
  fileprivate var multiplier: UInt64
  fileprivate var shift: UInt64
  /// The keys are also hashed by their last bytes: first bytes and lengths do not distinguish them.
  fileprivate var usesLast: Bool
  /// The keys are also hashed by the bytes in between.
  fileprivate var usesMiddle: Bool
  /// Some wanted keys share a slot.
  fileprivate var hasCollisions: Bool
  /// The number of keys after the slots, which cannot be compared with raw bytes of a document.
  fileprivate var escapedCount: Int

  fileprivate var slots: Range<Int> { firstSlot..<(firstSlot + slotMask + 1) }
  fileprivate var escaped: Range<Int> { slots.upperBound..<(slots.upperBound + escapedCount) }

  /// The additional hash input of a key of more than eight bytes, besides its first eight and its
  /// length.
  @inline(__always)
  fileprivate func tail(_ text: Span<UInt8>, _ start: Int, _ count: Int) -> UInt64 {
    let last = text.word(at: start &+ count &- 8)
    return usesMiddle && count > 16 ? mix(last, text, start, count) : last
  }

  @inline(never)
  private func mix(_ last: UInt64, _ text: Span<UInt8>, _ start: Int, _ count: Int) -> UInt64 {
    var mixed = last
    for offset in stride(from: 8, to: count - 8, by: 8) {
      mixed = (mixed ^ text.word(at: start + offset)) &* 0x9E37_79B9_7F4A_7C15
      mixed ^= mixed >> 29
    }
    return mixed
  }

  @inline(__always)
  fileprivate func slot(_ first: UInt64, _ last: UInt64, _ count: Int) -> Int {
    var mixed = first &+ UInt64(truncatingIfNeeded: count)
    if usesLast { mixed ^= last &* 0xFF51_AFD7_ED55_8CCD }
    return Int(truncatingIfNeeded: (mixed &* multiplier) &>> shift)
  }
}
