/// The buffers that cells point into: those of the window, of the batch, and of the plan.
package struct CellBytes: ~Escapable {
  let input: Span<UInt8>
  let side: Span<UInt8>
  let constants: Span<UInt8>

  @inline(__always)
  @_lifetime(copy input, copy side, copy constants)
  package init(_ input: Span<UInt8>, _ side: Span<UInt8>, _ constants: Span<UInt8>) {
    self.input = input
    self.side = side
    self.constants = constants
  }

  /// The bytes that a cell's offset refers to.
  @inline(__always)
  @_lifetime(copy self)
  package func around(_ cell: Cell) -> Span<UInt8> {
    switch cell.space {
    case .input: input
    case .batch: side
    case .plan: constants
    }
  }

  /// A cell's own bytes.
  @inline(__always)
  @_lifetime(copy self)
  func of(_ cell: Cell) -> Span<UInt8> { around(cell).extracting(cell.range) }

  /// A string's bytes without its quotes.
  @inline(__always)
  @_lifetime(copy self)
  func content(of cell: Cell) -> Span<UInt8> { around(cell).extracting(cell.contentRange) }

  /// Whether a string's content is its text.
  ///
  /// Only values of the input record whether they may have escapes.
  @inline(__always)
  func isPlain(_ cell: Cell) -> Bool {
    if cell.space == .input { return !cell.traits.contains(.mayHaveEscapes) }
    let content = cell.contentRange
    return around(cell).first(.backslash, in: content) == nil
  }
}

extension Cell {
  /// Appends the cell's own bytes; `constants` are those of the plan.
  func appendBytes(
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>,
    _ constants: [UInt8],
    to output: inout UniqueArray<UInt8>
  ) {
    let bytes = CellBytes(input, batch.side.span, constants.span).around(self)
    output.append(contentsOf: bytes, range)
  }

  /// Appends the text of a scalar; that of a string without quotes and escapes.
  func appendText(
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>,
    _ constants: [UInt8],
    to output: inout UniqueArray<UInt8>
  ) {
    appendText(CellBytes(input, batch.side.span, constants.span).around(self), to: &output)
  }

  /// Writes the text of a value, whose bytes are padded; white space in a structure is dropped.
  func write(_ bytes: Span<UInt8>, to output: inout OutputBuffer) {
    if traits.contains(.mayHaveWhitespace) {
      JSONReshaper.append(bytes, range, JSONLayout(), to: &output)
    } else {
      output.append(padded: bytes, Int(offset), Int(count))
    }
  }

  /// Writes the text of a string without its quotes and escapes.
  func writeContent(_ bytes: Span<UInt8>, to output: inout OutputBuffer) {
    // A string that cannot be decoded to UTF-8 was rejected before it became a value.
    _ = StringText.append(bytes, (range.lowerBound + 1)..<(range.upperBound - 1), to: &output)
  }
}
