/// The bytes of JSON text by name.
extension UInt8 {
  @inlinable package static var quote: UInt8 { 0x22 }
  @inlinable package static var backslash: UInt8 { 0x5C }
  @inlinable package static var solidus: UInt8 { 0x2F }
  @inlinable package static var comma: UInt8 { 0x2C }
  @inlinable package static var colon: UInt8 { 0x3A }
  @inlinable package static var openObject: UInt8 { 0x7B }
  @inlinable package static var closeObject: UInt8 { 0x7D }
  @inlinable package static var openArray: UInt8 { 0x5B }
  @inlinable package static var closeArray: UInt8 { 0x5D }
  @inlinable package static var minus: UInt8 { 0x2D }
  @inlinable package static var plus: UInt8 { 0x2B }
  @inlinable package static var period: UInt8 { 0x2E }
  @inlinable package static var zero: UInt8 { 0x30 }
  @inlinable package static var space: UInt8 { 0x20 }
  @inlinable package static var tab: UInt8 { 0x09 }
  @inlinable package static var lineFeed: UInt8 { 0x0A }
  @inlinable package static var carriageReturn: UInt8 { 0x0D }
  /// Begins each text of a JSON text sequence (RFC 7464).
  @inlinable package static var recordSeparator: UInt8 { 0x1E }

  /// A letter of this Swift source as a byte: `.ascii("t")`.
  @inlinable package static func ascii(_ character: Unicode.Scalar) -> UInt8 {
    UInt8(truncatingIfNeeded: character.value)
  }

  /// Space, tab, line feed, carriage return: the white space of RFC 8259, section 2.
  @inlinable package var isWhitespace: Bool {
    self == .space || self == .lineFeed || self == .carriageReturn || self == .tab
  }

  /// A line feed or a carriage return.
  @inlinable package var isLineEnd: Bool { self == .lineFeed || self == .carriageReturn }

  /// A to Z, a to z.
  @inlinable package var isLetter: Bool { (self | 0x20) &- .ascii("a") < 26 }

  /// 0 to 9.
  @inlinable package var isDigit: Bool { self &- .zero < 10 }

  /// The value of a hexadecimal digit, nil for any other byte.
  @inlinable package var hexadecimalValue: UInt8? {
    if isDigit { return self &- .zero }
    let letter = (self | 0x20) &- .ascii("a")
    return letter < 6 ? letter &+ 10 : nil
  }
}
