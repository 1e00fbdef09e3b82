/// What a column of a database does to its values: SQLite's type affinity
/// (https://sqlite.org/datatype3.html, section 3), or what a type of PostgreSQL does not hold.
package enum ColumnAffinity: UInt8, Sendable, BitwiseCopyable {
  /// Values stay unchanged.
  case none
  /// Numbers become texts.
  case text
  /// Texts of numbers become numbers.
  case numeric
  /// The same, and integers become floating-point numbers.
  case real
  /// Texts of numbers become numbers, and nothing but integers is taken: the number of a row, and such
  /// columns of STRICT tables.
  case integersAlone
  /// As `real`, and nothing but numbers is taken: such columns of STRICT tables.
  case realsAlone

  /// Types of PostgreSQL, which hold each value as it is or not at all.
  case bigint
  case numerals
  case characters
  case json
  case instant

  /// How a value changes when it is stored.
  package enum Change: UInt32, Sendable, BitwiseCopyable {
    case toText
    case toNumber
    case rounding
    /// The column takes it not at all.
    case noInteger
    case noNumber
    /// PostgreSQL has no texts with it.
    case zeroCharacter
    /// A part of a second is too small.
    case microseconds
    /// A number has too many digits for `numeric`.
    case digits
  }

  /// How the column would change a value; nil if it stores the value unchanged.
  func change(of value: StoredValue, _ bytes: Span<UInt8>) -> Change? {
    switch (self, value.kind) {
    case (.none, _), (_, .absent), (_, .null), (_, .ownerNumber), (.text, .text): nil
    case (.text, .integer), (.text, .real): .toText
    case (.numeric, .integer), (.numeric, .real), (.integersAlone, .integer): nil
    case (.real, .real), (.realsAlone, .real): nil
    case (.integersAlone, .real): Int64(exactly: value.real) == nil ? .noInteger : nil
    case (.real, .integer), (.realsAlone, .integer):
      Int64(exactly: Double(value.integer)) == value.integer ? nil : .rounding
    case (.numeric, .text), (.real, .text), (.integersAlone, .text), (.realsAlone, .text):
      Self.isNumber(bytes, value.textRange) ? .toNumber : changeOfWord
    case (.bigint, _): value.kind == .integer ? nil : .noInteger
    case (.numerals, .text): PostgresText.numberChange(bytes, value.textRange)
    case (.characters, .text): PostgresText.zeroChange(bytes, value.textRange)
    case (.json, .text):
      value.isOther
        ? PostgresText.jsonChange(bytes, value.textRange)
        : PostgresText.zeroChange(bytes, value.textRange)
    case (.instant, .text): PostgresText.instantChange(bytes, value.textRange)
    case (.numerals, _), (.characters, _), (.json, _), (.instant, _): nil
    }
  }

  /// How a column stores a text that is not a number.
  var changeOfWord: Change? {
    switch self {
    case .none, .text, .numeric, .real, .bigint, .numerals, .characters, .json, .instant: nil
    case .integersAlone: .noInteger
    case .realsAlone: .noNumber
    }
  }

  /// Whether SQLite reads a text as a number: a decimal one, with or without digits on both sides
  /// of the point, and with white space around it.
  private static func isNumber(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var (at, end) = (range.lowerBound, range.upperBound)
    while at < end && isSpace(bytes[at]) { at += 1 }
    while at < end && isSpace(bytes[end - 1]) { end -= 1 }
    if at < end && (bytes[at] == .minus || bytes[at] == .plus) { at += 1 }
    var digits = skipDigits(bytes, &at, end)
    if at < end && bytes[at] == .period {
      at += 1
      digits += skipDigits(bytes, &at, end)
    }
    if digits == 0 { return false }
    if at == end { return true }
    guard bytes[at] | 0x20 == .ascii("e") else { return false }
    at += 1
    if at < end && (bytes[at] == .minus || bytes[at] == .plus) { at += 1 }
    return skipDigits(bytes, &at, end) > 0 && at == end
  }

  private static func skipDigits(_ bytes: Span<UInt8>, _ at: inout Int, _ end: Int) -> Int {
    let start = at
    while at < end && bytes[at].isDigit { at += 1 }
    return at - start
  }

  /// Space, tab, line feed, vertical tab, form feed, carriage return.
  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (9...13).contains(byte) }
}
