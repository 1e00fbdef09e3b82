/// The form of CSV text (RFC 4180, and what is done differently in practice).
package struct CSVDialect: Sendable, Hashable {
  /// Stands between cells.
  package var delimiter = UInt8.comma
  /// What null becomes; what is absent stays empty.
  package var null: [UInt8] = []
  /// Stands between the elements of a list of scalars; JSON text when nil.
  package var listSeparator: [UInt8]?
  package var hasHeader = true
  /// A byte order mark comes first.
  package var hasMark = false
  /// Rows end with CR LF, not with LF alone; text in cells stays as it is.
  package var endsWithCarriageReturn = false
  /// Text that a spreadsheet would take for a formula begins with an apostrophe.
  package var isSafe = false

  package init() {}

  /// A byte may stand between cells: it is in no number and no literal, and nothing else already.
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
