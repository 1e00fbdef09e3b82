/// The contents of a slot in a table; all bits are zero in a free slot.
@usableFromInline
package protocol TableSlot: ZeroInitializable {
  var isFree: Bool { get }
  /// Bits of a hash; the lowest ones determine the place.
  var hash: Int { get }
  /// The least number of slots for each two entries.
  static var slotsPerTwo: Int { get }
}

extension TableSlot {
  @inlinable
  package static var slotsPerTwo: Int { 4 }
}

/// A hash table with open addressing, from which nothing is removed.
///
/// A slot has enough of its hash to find its new place when the table grows.
@usableFromInline
package struct SlotTable<Slot: TableSlot>: ~Copyable {
  /// Their number is a power of two.
  @usableFromInline
  var slots: UniqueArray<Slot>
  @usableFromInline
  package internal(set) var count = 0

  package init(slotCount: Int = 1024) { slots = Self.free(slotCount) }

  @inlinable
  package subscript(place: Int) -> Slot {
    @inline(__always)
    _read { yield slots[place] }
    @inline(__always)
    _modify { yield &slots[place] }
  }

  /// The place of the entry with a hash for which a test holds, or the free one that it would get.
  @inlinable
  @inline(__always)
  package func place(of hash: Int, where isWanted: (Slot) -> Bool) -> Int {
    var place = hash & (slots.count &- 1)
    while !slots[place].isFree && !isWanted(slots[place]) {
      place = (place &+ 1) & (slots.count &- 1)
    }
    return place
  }

  /// Adds an entry at its free place.
  @inlinable
  package mutating func insert(_ slot: Slot, at place: Int) {
    slots[place] = slot
    count &+= 1
    if count * Slot.slotsPerTwo > slots.count * 2 { grow() }
  }

  @inlinable
  @inline(never)
  mutating func grow() {
    var old = Self.free(slots.count * 2)
    swap(&slots, &old)
    for number in 0..<old.count where !old[number].isFree {
      slots[place(of: old[number].hash) { _ in false }] = old[number]
    }
  }

  /// Removes all entries, and keeps memory for `slotCount` slots.
  mutating func removeAll(slotCount: Int) {
    slots.removeAll()
    slots.append(zeros: slotCount)
    count = 0
  }

  @usableFromInline
  static func free(_ count: Int) -> UniqueArray<Slot> {
    var slots = UniqueArray<Slot>(minimumCapacity: count)
    slots.append(zeros: count)
    return slots
  }
}

/// The number of an item that the caller stores, and 32 bits of its hash, which determine its place
/// and distinguish it from most others.
struct NumberSlot: TableSlot {
  private var bits: UInt64

  @inline(__always)
  init(_ number: Int, _ hash: UInt32) {
    precondition(number < Int(UInt32.max), "a table has at most 4 billion entries")
    bits = UInt64(hash) << 32 | UInt64(number + 1)
  }

  var isFree: Bool { bits == 0 }
  var hash: Int { Int(bits &>> 32) }

  /// Nil in a free slot.
  @inline(__always)
  var number: Int? { isFree ? nil : Int(bits & 0xFFFF_FFFF) &- 1 }
}

extension SlotTable<NumberSlot> {
  /// The place of the number with a hash for which a test holds, or the free one that it would get.
  @inline(__always)
  func place(of hash: UInt32, where isWanted: (Int) -> Bool) -> Int {
    place(of: Int(hash)) { slot in
      guard slot.hash == Int(hash), let number = slot.number else { return false }
      return isWanted(number)
    }
  }
}
