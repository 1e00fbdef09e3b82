/// What an attribute's declared type does to a value.
package enum Conversion: Sendable, BitwiseCopyable {
  /// Exact, within 64 bits.
  case integer
  /// Exact, of any size, written as text in plain notation.
  case decimal
  case date(DateConversion)
}
