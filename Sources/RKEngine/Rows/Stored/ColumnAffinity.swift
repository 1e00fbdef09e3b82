/// How a column of a database changes values: SQLite's type affinity
/// (https://sqlite.org/datatype3.html, section 3), or the values that a type of PostgreSQL cannot
/// represent.
package enum ColumnAffinity: UInt8, Sendable, BitwiseCopyable {
  /// Values stay unchanged.
  case none
  /// Numbers become texts.
  case text
  /// Texts of numbers become numbers.
  case numeric
  /// Texts of numbers become numbers, and integers become floating-point numbers.
  case real
  /// Texts of numbers become numbers, and only integers are accepted: row numbers, and integer
  /// columns of STRICT tables.
  case integersAlone
  /// Like `real`, but only numbers are accepted: real columns of STRICT tables.
  case realsAlone

  /// Types of PostgreSQL, which store a value unchanged or reject it.
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
    /// The column accepts only integers.
    case noInteger
    case noNumber
    /// PostgreSQL does not accept texts with U+0000.
    case zeroCharacter
    /// A fraction of a second is finer than a microsecond.
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

  /// How the column changes a text that is not a number.
  var changeOfWord: Change? {
    switch self {
    case .none, .text, .numeric, .real, .bigint, .numerals, .characters, .json, .instant: nil
    case .integersAlone: .noInteger
    case .realsAlone: .noNumber
    }
  }

  /// Whether SQLite reads a text as a number: a decimal one, whose point may lack digits on one
  /// side, with white space around it.
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
