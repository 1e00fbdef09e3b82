/// What values are exchanged for, found by their text.
package struct ValueMap: Sendable, BitwiseCopyable {
  /// Ordered as `ValueMapEntry.precedes` says.
  package var entries: PlanRange<ValueMapEntry>
  /// What takes the place of any other value; `missing` where none can.
  package var otherwise: Cell

  package init(entries: PlanRange<ValueMapEntry>, otherwise: Cell) {
    self.entries = entries
    self.otherwise = otherwise
  }
}

/// A value's text, without quotes and escapes, and what the value is exchanged for; both among the
/// plan's constants.
package struct ValueMapEntry: Sendable, BitwiseCopyable {
  package var text: ByteRange
  package var value: Cell

  package init(text: ByteRange, value: Cell) {
    self.text = text
    self.value = value
  }

  /// The order of entries: shorter texts first, those of one length by their bytes.
  package static func precedes(_ text: [UInt8], _ other: [UInt8]) -> Bool {
    text.count != other.count ? text.count < other.count : text.lexicographicallyPrecedes(other)
  }
}

extension MappingPlan {
  /// What a value of this text is exchanged for; `missing` when for nothing.
  ///
  /// Inlined, since a plan would be copied to be passed on.
  @inline(__always)
  func exchange(_ bytes: Span<UInt8>, _ range: Range<Int>, by id: PlanID<ValueMap>) -> Cell {
    let map = valueMaps[id]
    var (low, high) = (Int(map.entries.first), Int(map.entries.end))
    while low < high {
      let middle = low + (high - low) / 2
      switch compare(bytes, range, valueMapEntries[middle].text) {
      case 0: return valueMapEntries[middle].value
      case ..<0: high = middle
      default: low = middle + 1
      }
    }
    return map.otherwise
  }

  /// Less than zero when the bytes come before a constant, zero when they are equal.
  @inline(__always)
  private func compare(_ bytes: Span<UInt8>, _ range: Range<Int>, _ constant: ByteRange) -> Int {
    if range.count != Int(constant.count) { return range.count - Int(constant.count) }
    for index in 0..<range.count {
      let (left, right) = (bytes[range.lowerBound + index], text[constant.lowerBound + index])
      if left != right { return left < right ? -1 : 1 }
    }
    return 0
  }
}
