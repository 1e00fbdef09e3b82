/// Finds what PostgreSQL cannot store in the text of a value.
enum PostgresText {
  static func zeroChange(_ bytes: Span<UInt8>, _ range: Range<Int>) -> ColumnAffinity.Change? {
    for at in range where bytes[at] == 0 { return .zeroCharacter }
    return nil
  }

  /// `timestamptz` has a resolution of microseconds.
  static func instantChange(_ bytes: Span<UInt8>, _ range: Range<Int>) -> ColumnAffinity.Change? {
    guard let point = bytes.first(.period, in: range) else { return nil }
    var at = point + 1
    while at < range.upperBound && bytes[at].isDigit {
      if at > point + 6 && bytes[at] != .zero { return .microseconds }
      at += 1
    }
    return nil
  }

  /// The most digits of `numeric` before the point, and after it.
  private static let (wholeDigits, fractionDigits) = (131_072, 16_383)

  static func numberChange(_ bytes: Span<UInt8>, _ range: Range<Int>) -> ColumnAffinity.Change? {
    guard let parts = DecimalText.parts(bytes, range), !parts.isZero else { return nil }
    let isHeld = parts.magnitude <= wholeDigits && -parts.exponent <= fractionDigits
    return isHeld ? nil : .digits
  }

  /// Finds it in the texts and numbers of JSON.
  static func jsonChange(_ bytes: Span<UInt8>, _ range: Range<Int>) -> ColumnAffinity.Change? {
    var at = range.lowerBound
    var isText = false
    while at < range.upperBound {
      let byte = bytes[at]
      if byte == .quote {
        isText.toggle()
        at += 1
      } else if isText && byte == .backslash {
        let end = at + 6
        if end <= range.upperBound, bytes[at + 1] == .ascii("u"),
          (at + 2..<end).allSatisfy({ bytes[$0] == .zero })
        {
          return .zeroCharacter
        }
        at += 2
      } else if !isText && (byte == .minus || byte.isDigit) {
        let start = at
        while at < range.upperBound && isOfNumber(bytes[at]) { at += 1 }
        if let change = numberChange(bytes, start..<at) { return change }
      } else {
        at += 1
      }
    }
    return nil
  }

  private static func isOfNumber(_ byte: UInt8) -> Bool {
    byte.isDigit || byte == .minus || byte == .plus || byte == .period
      || byte | 0x20 == .ascii("e")
  }
}
