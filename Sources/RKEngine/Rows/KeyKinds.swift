/// Whether the parts of keys whose type is not declared are numbers or texts: the first value that a
/// part has decides, or what is stored.
///
/// A number and a text of the same characters are one key.
package final class KeyKinds {
  package enum Kind: UInt8, Sendable, BitwiseCopyable {
    /// No value has been seen.
    case open
    case number
    case text
  }

  private var kinds: [Kind]

  package init(partCount: Int) { kinds = Array(repeating: .open, count: partCount) }

  /// What a part is; to be set where stored rows tell.
  package subscript(part: Int) -> Kind {
    get { kinds[part] }
    set { kinds[part] = newValue }
  }

  /// A value may be this part of a key, as far as is known; null may.
  ///
  /// `bytes` are those that the cell lies in.
  func admits(_ cell: Cell, as part: Int, _ bytes: Span<UInt8>) -> Bool {
    switch cell.kind {
    case .missing, .null, .number: true
    case .string: kinds[part] != .number || isNumber(cell, bytes)
    case .true, .false, .structure, .record, .list, .reference: false
    }
  }

  /// The first value of a part decides of what kind it is.
  @inline(__always)
  func decide(_ part: Int, by kind: Cell.Kind) {
    if kinds[part] != .open { return }
    if kind == .number { kinds[part] = .number }
    if kind == .string { kinds[part] = .text }
  }

  /// A string is the characters of a number.
  private func isNumber(_ cell: Cell, _ bytes: Span<UInt8>) -> Bool {
    if ScalarCheck.isNumber(bytes, cell.contentRange) { return true }
    guard cell.traits.contains(.mayHaveEscapes) else { return false }
    var text = UniqueArray<UInt8>()
    cell.appendText(bytes, to: &text)
    return ScalarCheck.isNumber(text.span, 0..<text.count)
  }
}
