internal import RKEngine

/// Hashes that are equal in every run and on every machine.
enum StableHash {
  /// The hash of a range of bytes.
  static func of(_ text: Span<UInt8>, _ range: Range<Int>) -> UInt64 {
    var hash: UInt64 = 0x9E37_79B9_7F4A_7C15 ^ UInt64(range.count)
    var at = range.lowerBound
    while at &+ 8 <= range.upperBound {
      hash = mixed(hash ^ text.word(at: at))
      at &+= 8
    }
    if at < range.upperBound {
      hash = mixed(hash ^ rest(text, at..<range.upperBound))
    }
    return mixed(hash)
  }

  /// Fewer than eight bytes as a number, the first byte highest.
  private static func rest(_ text: Span<UInt8>, _ range: Range<Int>) -> UInt64 {
    if range.lowerBound &+ 8 <= text.count {
      return text.word(at: range.lowerBound).byteSwapped &>> UInt64(64 &- 8 &* range.count)
    }
    var rest: UInt64 = 0
    for at in range { rest = rest &<< 8 | UInt64(text[at]) }
    return rest
  }

  /// The hash of a text.
  static func of(_ text: String) -> UInt64 {
    let bytes = Array(text.utf8)
    return of(bytes.span, 0..<bytes.count)
  }

  /// The hash of two hashes, whose order matters.
  static func of(_ one: UInt64, _ other: UInt64) -> UInt64 {
    mixed(one &* 0xD6E8_FEB8_6659_FD93 ^ other)
  }

  private static func mixed(_ value: UInt64) -> UInt64 {
    let (high, low) = value.multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
    return high ^ low ^ 0x8EBC_6AF0_9C88_C6E3
  }
}
