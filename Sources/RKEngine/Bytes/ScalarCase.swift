/// The case of Unicode scalars, one by one: no scalar becomes two.
package enum ScalarCase {
  /// What scalars that differ only in case have in common (simple case folding).
  package static func folded(_ value: UInt32) -> UInt32 {
    if value < 0x80 { return value &- 0x41 < 26 ? value | 0x20 : value }
    // A dotless i is no i.
    if value == 0x0131 { return value }
    return lowered(raised(value))
  }

  /// The upper-case form; the scalar itself where that is no single scalar.
  package static func raised(_ value: UInt32) -> UInt32 {
    if value < 0x80 { return value &- 0x61 < 26 ? value & ~0x20 : value }
    return single(Unicode.Scalar(value)?.properties.uppercaseMapping) ?? value
  }

  private static func lowered(_ value: UInt32) -> UInt32 {
    if value < 0x80 { return value &- 0x41 < 26 ? value | 0x20 : value }
    return single(Unicode.Scalar(value)?.properties.lowercaseMapping) ?? value
  }

  private static func single(_ text: String?) -> UInt32? {
    guard let scalars = text?.unicodeScalars, let first = scalars.first, scalars.count == 1 else {
      return nil
    }
    return first.value
  }
}
