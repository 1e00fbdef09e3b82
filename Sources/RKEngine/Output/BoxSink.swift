/// Draws the rows of one table as a table for people, with lines between its columns.
///
/// The first rows decide the widths of the columns, and are held until then.
package struct BoxSink: RecordSink, ~Copyable {
  /// How a table is drawn.
  package struct Options: Sendable {
    package var hasHeader = true
    /// The most columns of a terminal that the table may take; nil for any number.
    package var width: Int?
    /// All rows decide the widths, and nothing is cut.
    package var isFull = false
    /// How many rows decide the widths, unless all do.
    package var heldCount = 1_000

    package init() {}
  }

  private var walk: TableWalk
  private var rows: BoxRows

  /// `columns` are the names of the table's columns, and `isNumeric` says which are right-aligned.
  ///
  /// The dialect has the form of visible cells.
  package init(
    writer: consuming CSVWriter,
    tables: TablePlan,
    table: Int,
    columns: [[UInt8]],
    isNumeric: [Bool],
    options: Options,
    output: consuming OutputFile
  ) {
    walk = TableWalk(plan: tables)
    rows = BoxRows(
      writer: writer,
      rules: tables.rows,
      table: UInt32(table),
      columns: columns,
      isNumeric: isNumeric,
      options: options,
      output: output
    )
  }

  package mutating func write(_ batch: borrowing RecordBatch, _ input: Span<UInt8>)
    throws(SystemError)
  {
    try walk.walk(batch, input, &rows)
    if !rows.output.isAside && rows.text.count > 0 { try rows.flush() }
  }

  package mutating func finish() throws(SystemError) {
    try rows.finish()
    try rows.output.commit()
  }

  package mutating func abandon() throws(SystemError) {
    if !rows.output.isAside { try rows.flush() }
  }
}

/// Draws the rows of the selected table, and skips all others.
private struct BoxRows: TableRowReceiver, ~Copyable {
  private var writer: CSVWriter
  private let rules: [RowRule]
  private let table: UInt32
  private let isNumeric: [Bool]
  private let options: BoxSink.Options
  var output: OutputFile
  var text = OutputBuffer()
  /// The names of the columns, and the cells of a row: each ends with a line feed.
  private var header = OutputBuffer(capacity: 1024)
  private var line = OutputBuffer(capacity: 4096)
  /// The rows that decide the widths, until these are known.
  private var held = OutputBuffer()
  private var heldEnds: [Int] = []
  private var widths: [Int]
  private var layout: BoxLayout?

  init(
    writer: consuming CSVWriter,
    rules: [RowRule],
    table: UInt32,
    columns: [[UInt8]],
    isNumeric: [Bool],
    options: BoxSink.Options,
    output: consuming OutputFile
  ) {
    self.writer = writer
    self.rules = rules
    self.table = table
    self.isNumeric = isNumeric
    self.options = options
    self.output = output
    widths = columns.map { _ in 0 }
    if options.hasHeader {
      self.writer.writeHeader(columns, to: &header)
      Self.widen(&widths, for: header)
    }
  }

  mutating func receive(
    _ row: TableRow,
    of batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  ) throws(SystemError) {
    guard rules[row.rule].table == table else { return }
    line.removeAll()
    writer.write(row, of: batch, input, to: &line)
    if let layout {
      layout.append(line, 0..<line.count, to: &text)
    } else {
      held.append(line)
      heldEnds.append(held.count)
      Self.widen(&widths, for: line)
      if !options.isFull && heldEnds.count == options.heldCount { try settle() }
    }
    if text.count >= RowText.flushSize { try flush() }
  }

  /// Makes the columns at least as wide as their cells in a line.
  private static func widen(_ widths: inout [Int], for line: borrowing OutputBuffer) {
    var start = 0
    for number in widths.indices {
      guard let end = line.span.first(.lineFeed, in: start..<line.count) else { return }
      widths[number] = max(widths[number], BoxText(line.span.extracting(start..<end)).width)
      start = end + 1
    }
  }

  /// Decides the widths of the columns, and writes the held rows.
  private mutating func settle() throws(SystemError) {
    let layout = BoxLayout(
      widths: widths,
      isNumeric: isNumeric,
      limit: options.isFull ? nil : options.width
    )
    self.layout = layout
    layout.append(.top, to: &text)
    if options.hasHeader {
      layout.append(header, 0..<header.count, isHeader: true, to: &text)
      if !heldEnds.isEmpty { layout.append(.middle, to: &text) }
    }
    var start = 0
    for end in heldEnds {
      layout.append(held, start..<end, to: &text)
      if text.count >= RowText.flushSize { try flush() }
      start = end
    }
    held = OutputBuffer(capacity: 0)
    heldEnds = []
  }

  mutating func flush() throws(SystemError) {
    try output.write(text.span)
    text.removeAll()
  }

  mutating func finish() throws(SystemError) {
    if layout == nil { try settle() }
    layout?.append(.bottom, to: &text)
    try flush()
  }
}
