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
    for number in 0..<batch.marks.count where batch.marks[number].isRecord {
      try walk.walk(Int(batch.marks[number].row), of: batch, input, &rows)
    }
    if !rows.output.isAside && rows.text.count > 0 { try rows.flush() }
  }

  package mutating func finish() throws(SystemError) {
    try rows.flush()
    try rows.output.commit()
  }

  package mutating func abandon() throws(SystemError) {
    if !rows.output.isAside { try rows.flush() }
  }
}

/// Takes the rows of the table that is written, and passes over all others.
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
  /// How much is gathered before it is written.
  static var flushSize: Int { 128 * 1024 }
}
