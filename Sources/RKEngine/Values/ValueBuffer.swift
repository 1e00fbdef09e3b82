/// A value during the transforms of its attribute: strings as plain UTF-8 without quotes and
/// escapes, everything else as compact JSON text.
///
/// One buffer serves all values of a run, so that transforms of single values allocate nothing once
/// it has grown.
package struct ValueBuffer: ~Copyable {
  package var kind = Cell.Kind.null
  package var bytes = UniqueArray<UInt8>()
  /// The buffer for the result of a transform.
  private var result = UniqueArray<UInt8>()
  private var matcher = PatternMatcher()

  package init() {}

  /// Loads a value of a document or a batch; false if it contains a lone surrogate, which has no
  /// UTF-8 form.
  package mutating func load(_ kind: Cell.Kind, _ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    self.kind = kind
    bytes.removeAll()
    switch kind {
    case .string:
      let content = (range.lowerBound + 1)..<(range.upperBound - 1)
      for index in content where text[index] == .backslash {
        return StringText.append(text, content, to: &bytes)
      }
      bytes.append(contentsOf: text, content)
    case .structure: CompactText.append(text, range, to: &bytes)
    case .null: bytes.append(Literal.nullText)
    case .true: bytes.append(Literal.trueText)
    case .false: bytes.append(Literal.falseText)
    case .number: bytes.append(contentsOf: text, range)
    case .missing, .record, .list, .reference: return false
    }
    return true
  }

  /// Loads the value of a cell; `constants` are those of the plan.
  mutating func load(
    _ cell: Cell,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>,
    _ constants: [UInt8]
  ) -> Bool {
    load(cell.kind, CellBytes(input, batch.side.span, constants.span).around(cell), cell.range)
  }

  /// Appends the value as JSON text.
  package func append(to output: inout UniqueArray<UInt8>) {
    Self.append(kind, bytes.span, to: &output)
  }

  /// Appends a value of a kind, in the form of this buffer, as JSON text.
  static func append(
    _ kind: Cell.Kind,
    _ bytes: Span<UInt8>,
    to output: inout UniqueArray<UInt8>
  ) {
    if kind == .string {
      JSONText.append(quoting: bytes, 0..<bytes.count, to: &output)
    } else {
      output.append(contentsOf: bytes, 0..<bytes.count)
    }
  }

  /// Replaces the value by the result of `body`, of the kind that it returns.
  ///
  /// Returns false and keeps the value if that is nil.
  mutating func become(
    _ make: (Span<UInt8>, inout PatternMatcher, inout UniqueArray<UInt8>) -> Cell.Kind?
  ) -> Bool {
    result.removeAll()
    guard let made = Self.make(bytes, &matcher, &result, make) else { return false }
    kind = made
    swap(&bytes, &result)
    return true
  }

  /// A separate function, so that the compiler knows that the two arrays are distinct.
  @inline(__always)
  private static func make(
    _ bytes: borrowing UniqueArray<UInt8>,
    _ matcher: inout PatternMatcher,
    _ result: inout UniqueArray<UInt8>,
    _ make: (Span<UInt8>, inout PatternMatcher, inout UniqueArray<UInt8>) -> Cell.Kind?
  ) -> Cell.Kind? {
    make(bytes.span, &matcher, &result)
  }
}
