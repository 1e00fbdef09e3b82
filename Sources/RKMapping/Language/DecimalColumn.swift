/// How a database stores decimals, as stated in a spec.
package enum DecimalColumn: String, Sendable, Hashable, CaseIterable {
  /// With all their digits, which SQL compares as text.
  case text
}
