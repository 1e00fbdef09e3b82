/// Whether the parts of keys without a declared type are numbers or texts: decided by the first
/// value of a part, or by the stored rows.
///
/// A number and a text with the same characters are the same key.
package final class KeyKinds {
  package enum Kind: UInt8, Sendable, BitwiseCopyable {
    /// No value has been seen.
    case open
    case number
    case text
    /// The database contains both, stored by another program: a key keeps the form that its row
    /// has.
    case mixed
  }

  private var kinds: [Kind]
  /// For mixed parts, the keys that were looked up, by their characters, and whether they are
  /// numbers.
  private var forms: [Int: [[UInt8]: Bool]] = [:]

  package init(partCount: Int) { kinds = Array(repeating: .open, count: partCount) }

  /// The kind of a part; set it if stored rows determine it.
  package subscript(part: Int) -> Kind {
    get { kinds[part] }
    set { kinds[part] = newValue }
  }

  /// Whether the key with these characters is stored as a number; nil if it was not looked up.
  func isNumber(_ text: [UInt8], part: Int) -> Bool? { forms[part]?[text] }

  /// Notes the form of a key, of a part that is mixed.
  func note(_ text: [UInt8], part: Int, isNumber: Bool) {
    forms[part, default: [:]][text] = isNumber
  }

  /// Whether a value may be this part of a key, as far as known; null may.
  ///
  /// `constants` are those of the plan.
  func admits(
    _ cell: Cell,
    as part: Int,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>,
    _ constants: [UInt8]
  ) -> Bool {
    switch cell.kind {
    case .missing, .null, .number: return true
    case .string:
      if kinds[part] != .number { return true }
      return isNumber(cell, CellBytes(input, batch.side.span, constants.span).around(cell))
    case .true, .false, .structure, .record, .list, .reference: return false
    }
  }

  /// Sets the kind of a part by its first value.
  @inline(__always)
  func decide(_ part: Int, by kind: Cell.Kind) {
    if kinds[part] != .open { return }
    if kind == .number { kinds[part] = .number }
    if kind == .string { kinds[part] = .text }
  }

  /// Whether a string's characters are those of a number.
  private func isNumber(_ cell: Cell, _ bytes: Span<UInt8>) -> Bool {
    if ScalarCheck.isNumber(bytes, cell.contentRange) { return true }
    guard cell.traits.contains(.mayHaveEscapes) else { return false }
    var text = UniqueArray<UInt8>()
    cell.appendText(bytes, to: &text)
    return ScalarCheck.isNumber(text.span, 0..<text.count)
  }
}
