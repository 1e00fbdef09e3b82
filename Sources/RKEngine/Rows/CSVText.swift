/// Makes cells of CSV out of plain text: quotes where they are needed, and nowhere else.
package struct CSVText: Sendable {
  package let dialect: CSVDialect
  /// What a cell cannot hold without quotes around it.
  private let quotable: ByteSet
  /// What null becomes, as a cell.
  package let null: [UInt8]

  package init(_ dialect: CSVDialect) {
    self.dialect = dialect
    quotable = ByteSet(.quote, dialect.delimiter, .lineFeed, .carriageReturn)
    let needsQuotes = dialect.null.contains { [quotable] in quotable.contains($0) }
    null = needsQuotes ? Self.quoted(dialect.null) : dialect.null
  }

  private static func quoted(_ text: [UInt8]) -> [UInt8] {
    [.quote] + text.flatMap { $0 == .quote ? [.quote, .quote] : [$0] } + [.quote]
  }

  /// Appends a cell of some text.
  package func append(_ bytes: Span<UInt8>, _ range: Range<Int>, to output: inout OutputBuffer) {
    let isFormula = dialect.isSafe && Self.isFormula(bytes, range)
    guard quotable.isAmong(bytes, range) || isNull(bytes, range) else {
      if isFormula { output.append(.apostrophe) }
      return output.append(bytes.extracting(range))
    }
    output.append(.quote)
    if isFormula { output.append(.apostrophe) }
    var start = range.lowerBound
    for at in range where bytes[at] == .quote {
      // The quote goes with what is before it, and once more with what is behind.
      output.append(bytes.extracting(start..<(at + 1)))
      start = at
    }
    output.append(bytes.extracting(start..<range.upperBound))
    output.append(.quote)
  }

  /// Appends a cell of some text.
  package func append(_ text: [UInt8], to output: inout OutputBuffer) {
    append(text.span, 0..<text.count, to: &output)
  }

  /// Text that is spelt as null is told from it by quotes.
  private func isNull(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard range.count == dialect.null.count, !range.isEmpty else { return false }
    for (number, byte) in dialect.null.enumerated() where bytes[range.lowerBound + number] != byte {
      return false
    }
    return true
  }

  /// A spreadsheet would compute the text; what is a negative number as it stands is none.
  private static func isFormula(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard let first = range.first else { return false }
    switch bytes[first] {
    case .equals, .plus, .at, .tab, .carriageReturn: return true
    case .minus: return !isNumber(bytes, (first + 1)..<range.upperBound)
    default: return false
    }
  }

  /// Digits, perhaps with a fraction.
  private static func isNumber(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var periods = 0
    for at in range {
      if bytes[at] == .period { periods += 1 } else if !bytes[at].isDigit { return false }
    }
    guard let first = range.first, let last = range.last else { return false }
    return periods < 2 && bytes[first].isDigit && bytes[last].isDigit
  }
}

extension UInt8 {
  fileprivate static var apostrophe: UInt8 { 0x27 }
  fileprivate static var equals: UInt8 { 0x3D }
  fileprivate static var at: UInt8 { 0x40 }
}
