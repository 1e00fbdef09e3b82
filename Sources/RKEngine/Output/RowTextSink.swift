/// Writes rows of tables as text, row by row.
package protocol RowTextWriter: ~Copyable {
  /// Writes what precedes all rows, with the names of the columns.
  mutating func writeHeader(_ columns: [[UInt8]], to output: inout OutputBuffer)

  /// Writes a row.
  ///
  /// `input` is the window's bytes with their padding.
  mutating func write(
    _ row: TableRow,
    of batch: borrowing RecordBatch,
    _ input: Span<UInt8>,
    to output: inout OutputBuffer
  )

  /// Creates another writer of the same rows.
  borrowing func copy() -> Self
}

/// Writes the rows of one table as they come.
package struct RowTextSink<Writer: RowTextWriter & ~Copyable>: RecordSink, ~Copyable {
  private var walk: TableWalk
  private var rows: TextRows<Writer>

  /// `columns` are the names of the table's columns.
  package init(
    writer: consuming Writer,
    tables: TablePlan,
    table: Int,
    columns: [[UInt8]],
    output: consuming OutputFile
  ) {
    walk = TableWalk(plan: tables)
    rows = TextRows(
      writer: writer,
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
    // A row's number depends on the rows before it, which a part does not know.
    if rows.rules.contains(where: \.isNumbered) { return nil }
    return RowTextPart(
      walk.copy(),
      PartRows(writer: rows.writer.copy(), rules: rows.rules, table: rows.table)
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
private struct TextRows<Writer: RowTextWriter & ~Copyable>: TableRowReceiver, ~Copyable {
  var writer: Writer
  let rules: [RowRule]
  let table: UInt32
  var output: OutputFile
  var text = OutputBuffer()

  mutating func receive(
    _ row: TableRow,
    of batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  ) throws(SystemError) {
    guard rules[row.rule].table == table else { return }
    writer.write(row, of: batch, input, to: &text)
    if text.count >= RowText.flushSize { try flush() }
  }

  mutating func flush() throws(SystemError) {
    try output.write(text.span)
    text.removeAll()
  }
}

/// Text with rows.
enum RowText {
  /// The bytes that are collected before they are written.
  static var flushSize: Int { 128 * 1024 }
}

/// The rows of a part of a run.
private final class RowTextPart<Writer: RowTextWriter & ~Copyable>: PartSink {
  private var walk: TableWalk
  private var rows: PartRows<Writer>

  init(_ walk: consuming TableWalk, _ rows: consuming PartRows<Writer>) {
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
private struct PartRows<Writer: RowTextWriter & ~Copyable>: TableRowReceiver, ~Copyable {
  var writer: Writer
  let rules: [RowRule]
  let table: UInt32
  var text = OutputBuffer(capacity: 0)

  mutating func receive(_ row: TableRow, of batch: borrowing RecordBatch, _ input: Span<UInt8>) {
    if rules[row.rule].table == table { writer.write(row, of: batch, input, to: &text) }
  }
}
