/// How a database stores decimals.
package enum DecimalColumn: Sendable, Hashable, BitwiseCopyable {
  /// As text with all digits, which SQL compares as text.
  case text
  /// As the nearest floating-point number.
  case real
  /// As an integer, scaled by this many digits after the point.
  case scaled(UInt8)

  /// The numbers of digits after the point that a spec may state.
  package static let scales = 0...18
}
