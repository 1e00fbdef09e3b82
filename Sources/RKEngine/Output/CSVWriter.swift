/// Writes rows of tables as CSV.
///
/// JSON text without a backslash contains neither quotes nor line breaks, so most strings are only
/// searched for the delimiter and then copied. Numbers are copied unchanged.
package struct CSVWriter: RowTextWriter, ~Copyable {
  private let plan: TablePlan
  private let text: CSVText
  private let delimiter: UInt8
  /// Whether text without a delimiter can be copied: null is empty, and formulas are not escaped.
  private let isPlain: Bool
  private var json: JSONWriter
  /// The constants of both plans, with padding.
  private let constants: [UInt8]
  private let names: [UInt8]
  /// The text of a value before it becomes a cell.
  private var value = OutputBuffer(capacity: 4096)
  private var joined = OutputBuffer(capacity: 4096)

  package init(plan: borrowing MappingPlan, tables: TablePlan, dialect: CSVDialect) {
    self.plan = tables
    text = CSVText(dialect)
    delimiter = dialect.delimiter
    isPlain = dialect.null.isEmpty && !dialect.isSafe && dialect.form == .quoted
    json = JSONWriter(plan: plan, typeKey: nil)
    constants = plan.text + [UInt8](repeating: 0, count: OutputBuffer.slack)
    names = tables.text
  }

  private init(copyOf other: borrowing CSVWriter) {
    plan = other.plan
    text = other.text
    delimiter = other.delimiter
    isPlain = other.isPlain
    json = other.json.copy()
    constants = other.constants
    names = other.names
  }

  /// Creates another writer of the same rows.
  package borrowing func copy() -> CSVWriter { CSVWriter(copyOf: self) }

  // MARK: - Rows

  /// Writes what precedes all rows: the byte order mark and the names of the columns.
  package func writeHeader(_ columns: [[UInt8]], to output: inout OutputBuffer) {
    if text.dialect.hasMark { for byte: UInt8 in [0xEF, 0xBB, 0xBF] { output.append(byte) } }
    guard text.dialect.hasHeader else { return }
    let start = output.count
    for column in columns {
      text.append(column, to: &output)
      output.append(delimiter)
    }
    end(rowFrom: start, columnCount: columns.count, &output)
  }

  /// Writes a row.
  ///
  /// `input` is the window's bytes with their padding.
  package mutating func write(
    _ row: TableRow,
    of batch: borrowing RecordBatch,
    _ input: Span<UInt8>,
    to output: inout OutputBuffer
  ) {
    let start = output.count
    let cells = plan.rows[row.rule].cells
    write(cells, of: row.row, row, batch, input, &output)
    end(rowFrom: start, columnCount: cells.count, &output)
  }

  /// Writes the cells that identify a row, each followed by a delimiter; false if one of them has
  /// no value.
  package mutating func writeIdentity(
    _ row: TableRow,
    of batch: borrowing RecordBatch,
    _ input: Span<UInt8>,
    to output: inout OutputBuffer
  ) -> Bool {
    var isWhole = true
    for number in plan.rows[row.rule].identity.indices {
      let start = output.count
      write(PlanRange(number..<(number + 1)), of: row.row, row, batch, input, &output)
      if output.count == start + 1 || plan.isNull(number, of: row, batch) { isWhole = false }
    }
    return isWhole
  }

  /// Replaces the delimiter after the last cell by the end of the row.
  @inline(__always)
  private func end(rowFrom start: Int, columnCount: Int, _ output: inout OutputBuffer) {
    Self.end(rowFrom: start, columnCount: columnCount, text.dialect, &output)
  }

  /// Ends a row that another writer has written.
  @inline(__always)
  static func end(
    rowFrom start: Int,
    columnCount: Int,
    _ dialect: CSVDialect,
    _ output: inout OutputBuffer
  ) {
    if columnCount > 0 {
      output.truncate(to: output.count &- 1)
      if columnCount == 1 && output.count == start && dialect.form == .quoted {
        // Many readers would skip an empty line instead of reading it as a row.
        output.append(.quote)
        output.append(.quote)
      }
    }
    if dialect.endsWithCarriageReturn { output.append(.carriageReturn) }
    output.append(.lineFeed)
  }

  // MARK: - Cells

  private mutating func write(
    _ rules: PlanRange<CellRule>,
    of record: Int,
    _ row: TableRow,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>,
    _ output: inout OutputBuffer
  ) {
    let firstCell = Int(batch.rows[record].firstCell)
    for number in rules.indices {
      if plan.cells[number].kind == .cell {
        let cell = batch.cells[firstCell &+ Int(plan.cells[number].column)]
        if cell.kind == .number && cell.space == .input {
          output.append(padded: input, Int(cell.offset), Int(cell.count))
        } else if cell.kind != .missing {
          write(cell, batch, input, &output)
        }
        output.append(delimiter)
      } else {
        writeRare(number, of: record, row, batch, input, &output)
      }
    }
  }

  private mutating func writeRare(
    _ number: Int,
    of record: Int,
    _ row: TableRow,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>,
    _ output: inout OutputBuffer
  ) {
    let rule = plan.cells[number]
    switch rule.kind {
    case .related: return writeRelated(rule, of: record, row, batch, input, &output)
    case .empty, .cell: break
    case .record:
      value.removeAll()
      json.write(record, of: batch, input, to: &value)
      text.append(value.span, 0..<value.count, to: &output)
    case .ownerCell: write(batch.cell(rule.column, of: row.owner), batch, input, &output)
    case .foreignKey:
      let cell = batch.cell(rule.column, of: record)
      write(cell.key(rule, of: record, batch, input), batch, input, &output)
    case .memberKey: write(row.key, batch, input, &output)
    case .ownerNumber: output.append(decimal: row.ownerNumber)
    case .number: output.append(decimal: row.number)
    case .position: output.append(decimal: row.position)
    case .constant: text.append(names.span, rule.text.range, to: &output)
    }
    output.append(delimiter)
  }

  private mutating func writeRelated(
    _ rule: CellRule,
    of record: Int,
    _ row: TableRow,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>,
    _ output: inout OutputBuffer
  ) {
    let cell = batch.cell(rule.column, of: record)
    if let (cells, related) = plan.related(rule, cell, of: record, batch) {
      return write(cells, of: related, row, batch, input, &output)
    }
    for _ in 0..<rule.width {
      if cell.kind == .null && rule.isReference { writeNull(&output) }
      output.append(delimiter)
    }
  }

  private func writeNull(_ output: inout OutputBuffer) {
    if !text.null.isEmpty { output.append(text.null.span) }
  }

  // MARK: - Values

  @inline(__always)
  private mutating func write(
    _ cell: Cell,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>,
    _ output: inout OutputBuffer
  ) {
    switch cell.kind {
    case .string:
      switch cell.space {
      case .input: writeString(cell, input, &output)
      case .batch: writeString(cell, batch.side.span, &output)
      case .plan: text.append(cell, constants, &value, to: &output)
      }
    default: writeOther(cell, batch, input, &output)
    }
  }

  @inline(__always)
  private mutating func writeString(
    _ cell: Cell,
    _ bytes: Span<UInt8>,
    _ output: inout OutputBuffer
  ) {
    let content = cell.contentRange
    if isPlain && !cell.traits.contains(.mayHaveEscapes)
      && !bytes.contains(delimiter, padded: content)
    {
      output.append(padded: bytes, content.lowerBound, content.count)
    } else {
      text.append(cell, bytes, &value, to: &output)
    }
  }

  @inline(never)
  private mutating func writeOther(
    _ cell: Cell,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>,
    _ output: inout OutputBuffer
  ) {
    switch cell.kind {
    case .missing: break
    case .null: writeNull(&output)
    case .true, .false, .number: json.write(cell, batch, input, &output)
    case .string, .structure, .record, .list, .reference:
      value.removeAll()
      json.write(cell, batch, input, &value)
      if cell.kind == .structure, let separator = text.dialect.listSeparator {
        join(separator)
      }
      text.append(value.span, 0..<value.count, to: &output)
    }
  }

  /// Replaces the value, the JSON text of a list of scalars, by its elements joined with a
  /// separator.
  private mutating func join(_ separator: [UInt8]) {
    let count = value.count
    // Padding for wide copies.
    value.append(zeros: OutputBuffer.slack)
    joined.removeAll()
    let isJoined = JoinedList.append(
      value,
      0..<count,
      separator: separator,
      null: text.dialect.null,
      to: &joined
    )
    guard isJoined else { return value.truncate(to: count) }
    value.removeAll()
    value.append(joined)
  }
}

extension CSVText {
  /// Appends the cell of a string that needs more than copying.
  @inline(never)
  fileprivate func append(
    _ cell: Cell,
    _ bytes: Span<UInt8>,
    _ value: inout OutputBuffer,
    to output: inout OutputBuffer
  ) {
    value.removeAll()
    // A string that cannot be decoded to UTF-8 was rejected before it became a value.
    _ = StringText.append(bytes, cell.contentRange, to: &value)
    append(value.span, 0..<value.count, to: &output)
  }
}

extension CSVText {
  /// Appends the cell of a constant string that needs more than copying.
  fileprivate func append(
    _ cell: Cell,
    _ bytes: [UInt8],
    _ value: inout OutputBuffer,
    to output: inout OutputBuffer
  ) {
    append(cell, bytes.span, &value, to: &output)
  }
}

extension RecordBatch {
  /// A cell of the record at `row`.
  @inline(__always)
  package func cell(_ column: UInt32, of row: Int) -> Cell {
    cells[Int(rows[row].firstCell) &+ Int(column)]
  }
}
