/// Percent escapes and base64.
extension TextTransform {
  // MARK: - Percent escapes

  /// Decodes percent escapes; a plus sign stays unchanged.
  ///
  /// False if a percent sign begins no escape, or the bytes are not text.
  static func urlDecode(_ text: Span<UInt8>, _ output: inout UniqueArray<UInt8>) -> Bool {
    let start = output.count
    var at = 0
    while at < text.count {
      if text[at] != .ascii("%") {
        output.append(text[at])
        at += 1
        continue
      }
      guard at + 2 < text.count, let high = text[at + 1].hexadecimalValue,
        let low = text[at + 2].hexadecimalValue
      else { return false }
      output.append(high << 4 | low)
      at += 3
    }
    return output.span.extracting(start..<output.count).isUTF8
  }

  /// Escapes every byte except letters, digits and `-._~` (RFC 3986, section 2.3).
  static func urlEncode(_ text: Span<UInt8>, _ output: inout UniqueArray<UInt8>) {
    for index in text.indices {
      let byte = text[index]
      if byte.isUnreserved {
        output.append(byte)
      } else {
        output.append(.ascii("%"))
        output.append(hexadecimalDigit(byte >> 4), hexadecimalDigit(byte & 0xF))
      }
    }
  }

  private static func hexadecimalDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? .zero + value : .ascii("A") + value - 10
  }

  // MARK: - Base64

  /// Decodes base64, in both alphabets of RFC 4648, with or without padding.
  ///
  /// False for anything else, including white space, and for bytes that are not text.
  static func base64Decode(_ text: Span<UInt8>, _ output: inout UniqueArray<UInt8>) -> Bool {
    let start = output.count
    return appendBase64(text, &output) && output.span.extracting(start..<output.count).isUTF8
  }

  /// Appends the bytes that base64 represents, which need not be text; false for anything else.
  package static func appendBase64(_ text: Span<UInt8>, _ output: inout UniqueArray<UInt8>) -> Bool
  {
    var end = text.count
    if end % 4 == 0 {
      var padding = 0
      while end > 0 && padding < 2 && text[end - 1] == .ascii("=") {
        end -= 1
        padding += 1
      }
    }
    guard end % 4 != 1 else { return false }
    var bits: UInt32 = 0
    var bitCount: UInt32 = 0
    for index in 0..<end {
      guard let value = text[index].base64Value else { return false }
      bits = bits << 6 | UInt32(value)
      bitCount += 6
      if bitCount >= 8 {
        bitCount -= 8
        output.append(UInt8(truncatingIfNeeded: bits >> bitCount))
        bits &= (1 << bitCount) - 1
      }
    }
    // The unused bits of the last digit must be zero.
    return bits == 0
  }

  /// Encodes base64, with the alphabet of RFC 4648, section 4, and padding.
  package static func base64Encode(_ text: Span<UInt8>, _ output: inout UniqueArray<UInt8>) {
    var at = 0
    while at < text.count {
      let count = min(3, text.count - at)
      var bits: UInt32 = 0
      for index in 0..<3 { bits = bits << 8 | (index < count ? UInt32(text[at + index]) : 0) }
      for digit in 0..<4 {
        let value = UInt8(truncatingIfNeeded: bits >> UInt32(18 - 6 * digit)) & 0x3F
        output.append(digit <= count ? base64Digit(value) : .ascii("="))
      }
      at += count
    }
  }

  private static func base64Digit(_ value: UInt8) -> UInt8 {
    switch value {
    case 0..<26: .ascii("A") + value
    case 26..<52: .ascii("a") + (value - 26)
    case 52..<62: .zero + (value - 52)
    case 62: .plus
    default: .solidus
    }
  }
}

extension UInt8 {
  /// Whether the byte may occur unescaped anywhere in a URL.
  package var isUnreserved: Bool {
    switch self {
    case .minus, .period, .ascii("_"), .ascii("~"): true
    default: isDigit || (self | 0x20) &- .ascii("a") < 26
    }
  }

  /// The six bits of a base64 digit; nil for any other byte.
  fileprivate var base64Value: UInt8? {
    switch self {
    case .ascii("A")...(.ascii("Z")): self - .ascii("A")
    case .ascii("a")...(.ascii("z")): self - .ascii("a") + 26
    case .zero...(.ascii("9")): self - .zero + 52
    case .plus, .minus: 62
    case .solidus, .ascii("_"): 63
    default: nil
    }
  }
}
