/// How a database holds decimals, as a spec says it.
package enum DecimalColumn: String, Sendable, Hashable, CaseIterable {
  /// With all their digits, which SQL compares as text.
  case text
}
