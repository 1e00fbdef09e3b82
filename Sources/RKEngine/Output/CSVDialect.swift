/// The form of CSV text (RFC 4180, and common deviations).
package struct CSVDialect: Sendable, Hashable {
  /// Between cells.
  package var delimiter = UInt8.comma
  /// What null becomes; missing values stay empty.
  package var null: [UInt8] = []
  /// Between the elements of a list of scalars; the list is JSON text if nil.
  package var listSeparator: [UInt8]?
  package var hasHeader = true
  /// A byte order mark comes first.
  package var hasMark = false
  /// Rows end with CR LF instead of LF alone; text in cells stays unchanged.
  package var endsWithCarriageReturn = false
  /// Text that a spreadsheet would interpret as a formula is prefixed with an apostrophe.
  package var isSafe = false
  /// How cells are told from one another.
  package var form = CellForm.quoted

  package init() {}

  /// Whether a byte may separate cells: it occurs in no number and no literal, and has no other
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
