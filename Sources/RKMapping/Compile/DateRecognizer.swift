internal import RKEngine

/// Recognizes dates in some formats, exactly as the engine reads them.
package struct DateRecognizer: Sendable {
  private let formats: [DateFormat]
  private let tables: DateTables

  /// Compiles formats, given by name or pattern; all of them must be valid.
  package init(_ texts: [String]) {
    var tables = DateTables()
    formats = texts.compactMap { try? DatePattern($0) }.map { $0.format(in: &tables) }
    precondition(formats.count == texts.count, "a format is wrong")
    self.tables = tables
  }

  /// Returns whether a text is a date in the format with this number.
  package func reads(_ text: Span<UInt8>, _ range: Range<Int>, as number: Int) -> Bool {
    DateConverter.isDate(text, range, as: formats[number], tables)
  }
}
