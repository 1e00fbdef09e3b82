/// What values are mapped to, found by their text.
package struct ValueMap: Sendable, BitwiseCopyable {
  /// The texts; they are numbered as the entries are.
  package var table: KeyTable
  package var entries: PlanRange<ValueMapEntry>
  /// What takes the place of any other value; `missing` where none can.
  package var otherwise: Cell
}

/// A value's text, without quotes and escapes, and what the value is mapped to; both among the
/// plan's constants.
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

  /// What a value of this text of the window, without escapes, is mapped to; `missing` when for
  /// nothing.
  ///
  /// Inlined, since a plan would be copied to be passed on.
  @inline(__always)
  func lookUp(_ view: TokenView, _ range: Range<Int>, by id: PlanID<ValueMap>) -> Cell {
    let map = valueMaps[id]
    let number = keys.find(range.lowerBound, range.upperBound, view, in: map.table)
    return number < 0 ? map.otherwise : valueMapEntries[Int(map.entries.first) &+ number].value
  }

  /// The same of other text, after which eight more bytes can be read.
  @inline(__always)
  func lookUp(_ bytes: Span<UInt8>, _ range: Range<Int>, by id: PlanID<ValueMap>) -> Cell {
    let map = valueMaps[id]
    let number = keys.find(bytes, range, in: map.table)
    return number < 0 ? map.otherwise : valueMapEntries[Int(map.entries.first) &+ number].value
  }
}
