internal import RKEngine

/// For each column of a row, whether the row gives it no value, a value, or a value for new rows
/// only.
struct RowShape: Hashable {
  enum Column {
    static let absent: UInt64 = 0
    static let value: UInt64 = 1
    static let fallback: UInt64 = 2
  }

  /// Two bits for each column; those after the first 32 columns are seldom needed.
  private(set) var first: UInt64 = 0
  private(set) var rest: [UInt64] = []

  init(_ columnCount: Int) {
    if columnCount > 32 { rest = Array(repeating: 0, count: (columnCount - 1) / 32) }
  }

  /// Has the two bits `said` for some columns, and nothing for the others.
  init(_ columnCount: Int, _ said: UInt64, of columns: some Sequence<Int>) {
    self.init(columnCount)
    for column in columns { self[column] = said }
  }

  private(set) subscript(column: Int) -> UInt64 {
    get { (column < 32 ? first : rest[column / 32 - 1]) >> UInt64(column % 32 * 2) & 3 }
    set {
      let shift = UInt64(column % 32 * 2)
      if column < 32 {
        first = first & ~(3 << shift) | newValue << shift
      } else {
        rest[column / 32 - 1] = rest[column / 32 - 1] & ~(3 << shift) | newValue << shift
      }
    }
  }

  /// Reads which columns a row gives values to, except columns whose bits are not set in `usable`.
  ///
  /// Rows that are replaced as a whole count as having values everywhere.
  @inline(__always)
  mutating func read(
    _ values: borrowing UniqueArray<StoredValue>,
    from start: Int,
    count: Int,
    wholly: Bool,
    usable: borrowing RowShape
  ) {
    if wholly {
      first = usable.first & 0x5555_5555_5555_5555
      for word in rest.indices { rest[word] = usable.rest[word] & 0x5555_5555_5555_5555 }
      return
    }
    first = Self.word(values, start..<start + min(count, 32)) & usable.first
    if count <= 32 { return }
    for word in rest.indices {
      let from = start + (word + 1) * 32
      rest[word] = Self.word(values, from..<min(from + 32, start + count)) & usable.rest[word]
    }
  }

  @inline(__always)
  private static func word(
    _ values: borrowing UniqueArray<StoredValue>,
    _ range: Range<Int>
  ) -> UInt64 {
    var word: UInt64 = 0
    var shift: UInt64 = 0
    for place in range {
      let value = values[place]
      switch value.kind {
      case .absent: break
      default: word |= (value.isFallback ? Column.fallback : Column.value) &<< shift
      }
      shift &+= 2
    }
    return word
  }

  /// Keeps only the bits that are set in `columns`.
  func intersection(_ columns: RowShape) -> RowShape {
    var shape = self
    shape.first &= columns.first
    for word in rest.indices { shape.rest[word] &= columns.rest[word] }
    return shape
  }

  @inline(__always)
  func add(to hash: inout KeyedHash) {
    hash.add(first)
    for word in rest { hash.add(word) }
  }
}
