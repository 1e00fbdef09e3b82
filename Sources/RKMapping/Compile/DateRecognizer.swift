internal import RKEngine

/// Tells of texts whether they are dates in some formats, as the engine reads them.
package struct DateRecognizer: Sendable {
  private let formats: [DateFormat]
  private let tables: DateTables

  /// Compiles formats by their names or patterns, each of which has to be one.
  package init(_ texts: [String]) {
    var tables = DateTables()
    formats = texts.compactMap { try? DatePattern($0) }.map { $0.format(in: &tables) }
    precondition(formats.count == texts.count, "a format is wrong")
    self.tables = tables
  }

  /// Whether a text is a date in the format of a number.
  package func reads(_ text: Span<UInt8>, _ range: Range<Int>, as number: Int) -> Bool {
    DateConverter.isDate(text, range, as: formats[number], tables)
  }
}
