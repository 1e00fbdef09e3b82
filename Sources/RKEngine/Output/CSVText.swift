/// Makes CSV cells from plain text: quoted only if necessary.
package struct CSVText: Sendable {
  package let dialect: CSVDialect
  /// The bytes that require quotes.
  private let quotable: ByteSet
  /// The cell of a null.
  package let null: [UInt8]
  /// The apostrophe before a formula may be the delimiter or the text of null, so formulas are
  /// quoted.
  private let quotesFormulas: Bool

  package init(_ dialect: CSVDialect) {
    self.dialect = dialect
    quotable = ByteSet(.quote, dialect.delimiter, .lineFeed, .carriageReturn)
    let needsQuotes = dialect.null.contains { [quotable] in quotable.contains($0) }
    null =
      dialect.form != .quoted
      ? dialect.form.escaped(dialect.null)
      : needsQuotes ? Self.quoted(dialect.null) : dialect.null
    quotesFormulas = dialect.delimiter == .apostrophe || dialect.null.first == .apostrophe
  }

  private static func quoted(_ text: [UInt8]) -> [UInt8] {
    [.quote] + text.flatMap { $0 == .quote ? [.quote, .quote] : [$0] } + [.quote]
  }

  /// Appends a text as a cell.
  package func append(_ bytes: Span<UInt8>, _ range: Range<Int>, to output: inout OutputBuffer) {
    if dialect.form != .quoted { return dialect.form.append(bytes, range, to: &output) }
    let isFormula = dialect.isSafe && Self.isFormula(bytes, range)
    let needsQuotes =
      quotable.isAmong(bytes, range) || isNull(bytes, range) || isFormula && quotesFormulas
    guard needsQuotes else {
      if isFormula { output.append(.apostrophe) }
      return output.append(bytes.extracting(range))
    }
    output.append(.quote)
    if isFormula { output.append(.apostrophe) }
    var start = range.lowerBound
    var next = start
    while let at = bytes.first(.quote, in: next..<range.upperBound) {
      // Each quote is doubled: it ends one copied part, and begins the next.
      output.append(bytes.extracting(start..<(at + 1)))
      start = at
      next = at + 1
    }
    output.append(bytes.extracting(start..<range.upperBound))
    output.append(.quote)
  }

  /// Appends a text as a cell.
  package func append(_ text: [UInt8], to output: inout OutputBuffer) {
    append(text.span, 0..<text.count, to: &output)
  }

  /// The text of a column's name in its header cell, without quotes.
  package static func heading(_ name: String, _ dialect: CSVDialect) -> String {
    let text = Array(name.utf8)
    return dialect.isSafe && isFormula(text.span, 0..<text.count) ? "'" + name : name
  }

  /// Whether a text is the same as that of null; it is then quoted.
  private func isNull(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard range.count == dialect.null.count, !range.isEmpty else { return false }
    for (number, byte) in dialect.null.enumerated() where bytes[range.lowerBound + number] != byte {
      return false
    }
    return true
  }

  /// Whether a spreadsheet would compute the text; a plain negative number is not a formula.
  ///
  /// Some pass over what cannot be seen at the beginning.
  private static func isFormula(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard let first = range.first else { return false }
    switch bytes[first] {
    case .tab, .lineFeed, .carriageReturn: return true
    case 0...UInt8.space, 0x7F...:
      let text = bytes.string(range)
      let seen = Substring(text.unicodeScalars.drop(while: isUnseen)).utf8.count
      return beginsFormula(bytes, (range.upperBound - seen)..<range.upperBound)
    default: return beginsFormula(bytes, range)
    }
  }

  /// White space, control characters, and characters of no width.
  private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    return properties.isWhitespace || properties.isDefaultIgnorableCodePoint
      || properties.generalCategory == .control || properties.generalCategory == .format
  }

  private static func beginsFormula(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard let first = range.first else { return false }
    switch bytes[first] {
    case .equals, .plus, .at: return true
    case .minus: return !isNumber(bytes, (first + 1)..<range.upperBound)
    // Full-width signs, which some spreadsheets treat like the ASCII ones.
    case 0xEF where range.count >= 3:
      switch (bytes[first + 1], bytes[first + 2]) {
      case (0xBC, 0x8B), (0xBC, 0x8D), (0xBC, 0x9D), (0xBC, 0xA0): return true
      default: return false
      }
    default: return false
    }
  }

  /// Digits, possibly with a fraction and an exponent.
  private static func isNumber(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var at = range.lowerBound
    guard skipDigits(bytes, &at, range.upperBound) else { return false }
    if at < range.upperBound, bytes[at] == .period {
      at += 1
      guard skipDigits(bytes, &at, range.upperBound) else { return false }
    }
    if at < range.upperBound, bytes[at] | 0x20 == .ascii("e") {
      at += 1
      if at < range.upperBound, bytes[at] == .plus || bytes[at] == .minus { at += 1 }
      guard skipDigits(bytes, &at, range.upperBound) else { return false }
    }
    return at == range.upperBound
  }

  /// Skips digits; false if there are none.
  private static func skipDigits(_ bytes: Span<UInt8>, _ at: inout Int, _ end: Int) -> Bool {
    let start = at
    while at < end, bytes[at].isDigit { at += 1 }
    return at > start
  }
}

extension UInt8 {
  fileprivate static var apostrophe: UInt8 { 0x27 }
  fileprivate static var equals: UInt8 { 0x3D }
  fileprivate static var at: UInt8 { 0x40 }
}
