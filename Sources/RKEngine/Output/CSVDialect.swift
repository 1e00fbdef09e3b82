/// The form of CSV text (RFC 4180, and common deviations).
package struct CSVDialect: Sendable, Hashable {
  /// The byte between cells.
  package var delimiter = UInt8.comma
  /// The text of null; missing values are empty.
  package var null: [UInt8] = []
  /// The text between the elements of a list of scalars; nil to write the list as JSON text.
  package var listSeparator: [UInt8]?
  package var hasHeader = true
  /// Whether a byte order mark comes first.
  package var hasMark = false
  /// Whether rows end with CR LF instead of LF; text in cells stays unchanged.
  package var endsWithCarriageReturn = false
  /// Whether text that a spreadsheet would interpret as a formula is prefixed with an apostrophe.
  package var isSafe = false
  /// How cells are separated.
  package var form = CellForm.quoted

  package init() {}

  /// Whether a byte may separate cells: it occurs in no number or literal, and has no other
  /// meaning.
  package static func isDelimiter(_ byte: UInt8) -> Bool {
    switch byte {
    case .quote, .carriageReturn, .lineFeed, .ascii("-"), .ascii("+"), .ascii("."),
      .ascii("0")...(.ascii("9")),
      .ascii("a")...(.ascii("z")), .ascii("A")...(.ascii("Z")), 0x80...:
      false
    default: true
    }
  }
}
