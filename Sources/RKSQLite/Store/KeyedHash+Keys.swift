package import RKEngine

extension KeyedHash {
  /// Adds a part of a key.
  ///
  /// An integer equals a text with the same characters.
  package mutating func add(key value: StoredValue, _ bytes: borrowing UniqueArray<UInt8>) {
    if case .text = value.kind, let number = Self.integer(bytes.span, value.textRange) {
      add(integer: number)
    } else {
      add(value, bytes)
    }
  }

  /// Adds a part of a key from a column of a statement's current row.
  package mutating func add(key column: Int, of row: Statement) {
    if row.kind(column) == .text {
      let bytes = row.bytes(column)
      if let number = Self.integer(bytes.span, 0..<bytes.count) { return add(integer: number) }
    }
    add(column, of: row)
  }

  /// The number with this text; nil if there is none.
  private static func integer(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int64? {
    var at = range.lowerBound
    // The longest numbers have 19 digits and a sign.
    guard !range.isEmpty, range.count <= 20 else { return nil }
    let isNegative = bytes[at] == UInt8(ascii: "-")
    if isNegative { at += 1 }
    guard at < range.upperBound else { return nil }
    if bytes[at] == UInt8(ascii: "0") { return range.count == 1 ? 0 : nil }
    var number: Int64 = 0
    while at < range.upperBound {
      let digit = bytes[at] &- UInt8(ascii: "0")
      guard digit <= 9 else { return nil }
      let (product, isTooLong) = number.multipliedReportingOverflow(by: 10)
      let (sum, isTooLarge) = product.subtractingReportingOverflow(Int64(digit))
      if isTooLong || isTooLarge { return nil }
      number = sum
      at += 1
    }
    // Counts downwards, as there is one more negative number than positive ones.
    if isNegative { return number }
    return number == .min ? nil : -number
  }
}
