/// Writes the rows of one table as CSV, as they come.
package struct CSVSink: RecordSink, ~Copyable {
  private var walk: TableWalk
  private var rows: CSVRows

  /// `columns` are the names of the table's columns.
  package init(
    plan: borrowing MappingPlan,
    tables: TablePlan,
    table: Int,
    columns: [[UInt8]],
    dialect: CSVDialect,
    output: consuming OutputFile
  ) {
    walk = TableWalk(plan: tables)
    rows = CSVRows(
      writer: CSVWriter(plan: plan, tables: tables, dialect: dialect),
      rules: tables.rows,
      table: UInt32(table),
      output: output
    )
    rows.writer.writeHeader(columns, to: &rows.text)
  }

  package mutating func write(_ batch: borrowing RecordBatch, _ input: Span<UInt8>)
    throws(SystemError)
  {
    try walk.walk(batch, input, &rows)
    if !rows.output.isAside && rows.text.count > 0 { try rows.flush() }
  }

  package borrowing func makePart() -> PartSink? {
    // The number of a row is how many there were before it.
    if rows.rules.contains(where: \.isNumbered) { return nil }
    return CSVPart(
      walk.copy(),
      CSVPartRows(writer: rows.writer.copy(), rules: rows.rules, table: rows.table)
    )
  }

  package mutating func append(_ part: borrowing OutputPart) throws(SystemError) {
    if rows.text.count > 0 { try rows.flush() }
    try rows.output.write(part.text.span)
  }

  package mutating func finish() throws(SystemError) {
    try rows.flush()
    try rows.output.commit()
  }

  package mutating func abandon() throws(SystemError) {
    if !rows.output.isAside { try rows.flush() }
  }
}

/// Writes the rows of the selected table, and skips all others.
private struct CSVRows: TableRowReceiver, ~Copyable {
  var writer: CSVWriter
  let rules: [RowRule]
  let table: UInt32
  var output: OutputFile
  var text = OutputBuffer()

  init(writer: consuming CSVWriter, rules: [RowRule], table: UInt32, output: consuming OutputFile) {
    self.writer = writer
    self.rules = rules
    self.table = table
    self.output = output
  }

  mutating func receive(
    _ row: TableRow,
    of batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  ) throws(SystemError) {
    guard rules[row.rule].table == table else { return }
    writer.write(row, of: batch, input, to: &text)
    if text.count >= CSVSink.flushSize { try flush() }
  }

  mutating func flush() throws(SystemError) {
    try output.write(text.span)
    text.removeAll()
  }
}

extension CSVSink {
  /// How much is collected before it is written.
  static var flushSize: Int { 128 * 1024 }
}

/// The rows of a part of a run.
private final class CSVPart: PartSink {
  private var walk: TableWalk
  private var rows: CSVPartRows

  init(_ walk: consuming TableWalk, _ rows: consuming CSVPartRows) {
    self.walk = walk
    self.rows = rows
  }

  override func write(_ batch: borrowing RecordBatch, _ input: Span<UInt8>) throws(SystemError) {
    swap(&rows.text, &part.text)
    defer { swap(&rows.text, &part.text) }
    try walk.walk(batch, input, &rows)
  }
}

/// Writes the rows of the selected table.
private struct CSVPartRows: TableRowReceiver, ~Copyable {
  private var writer: CSVWriter
  private let rules: [RowRule]
  private let table: UInt32
  var text = OutputBuffer(capacity: 0)

  init(writer: consuming CSVWriter, rules: [RowRule], table: UInt32) {
    self.writer = writer
    self.rules = rules
    self.table = table
  }

  mutating func receive(_ row: TableRow, of batch: borrowing RecordBatch, _ input: Span<UInt8>) {
    if rules[row.rule].table == table { writer.write(row, of: batch, input, to: &text) }
  }
}
