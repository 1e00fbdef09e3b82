/// Values of a document without duplicates.
///
/// Numbers and booleans are equal by value, objects whatever the order of their members
/// (docs/restkit.md).
struct DistinctValues: ~Copyable {
  private var keys = SortKey(booleansAreNumbers: true)
  /// The ends of the members' keys, which follow each other.
  private var ends = UniqueArray<Int>()
  private var numbers = SlotTable<NumberSlot>(slotCount: 16)
  private var text = UniqueArray<UInt8>()

  mutating func removeAll() {
    keys.truncate(to: 0)
    ends.removeAll()
    numbers.removeAll(slotCount: 16)
  }

  /// Adds a value; false if there is an equal one.
  mutating func insert(
    _ location: ValueLocation,
    _ view: TokenView,
    _ lists: borrowing UniqueArray<ValueLocation>,
    _ numbers: borrowing UniqueArray<UInt8>
  ) -> Bool {
    text.removeAll()
    append(location, view, lists, numbers)
    return insertText()
  }

  /// Adds the value of a cell, whose text is a JSON value, or that has no text; false if there is
  /// an equal one.
  mutating func insert(_ cell: Cell, _ bytes: CellBytes) -> Bool {
    text.removeAll()
    switch cell.kind {
    case .true: text.append(Literal.trueText)
    case .false: text.append(Literal.falseText)
    case .number, .string, .structure:
      CompactText.append(bytes.around(cell), cell.range, to: &text)
    default: text.append(Literal.nullText)
    }
    return insertText()
  }

  private mutating func insertText() -> Bool {
    let start = keys.bytes.count
    guard Self.append(keyOf: text, to: &keys) else {
      // A value that has no place in the order equals nothing.
      keys.truncate(to: start)
      return true
    }
    let key = start..<keys.bytes.count
    var hasher = Hasher()
    hasher.combine(keys.bytes.span, key)
    let hash = UInt32(truncatingIfNeeded: hasher.finalize())
    let place = numbers.place(of: hash) {
      keys.compare(($0 == 0 ? 0 : ends[$0 - 1])..<ends[$0], key) == 0
    }
    guard numbers[place].isFree else {
      keys.truncate(to: start)
      return false
    }
    numbers.insert(NumberSlot(ends.count, hash), at: place)
    ends.append(key.upperBound)
    return true
  }

  private static func append(keyOf text: borrowing UniqueArray<UInt8>, to keys: inout SortKey)
    -> Bool
  {
    keys.append(text.span, 0..<text.count)
  }

  /// Appends a value as compact JSON text.
  ///
  /// Recurses as deep as the arrays are nested that lists are made from.
  private mutating func append(
    _ location: ValueLocation,
    _ view: TokenView,
    _ lists: borrowing UniqueArray<ValueLocation>,
    _ numbers: borrowing UniqueArray<UInt8>
  ) {
    switch location.kind {
    case .token:
      CompactText.append(view.padded, view.range(ofValue: Int(location.first)), to: &text)
    case .list:
      text.append(.openArray)
      for item in location.first..<(location.first + location.second) {
        if item > location.first { text.append(.comma) }
        append(lists[Int(item)], view, lists, numbers)
      }
      text.append(.closeArray)
    case .number: DecimalText.append(UInt64(location.first), to: &text)
    case .madeNumber:
      let start = Int(location.first)
      text.append(contentsOf: numbers.span, start..<(start + Int(location.second)))
    default: text.append(Literal.nullText)
    }
  }
}
