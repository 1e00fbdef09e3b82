/// Values by key, in the order in which the keys were added; a value can be changed, but not removed.
///
/// It replaces dictionaries where a spec is read and compiled. To create the storage of a
/// dictionary, the runtime searches all conformances of the program, once for each type of key.
/// This took longer than all other work on a small spec (docs/engine.md). This type only uses
/// arrays. A look-up takes constant time, and nobody can predict which keys collide, because hashes
/// use the seed of the process. A few keys are compared one by one, which is faster than hashing.
package struct KeyedValues<Key, Element> {
  package private(set) var keys: [Key] = []
  package private(set) var values: [Element] = []
  /// The number of each key, at the slot of its hash; -1 in free slots.
  ///
  /// The number of slots is a power of two, and at least half of them are free. Empty if there are
  /// few keys.
  private var slots: [Int32] = []
  private static var few: Int { 16 }

  package init() {}

  package var isEmpty: Bool { keys.isEmpty }
  package var count: Int { keys.count }
}

// The type does not constrain its keys, because that conformance would be searched for whenever a
// list of such values is made.
extension KeyedValues where Key: Hashable {
  /// Returns the index of a key.
  package func number(of key: Key) -> Int? {
    if slots.isEmpty { return keys.firstIndex(of: key) }
    let number = slots[slot(of: key)]
    return number < 0 ? nil : Int(number)
  }

  package subscript(key: Key) -> Element? {
    get { number(of: key).map { values[$0] } }
    set {
      guard let newValue else { preconditionFailure("no key goes") }
      if let number = number(of: key) {
        values[number] = newValue
      } else {
        append(key, newValue)
      }
    }
  }

  /// The value of a key, or the given value if the key has none.
  package subscript(key: Key, default value: @autoclosure () -> Element) -> Element {
    get { self[key] ?? value() }
    _modify {
      let number = number(of: key) ?? append(key, value())
      yield &values[number]
    }
  }

  /// Reserves memory for this many keys.
  package mutating func reserveCapacity(_ count: Int) {
    keys.reserveCapacity(count)
    values.reserveCapacity(count)
  }

  @discardableResult
  private mutating func append(_ key: Key, _ value: Element) -> Int {
    let number = keys.count
    keys.append(key)
    values.append(value)
    if keys.count <= Self.few { return number }
    if keys.count * 2 > slots.count {
      slots = Array(repeating: -1, count: max(slots.count * 2, Self.few * 4))
      for number in keys.indices { slots[slot(of: keys[number])] = Int32(number) }
    } else {
      slots[slot(of: key)] = Int32(number)
    }
    return number
  }

  /// Returns the slot with the number of a key, or the free slot for it.
  private func slot(of key: Key) -> Int {
    let mask = slots.count - 1
    var slot = key.hashValue & mask
    while slots[slot] >= 0 && keys[Int(slots[slot])] != key { slot = (slot + 1) & mask }
    return slot
  }
}

extension KeyedValues: Sendable where Key: Sendable, Element: Sendable {}
