/// How a database stores decimals as numbers.
enum StoredDecimal {
  /// The number in a range of bytes as a column stores it; nil for text, and if the column cannot
  /// represent it.
  static func value(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    as column: DecimalColumn
  ) -> StoredValue? {
    switch column {
    case .text: nil
    case .real: real(bytes, range).map { StoredValue(real: $0) }
    case .scaled(let scale): scaled(bytes, range, by: Int(scale)).map { StoredValue(integer: $0) }
    }
  }

  /// The nearest floating-point number; nil beyond their range.
  private static func real(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Double? {
    if let value = StoredNumber.value(bytes, range) {
      return value.kind == .integer ? Double(value.integer) : value.real
    }
    var text = ""
    for at in range { text.unicodeScalars.append(Unicode.Scalar(bytes[at])) }
    guard let value = Double(text), value.isFinite else { return nil }
    return value
  }

  /// The number times a power of ten, exact.
  private static func scaled(_ bytes: Span<UInt8>, _ range: Range<Int>, by scale: Int) -> Int64? {
    guard let parts = DecimalText.parts(bytes, range) else { return nil }
    if parts.isZero { return 0 }
    let exponent = parts.exponent + scale
    // 19 digits are less than 2^64.
    guard exponent >= 0, parts.digitCount + exponent <= 19 else { return nil }
    var value: UInt64 = 0
    for at in parts.digits where bytes[at] != .period {
      value = value * 10 + UInt64(bytes[at] ^ .zero)
    }
    for _ in 0..<exponent { value *= 10 }
    if parts.isNegative { return value <= 1 << 63 ? Int64(truncatingIfNeeded: 0 &- value) : nil }
    return Int64(exactly: value)
  }
}

extension StoredValue {
  /// A number in the form of a column of decimals; nil if the column cannot represent it.
  package init?(number text: String, as column: DecimalColumn) {
    let bytes = Array(text.utf8)
    guard let value = StoredDecimal.value(bytes.span, 0..<bytes.count, as: column) else {
      return nil
    }
    self = value
  }

  /// The shortest text of a number; a whole one has no fraction.
  package static func text(of number: Double) -> String {
    let text = number.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// The decimal that is stored as an integer.
  package static func text(of value: Int64, _ scale: UInt8) -> String {
    if scale == 0 { return String(value) }
    let digits = String(value.magnitude)
    let padded = String(repeating: "0", count: max(Int(scale) + 1 - digits.utf8.count, 0)) + digits
    return (value < 0 ? "-" : "") + padded.dropLast(Int(scale)) + "." + padded.suffix(Int(scale))
  }
}
