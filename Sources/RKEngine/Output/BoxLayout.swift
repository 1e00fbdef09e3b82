/// The columns of a table that is drawn with lines.
package struct BoxLayout: Sendable {
  /// A column's width in columns of a terminal, and the side on which its cells are aligned.
  struct Column: Sendable {
    var width: Int
    var isNumeric: Bool
  }

  /// The least width that columns are cut to.
  private static let leastWidth = 8
  /// The characters of a column besides its width: a space on each side, and a line.
  private static let frame = 3

  private(set) var columns: [Column]
  /// Columns were left out on the right, for lack of room.
  private(set) var isIncomplete = false

  /// A layout of columns that would need `widths`, at most `limit` wide.
  package init(widths: [Int], isNumeric: [Bool], limit: Int?) {
    columns = zip(widths, isNumeric).map { Column(width: $0, isNumeric: $1) }
    guard let limit else { return }
    cut(to: limit)
    while width > limit && columns.count > 1 {
      columns.removeLast()
      isIncomplete = true
    }
  }

  private var width: Int {
    1 + columns.reduce(0) { $0 + $1.width + Self.frame } + (isIncomplete ? 1 + Self.frame : 0)
  }

  /// Narrows the widest column step by step, the first among equals.
  private mutating func cut(to limit: Int) {
    var excess = width - limit
    while excess > 0, let widest = columns.map(\.width).max(), widest > Self.leastWidth,
      let number = columns.firstIndex(where: { $0.width == widest })
    {
      // A column that is wider than all others is cut to the next width at once.
      let next = columns.map(\.width).filter { $0 < widest }.max() ?? 0
      let isAlone = columns.count { $0.width == widest } == 1
      let loss = isAlone ? min(excess, widest - max(next, Self.leastWidth)) : 1
      columns[number].width -= max(loss, 1)
      excess -= max(loss, 1)
    }
  }

  // MARK: - Lines

  /// The kinds of lines between and around rows.
  enum Border {
    case top
    case middle
    case bottom
  }

  func append(_ border: Border, to output: inout OutputBuffer) {
    switch border {
    case .top: append("\u{250C}", "\u{252C}", "\u{2510}\n", to: &output)
    case .middle: append("\u{251C}", "\u{253C}", "\u{2524}\n", to: &output)
    case .bottom: append("\u{2514}", "\u{2534}", "\u{2518}\n", to: &output)
    }
  }

  private func append(
    _ left: StaticString,
    _ between: StaticString,
    _ right: StaticString,
    to output: inout OutputBuffer
  ) {
    output.append(left)
    for (number, width) in (columns.map(\.width) + (isIncomplete ? [1] : [])).enumerated() {
      if number > 0 { output.append(between) }
      for _ in 0..<(width + 2) { output.append("\u{2500}") }
    }
    output.append(right)
  }

  /// Appends a row as one line: its cells, each of which ends with a line feed, are a range of
  /// `cells`.
  func append(
    _ cells: borrowing OutputBuffer,
    _ range: Range<Int>,
    isHeader: Bool = false,
    to output: inout OutputBuffer
  ) {
    var start = range.lowerBound
    for column in columns {
      let end = cells.span.first(.lineFeed, in: start..<range.upperBound) ?? range.upperBound
      output.append("\u{2502} ")
      append(
        BoxText(cells.span.extracting(start..<end)),
        column.width,
        isRight: column.isNumeric && !isHeader,
        to: &output
      )
      output.append(.space)
      start = min(end + 1, range.upperBound)
    }
    output.append(isIncomplete ? "\u{2502} \u{2026} \u{2502}\n" : "\u{2502}\n")
  }

  private func append(
    _ cell: BoxText,
    _ width: Int,
    isRight: Bool,
    to output: inout OutputBuffer
  ) {
    let shown = cell.width > width ? cell.cut(to: width) : cell
    if isRight { appendSpaces(width - shown.width, to: &output) }
    for byte in shown.text.utf8 { output.append(byte) }
    if !isRight { appendSpaces(width - shown.width, to: &output) }
  }

  private func appendSpaces(_ count: Int, to output: inout OutputBuffer) {
    for _ in 0..<max(count, 0) { output.append(.space) }
  }
}

/// The text of a cell, and its width in a terminal.
struct BoxText {
  private(set) var text: String
  private(set) var width: Int

  init(_ bytes: Span<UInt8>) {
    text = String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
    width = TerminalWidth.columns(of: text)
  }

  /// As much of the text as fits, with an ellipsis.
  func cut(to limit: Int) -> BoxText {
    var cut = self
    cut.text = ""
    cut.width = 0
    guard limit > 0 else { return cut }
    for character in text {
      let columns = TerminalWidth.columns(of: character)
      if cut.width + columns > limit - 1 { break }
      cut.text.append(character)
      cut.width += columns
    }
    cut.text.append("\u{2026}")
    cut.width += 1
    return cut
  }
}
