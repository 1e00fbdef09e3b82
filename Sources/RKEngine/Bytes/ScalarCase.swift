/// Changes the case of Unicode scalars one by one: a scalar never becomes two.
package enum ScalarCase {
  /// The common form of scalars that differ only in case (simple case folding).
  package static func folded(_ value: UInt32) -> UInt32 {
    if value < 0x80 { return value &- 0x41 < 26 ? value | 0x20 : value }
    // The dotless i is not folded to i.
    if value == 0x0131 { return value }
    return lowered(raised(value))
  }

  /// The upper-case form; the scalar itself if that is not a single scalar.
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
