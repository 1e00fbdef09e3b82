internal import RKEngine

/// Visits lists element by element.
extension SampleWalk {
  /// Whether the first element of the list here is neither a list nor an object.
  func holdsScalars(_ text: Span<UInt8>) -> Bool {
    var next = at + 1
    while text[next].isWhitespace { next += 1 }
    return !text[next].isOpening && text[next] != .closeArray
  }

  /// Visits the elements of the list here, each of which is to be added by the visitor.
  mutating func elements(_ text: Span<UInt8>, _ visit: (inout SampleWalk) -> Void) {
    at += 1
    skipSpace(text)
    while text[at] != .closeArray {
      visit(&self)
      passComma(text)
    }
    at += 1
  }

  /// Moves after a value.
  ///
  /// - Returns: Where it is.
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

  /// The cells of the list here, and a hash of its content.
  mutating func row(_ text: Span<UInt8>) -> (cells: RowCells, hash: UInt64) {
    var cells = RowCells()
    var list = ListParts()
    elements(text) { walk in list.hash = StableHash.of(list.hash, cells.add(text, &walk)) }
    return (cells, list.hash)
  }

  /// Adds the value here, whose places are not counted.
  ///
  /// - Returns: A hash of its content.
  mutating func addCell(_ text: Span<UInt8>, to position: Position) -> UInt64 {
    places.isPaused = true
    defer { places.isPaused = false }
    return add(text, to: position, depth: 1, key: nil)
  }
}
