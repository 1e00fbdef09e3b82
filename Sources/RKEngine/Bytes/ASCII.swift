/// The bytes of JSON text by name.
extension UInt8 {
  package static var quote: UInt8 { 0x22 }
  package static var backslash: UInt8 { 0x5C }
  package static var solidus: UInt8 { 0x2F }
  package static var comma: UInt8 { 0x2C }
  package static var colon: UInt8 { 0x3A }
  package static var openObject: UInt8 { 0x7B }
  package static var closeObject: UInt8 { 0x7D }
  package static var openArray: UInt8 { 0x5B }
  package static var closeArray: UInt8 { 0x5D }
  package static var minus: UInt8 { 0x2D }
  package static var plus: UInt8 { 0x2B }
  package static var period: UInt8 { 0x2E }
  package static var zero: UInt8 { 0x30 }
  package static var space: UInt8 { 0x20 }
  package static var tab: UInt8 { 0x09 }
  package static var lineFeed: UInt8 { 0x0A }
  package static var carriageReturn: UInt8 { 0x0D }
  /// Begins each text of a JSON text sequence (RFC 7464).
  package static var recordSeparator: UInt8 { 0x1E }

  /// A letter of this Swift source as a byte: `.ascii("t")`.
  package static func ascii(_ character: Unicode.Scalar) -> UInt8 {
    UInt8(truncatingIfNeeded: character.value)
  }

  /// Space, tab, line feed, carriage return: the white space of RFC 8259, section 2.
  package var isWhitespace: Bool {
    self == .space || self == .lineFeed || self == .carriageReturn || self == .tab
  }

  /// A line feed or a carriage return.
  package var isLineEnd: Bool { self == .lineFeed || self == .carriageReturn }

  /// A to Z, a to z.
  package var isLetter: Bool { (self | 0x20) &- .ascii("a") < 26 }

  /// 0 to 9.
  package var isDigit: Bool { self &- .zero < 10 }

  /// The value of a hexadecimal digit, nil for any other byte.
  package var hexadecimalValue: UInt8? {
    if isDigit { return self &- .zero }
    let letter = (self | 0x20) &- .ascii("a")
    return letter < 6 ? letter &+ 10 : nil
  }
}
