/// The quotes of a string in a spec: JSON's quotes, single quotes, or the typographic quotes that
/// word processors and chat programs substitute.
struct SpecQuote {
  /// The ASCII quote of the same kind, which also ends the string.
  let byte: UInt8
  /// The number of bytes of the opening quote.
  let length: Int
  /// Whether any quote of the same kind ends the string.
  let isTypographic: Bool

  /// Reads the quote at an offset; nil if there is none.
  init?(_ bytes: [UInt8], at place: Int) {
    switch bytes[place] {
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      (byte, length, isTypographic) = (bytes[place], 1, false)
    case 0xC2, 0xE2:
      guard let kind = Self.typographic(bytes, place) else { return nil }
      (byte, length, isTypographic) = (kind, bytes[place] == 0xC2 ? 2 : 3, true)
    default: return nil
    }
  }

  /// The length of a quote at an offset that ends the string; 0 if there is none.
  func closingLength(_ bytes: [UInt8], at place: Int) -> Int {
    if bytes[place] == byte { return 1 }
    guard isTypographic, Self.typographic(bytes, place) == byte else { return 0 }
    return bytes[place] == 0xC2 ? 2 : 3
  }

  /// The ASCII quote for the typographic quote at an offset.
  private static func typographic(_ bytes: [UInt8], _ place: Int) -> UInt8? {
    let rest = bytes[place...].prefix(3)
    let (first, second) = (place + 1, place + 2)
    if rest.starts(with: [0xC2]), rest.count > 1 {
      return [0xAB, 0xBB].contains(rest[first]) ? UInt8(ascii: "\"") : nil
    }
    guard rest.count == 3, rest.starts(with: [0xE2, 0x80]) else { return nil }
    switch rest[second] {
    case 0x9C...0x9E: return UInt8(ascii: "\"")
    case 0x98...0x9A: return UInt8(ascii: "'")
    default: return nil
    }
  }
}
