/// How the text of a cell is written.
package enum CellForm: Sendable, Hashable {
  /// As CSV, quoted if necessary.
  case quoted
  /// For a table of Markdown; without line ends.
  case markdown
  /// For a terminal, without control characters and line ends.
  case visible

  /// The dialect of cells in this form that each end with a line feed, as none of them contains
  /// one.
  package func dialect(null: [UInt8], listSeparator: [UInt8]?) -> CSVDialect {
    var dialect = CSVDialect()
    dialect.form = self
    dialect.delimiter = .lineFeed
    dialect.null = null
    dialect.listSeparator = listSeparator
    return dialect
  }

  /// A text in this form, without quotes.
  func escaped(_ text: [UInt8]) -> [UInt8] {
    var output = OutputBuffer(capacity: text.count)
    append(text.span, 0..<text.count, to: &output)
    return (0..<output.count).map { output[$0] }
  }

  /// Appends a text in this form, without quotes.
  func append(_ bytes: Span<UInt8>, _ range: Range<Int>, to output: inout OutputBuffer) {
    var start = range.lowerBound
    var at = start
    while at < range.upperBound {
      guard let escape = escape(bytes, at, range.upperBound) else {
        at += 1
        continue
      }
      output.append(bytes.extracting(start..<at))
      for byte in escape.text.utf8 { output.append(byte) }
      at += escape.count
      start = at
    }
    output.append(bytes.extracting(start..<range.upperBound))
  }

  /// The replacement of the character at an offset, and the number of its bytes; nil if it is not
  /// escaped.
  private func escape(_ bytes: Span<UInt8>, _ at: Int, _ end: Int) -> (text: String, count: Int)? {
    switch self {
    case .quoted: nil
    case .markdown: Self.markdownEscape(bytes, at, end)
    case .visible: Self.visibleEscape(bytes, at, end)
    }
  }

  private static func markdownEscape(_ bytes: Span<UInt8>, _ at: Int, _ end: Int)
    -> (text: String, count: Int)?
  {
    switch bytes[at] {
    case .backslash: ("\\\\", 1)
    case .ascii("|"): ("\\|", 1)
    case .ascii("&"): ("&amp;", 1)
    case .ascii("<"): ("&lt;", 1)
    case .carriageReturn: ("<br>", at + 1 < end && bytes[at + 1] == .lineFeed ? 2 : 1)
    case .lineFeed: ("<br>", 1)
    default: nil
    }
  }

  /// Escapes control characters, and those that change the direction of writing.
  private static func visibleEscape(_ bytes: Span<UInt8>, _ at: Int, _ end: Int)
    -> (text: String, count: Int)?
  {
    switch bytes[at] {
    case .lineFeed: ("\\n", 1)
    case .tab: ("\\t", 1)
    case .carriageReturn: ("\\r", 1)
    case 0..<0x20, 0x7F: (escape(UInt32(bytes[at])), 1)
    case 0xC2 where at + 1 < end && bytes[at + 1] < 0xA0: (escape(UInt32(bytes[at + 1])), 2)
    case 0xD8 where at + 1 < end && bytes[at + 1] == 0x9C: (escape(0x61C), 2)
    case 0xE2 where at + 2 < end:
      switch (bytes[at + 1], bytes[at + 2]) {
      case (0x80, 0x8E...0x8F), (0x80, 0xAA...0xAE): (escape(0x1F80 + UInt32(bytes[at + 2])), 3)
      case (0x81, 0xA6...0xA9): (escape(0x1FC0 + UInt32(bytes[at + 2])), 3)
      default: nil
      }
    default: nil
    }
  }

  private static func escape(_ scalar: UInt32) -> String {
    let digits = String(scalar, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
