/// Remembers the order of keys in earlier objects of each shape.
///
/// Records of one kind usually have their keys in one order. A key in its expected place is
/// recognised by its bytes and its closing quote: its end is not searched for, and nothing is
/// hashed. Any other key is looked up in the table of its shape, which costs little more than it
/// would without this. The slot and column of a wanted key are stored with it, so that plain
/// members are walked without reading the plan (`walkPlainMembers`).
struct KeySequences: ~Copyable {
  /// A key and its closing quote, if they fit in four words.
  ///
  /// Not private, as the compiler (6.3) fails at arrays of private types that are destroyed in
  /// another file.
  struct Entry: BitwiseCopyable {
    var low: UInt64
    var lowMask: UInt64
    var high: UInt64
    var highMask: UInt64
    /// The last sixteen bytes of a key that does not fit in two words; they begin at `offset`.
    var nextToLast: UInt64 = 0
    var last: UInt64 = 0
    /// 0 if the key fits in two words.
    var offset: UInt32 = 0
    /// The key's number in its table, or -1.
    var number: Int32 = -1
    /// The slot and the column of the key's member; -1 if nothing is wanted, or more than a copy.
    var slot: Int32 = -1
    var column: Int32 = -1

    /// Matches no key, as no text has such bytes.
    static var none: Entry { Entry(low: ~0, lowMask: ~0, high: ~0, highMask: ~0) }

    var isNone: Bool { low == ~0 }

    /// The key between two offsets.
    init(_ start: Int, _ end: Int, _ view: TokenView, number: Int, _ member: ShapeMember?) {
      let count = end &- start &+ 1
      lowMask = count < 8 ? .lowBytes(count) : ~0
      highMask = count <= 8 ? 0 : count < 16 ? .lowBytes(count &- 8) : ~0
      low = view.word(start) & lowMask
      high = view.word(start &+ 8) & highMask
      if count > 16 {
        offset = UInt32(truncatingIfNeeded: count &- 16)
        nextToLast = view.word(start &+ count &- 16)
        last = view.word(start &+ count &- 8)
      }
      self.number = Int32(truncatingIfNeeded: number)
      guard let member else { return }
      slot = Int32(truncatingIfNeeded: member.slot)
      if !member.copy.isNone { column = Int32(truncatingIfNeeded: member.column) }
    }

    private init(low: UInt64, lowMask: UInt64, high: UInt64, highMask: UInt64) {
      (self.low, self.lowMask, self.high, self.highMask) = (low, lowMask, high, highMask)
    }
  }

  /// The state of a shape's key order.
  struct OrderState: BitwiseCopyable {
    /// The index of the first key; -1 while nothing is recorded.
    var first = -1
    var count = 0
    /// The most keys that are recorded.
    var capacity = KeySequences.leastCapacity
    /// How many more keys may be out of place before the order is learned again; each object allows
    /// two.
    var patience = -2
    /// How often the order may still be learned again.
    var restarts = 5
  }

  /// The number of keys recorded for a shape, or more if it wants more than half as many.
  private static var leastCapacity: Int { 96 }
  private static var largestCapacity: Int { 1024 }
  /// The longest key that fits in four words, with its quote.
  private static var longestKey: Int { 31 }

  /// For each shape seen so far, its recorded keys, followed by two that match nothing.
  private var entries = UniqueArray<Entry>(minimumCapacity: 1)
  private var states: UniqueArray<OrderState>

  init(_ shapes: [ObjectShape]) {
    states = UniqueArray(minimumCapacity: shapes.count)
    for shape in shapes {
      let wanted = min(2 * shape.members.count, Self.largestCapacity)
      states.append(OrderState(capacity: max(wanted, Self.leastCapacity)))
    }
  }

  /// The index of the key that the next object of a shape is expected to begin with; -1 if nothing
  /// is expected.
  @inline(__always)
  mutating func begin(_ shape: PlanID<ObjectShape>) -> Int {
    let number = Int(shape.index)
    states[number].patience &+= 2
    return states[number].patience < 2 ? restart(number) : states[number].first
  }

  /// Forgets the order of the keys, to learn it again, unless that happened too often.
  @inline(never)
  private mutating func restart(_ number: Int) -> Int {
    states[number].patience = 64
    states[number].count = 0
    states[number].restarts -= 1
    if states[number].restarts < 0 {
      states[number] = OrderState(restarts: 0)
    } else if states[number].first < 0 {
      states[number].first = entries.count
      entries.append(repeating: .none, count: states[number].capacity + 2)
    } else {
      let first = states[number].first
      for place in first..<(first + states[number].capacity) { entries[place] = .none }
    }
    return states[number].first
  }

  /// Whether the key that begins at `start` is the one at an index.
  @inline(__always)
  func isKey(_ start: Int, at place: Int, _ view: TokenView) -> Bool {
    let low = (view.word(start) & entries[place].lowMask) ^ entries[place].low
    let high = (view.word(start &+ 8) & entries[place].highMask) ^ entries[place].high
    guard low | high == 0 else { return false }
    let offset = Int(entries[place].offset)
    return offset == 0
      || view.word(start &+ offset) == entries[place].nextToLast
        && view.word(start &+ offset &+ 8) == entries[place].last
  }

  /// The number of the key at an index.
  @inline(__always)
  func number(at place: Int) -> Int { Int(entries[place].number) }

  /// The slot and the column of the key at an index, -1 if there is none.
  @inline(__always)
  func slot(at place: Int) -> Int32 { entries[place].slot }

  @inline(__always)
  func column(at place: Int) -> Int32 { entries[place].column }

  /// Notes that a key other than the one at `place` occurred there.
  ///
  /// Returns the index of the next expected key; -1 if nothing more is expected of the object.
  @inline(never)
  mutating func miss(
    _ shape: PlanID<ObjectShape>,
    at place: Int,
    from start: Int,
    to end: Int,
    number: Int,
    _ member: ShapeMember?,
    _ view: TokenView
  ) -> Int {
    let state = states[Int(shape.index)]
    let isShort = end &- start <= Self.longestKey
    if place == state.first &+ state.count {
      guard state.count < state.capacity else { return -1 }
      // A key that is too long gets an empty entry.
      if isShort { entries[place] = Entry(start, end, view, number: number, member) }
      states[Int(shape.index)].count &+= 1
      return place &+ 1
    }
    if entries[place].isNone && !isShort { return place &+ 1 }
    // The expected key may be missing.
    if isKey(start, at: place &+ 1, view) { return place &+ 2 }
    states[Int(shape.index)].patience &-= 1
    return state.patience < 1 ? -1 : place
  }
}
