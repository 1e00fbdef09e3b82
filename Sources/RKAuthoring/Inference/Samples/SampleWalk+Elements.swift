internal import RKEngine

/// Visits lists element by element.
extension SampleWalk {
  /// Whether the first element of the list at the current position is a scalar.
  func holdsScalars(_ text: Span<UInt8>) -> Bool {
    var next = at + 1
    while text[next].isWhitespace { next += 1 }
    return !text[next].isOpening && text[next] != .closeArray
  }

  /// Visits the elements of the list at the current position; the visitor must move past each of them.
  mutating func elements(_ text: Span<UInt8>, _ visit: (inout SampleWalk) -> Void) {
    at += 1
    skipSpace(text)
    while text[at] != .closeArray {
      visit(&self)
      passComma(text)
    }
    at += 1
  }

  /// Moves past a value.
  ///
  /// - Returns: The value's range.
  mutating func pass(_ text: Span<UInt8>) -> Range<Int> {
    let start = at
    if text[at].isOpening {
      _ = skip(text)
    } else if text[at] == .quote {
      _ = content(text)
    } else {
      while at < text.count, !text[at].isWhitespace, text[at] != .comma, text[at] != .closeArray,
        text[at] != .closeObject
      {
        at += 1
      }
    }
    return start..<at
  }

  /// The cells of the list at the current position, and a hash of its contents.
  mutating func row(_ text: Span<UInt8>) -> (cells: RowCells, hash: UInt64) {
    var cells = RowCells()
    var list = ListParts()
    elements(text) { walk in list.hash = StableHash.of(list.hash, cells.add(text, &walk)) }
    return (cells, list.hash)
  }

  /// Adds the value at the current position, without counting its places.
  ///
  /// - Returns: A hash of its contents.
  mutating func addCell(_ text: Span<UInt8>, to position: Position) -> UInt64 {
    places.isPaused = true
    defer { places.isPaused = false }
    return add(text, to: position, depth: 1, key: nil)
  }
}
