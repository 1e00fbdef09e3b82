/// The text form by which keys are compared, so that 5 and "5" are the same key.
///
/// Numbers are compared by value: 5 and 5.0 are the same key, as in a database.
///
/// A key of several parts consists of their texts, each followed by its length; a part that is null
/// or missing has no text.
package enum KeyText {
  /// Appends a part that is null or missing.
  package static func appendNull(to key: inout UniqueArray<UInt8>) {
    key.append(repeating: 0xFF, count: 4)
  }

  /// Appends a part whose value lies in `bytes`: a string's text without quotes and escapes, a
  /// number in normal form, a structure without white space.
  package static func append(
    _ kind: Cell.Kind,
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    to key: inout UniqueArray<UInt8>
  ) {
    let start = key.count
    switch kind {
    case .missing, .null, .record, .list, .reference: return appendNull(to: &key)
    case .true: append("true", to: &key)
    case .false: append("false", to: &key)
    case .number: appendNumber(bytes, range, to: &key)
    case .string: appendText(bytes, (range.lowerBound + 1)..<(range.upperBound - 1), to: &key)
    case .structure: CompactText.append(bytes, range, to: &key)
    }
    var length = UInt32(truncatingIfNeeded: key.count - start)
    for _ in 0..<4 {
      key.append(UInt8(truncatingIfNeeded: length))
      length >>= 8
    }
  }

  /// Appends the value of a cell as a part; `constants` are those of the plan.
  @inline(__always)
  static func append(
    _ cell: Cell,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>,
    _ constants: [UInt8],
    to key: inout UniqueArray<UInt8>
  ) {
    let bytes = CellBytes(input, batch.side.span, constants.span).around(cell)
    append(cell.kind, bytes, cell.range, to: &key)
  }

  /// Appends a value, given as JSON, as a part.
  package static func append(json text: String, to key: inout [UInt8]) {
    var batch = RecordBatch()
    let cell = batch.cell(ofJSON: text)
    var part = UniqueArray<UInt8>()
    append(cell.kind, batch.side.span, cell.range, to: &part)
    for place in 0..<part.count { key.append(part[place]) }
  }

  /// Whether two keys are the same.
  static func areEqual(
    _ key: borrowing UniqueArray<UInt8>,
    _ other: borrowing UniqueArray<UInt8>
  ) -> Bool {
    guard key.count == other.count else { return false }
    for place in 0..<key.count where key[place] != other[place] { return false }
    return true
  }

  /// Appends the number of a cell in normal form.
  static func appendNumber(
    _ cell: Cell,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>,
    _ constants: [UInt8],
    to key: inout UniqueArray<UInt8>
  ) {
    let bytes = CellBytes(input, batch.side.span, constants.span).around(cell)
    appendNumber(bytes, cell.range, to: &key)
  }

  /// Whether a number is an integer in normal form.
  static func isNormal(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var at = bytes[range.lowerBound] == .minus ? range.lowerBound + 1 : range.lowerBound
    if bytes[at] == .zero { return false }
    while at < range.upperBound && bytes[at].isDigit { at += 1 }
    return at == range.upperBound
  }

  /// Appends a number in normal form: equal numbers have equal texts, and that of an integer is its
  /// digits.
  static func appendNumber(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    to key: inout UniqueArray<UInt8>
  ) {
    if isNormal(bytes, range) { return key.append(contentsOf: bytes, range) }
    guard let parts = DecimalText.parts(bytes, range) else {
      return key.append(contentsOf: bytes, range)
    }
    if parts.isZero { return key.append(.zero) }
    if parts.isNegative { key.append(.minus) }
    // Within these limits the number is written without an exponent.
    let isPlain = parts.magnitude > -longestPlainNumber && parts.magnitude <= longestPlainNumber
    if isPlain && parts.magnitude <= 0 {
      append("0.", to: &key)
      key.append(repeating: .zero, count: -parts.magnitude)
    }
    var left = isPlain ? parts.magnitude : 0
    for place in parts.digits where bytes[place] != .period {
      if isPlain && left == 0 && parts.magnitude > 0 { key.append(.period) }
      key.append(bytes[place])
      left -= 1
    }
    if isPlain {
      if left > 0 { key.append(repeating: .zero, count: left) }
    } else {
      append("e\(parts.exponent)", to: &key)
    }
  }

  private static var longestPlainNumber: Int { 400 }

  private static func append(_ word: String, to key: inout UniqueArray<UInt8>) {
    for byte in word.utf8 { key.append(byte) }
  }

  private static func appendText(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    to key: inout UniqueArray<UInt8>
  ) {
    for place in range where bytes[place] == .backslash {
      // A string that cannot be decoded to UTF-8 was rejected before it became a value.
      _ = StringText.append(bytes, range, to: &key)
      return
    }
    key.append(contentsOf: bytes, range)
  }
}

extension RecordBatch {
  /// A cell for a scalar that is given as JSON.
  mutating func cell(ofJSON text: String) -> Cell {
    let start = side.count
    for byte in text.utf8 { side.append(byte) }
    let range = start..<side.count
    side.append(repeating: 0, count: OutputBuffer.slack)
    switch text.utf8.first {
    case .quote?: return Cell(.string, range, space: .batch, traits: [.mayHaveEscapes])
    case .ascii("n")?: return Cell(.null)
    case .ascii("t")?: return Cell(.true)
    case .ascii("f")?: return Cell(.false)
    case .openObject?, .openArray?: return Cell(.structure, range, space: .batch)
    default: return Cell(.number, range, space: .batch)
    }
  }
}
