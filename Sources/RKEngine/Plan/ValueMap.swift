/// Replaces values, which are looked up by their text.
package struct ValueMap: Sendable, BitwiseCopyable {
  /// The texts, numbered like the entries.
  package var table: KeyTable
  package var entries: PlanRange<ValueMapEntry>
  /// The replacement of any other value; `missing` if there is none.
  package var otherwise: Cell
}

/// A value's text, without quotes and escapes, and its replacement; both among the plan's
/// constants.
package struct ValueMapEntry: Sendable, BitwiseCopyable {
  package var text: ByteRange
  package var value: Cell

  package init(text: ByteRange, value: Cell) {
    self.text = text
    self.value = value
  }
}

extension MappingPlan {
  /// Adds a map of entries whose texts differ.
  package mutating func add(_ entries: [ValueMapEntry], otherwise: Cell) -> PlanID<ValueMap> {
    let table = keys.add(entries.map { Array(text[$0.text.range]) })
    return valueMaps.add(
      ValueMap(table: table, entries: valueMapEntries.add(entries), otherwise: otherwise)
    )
  }

  /// The replacement of a value with this text of the window, without escapes; `missing` if there
  /// is none.
  ///
  /// Inlined, since passing on a plan would copy it.
  @inline(__always)
  func lookUp(_ view: TokenView, _ range: Range<Int>, by id: PlanID<ValueMap>) -> Cell {
    value(ofEntry: entry(for: view, range, in: id), of: id)
  }

  /// The number of the entry of a map for this text of the window, without escapes; negative if
  /// there is none.
  @inline(__always)
  func entry(for view: TokenView, _ range: Range<Int>, in id: PlanID<ValueMap>) -> Int {
    keys.find(range.lowerBound, range.upperBound, view, in: valueMaps[id].table)
  }

  /// The number of the entry of a map for other text, after which eight more bytes can be read;
  /// negative if there is none.
  @inline(__always)
  func entry(for bytes: Span<UInt8>, _ range: Range<Int>, in id: PlanID<ValueMap>) -> Int {
    keys.find(bytes, range, in: valueMaps[id].table)
  }

  /// The replacement of an entry; if its number is negative, that of all other values.
  ///
  /// `missing` if there is none.
  @inline(__always)
  func value(ofEntry number: Int, of id: PlanID<ValueMap>) -> Cell {
    let map = valueMaps[id]
    return number < 0 ? map.otherwise : valueMapEntries[Int(map.entries.first) &+ number].value
  }
}
