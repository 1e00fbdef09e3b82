/// Writes rows of tables as JSON objects, one per line.
///
/// Numbers and structures keep their kind; missing values are left out, null is null.
package struct RowObjectWriter: ~Copyable {
  private let plan: TablePlan
  private var json: JSONWriter
  private let layout: JSONLayout
  /// For each table and column, `,"name":`.
  private let labels: [[[UInt8]]]
  private let names: [UInt8]
  /// The table of the current row, and the index of its next column; nil while writing an identity,
  /// whose values have no names.
  private var table: Int?
  private var column = 0
  /// A row before it is reformatted.
  private var compact = OutputBuffer(capacity: 4096)

  /// `columns` are the names of each table's columns.
  package init(
    plan: borrowing MappingPlan,
    tables: TablePlan,
    columns: [[[UInt8]]],
    layout: JSONLayout
  ) {
    self.plan = tables
    self.layout = layout
    json = JSONWriter(plan: plan, typeKey: nil)
    labels = columns.map { $0.map { [.comma] + JSONText.quoted($0) + [.colon] } }
    names = tables.text
  }

  // MARK: - Rows

  /// Writes a row.
  ///
  /// `input` is the window's bytes with their padding.
  mutating func write(
    _ row: TableRow,
    of batch: borrowing RecordBatch,
    _ input: Span<UInt8>,
    to output: inout OutputBuffer
  ) {
    let rule = plan.rows[row.rule]
    (table, column) = (Int(rule.table), 0)
    if layout.isPlain {
      write(object: rule.cells, row, batch, input, &output)
    } else {
      var text = OutputBuffer(capacity: 0)
      swap(&text, &compact)
      text.removeAll()
      write(object: rule.cells, row, batch, input, &text)
      JSONReshaper.append(text, 0..<text.count, layout, to: &output)
      swap(&text, &compact)
    }
    output.append(.lineFeed)
  }

  /// Writes the values that identify a row, each preceded by a comma; false if one of them is
  /// missing or null.
  mutating func writeIdentity(
    _ row: TableRow,
    of batch: borrowing RecordBatch,
    _ input: Span<UInt8>,
    to output: inout OutputBuffer
  ) -> Bool {
    table = nil
    var isWhole = true
    for number in plan.rows[row.rule].identity.indices {
      let start = output.count
      write(PlanRange(number..<(number + 1)), of: row.row, row, batch, input, &output)
      if output.count == start + 1 || plan.isNull(number, of: row, batch) { isWhole = false }
    }
    return isWhole
  }

  /// Replaces the comma before the first member by the brace.
  private mutating func write(
    object cells: PlanRange<CellRule>,
    _ row: TableRow,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>,
    _ output: inout OutputBuffer
  ) {
    let start = output.count
    write(cells, of: row.row, row, batch, input, &output)
    if output.count > start { output[start] = .openObject } else { output.append(.openObject) }
    output.append(.closeObject)
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
    for number in rules.indices {
      let rule = plan.cells[number]
      switch rule.kind {
      case .cell: write(batch.cell(rule.column, of: record), batch, input, &output)
      case .related: writeRelated(rule, of: record, row, batch, input, &output)
      case .empty: write(.missing, batch, input, &output)
      case .record:
        write(Cell(.record, record..<(record + 1), space: .batch), batch, input, &output)
      case .ownerCell: write(batch.cell(rule.column, of: row.owner), batch, input, &output)
      case .foreignKey:
        let cell = batch.cell(rule.column, of: record)
        write(cell.key(rule, of: record, batch, input), batch, input, &output)
      case .memberKey: write(row.key, batch, input, &output)
      case .ownerNumber: write(row.ownerNumber, &output)
      case .number: write(row.number, &output)
      case .position: write(row.position, &output)
      case .constant:
        beginValue(&output)
        let text = JSONText.quoted(names[rule.text.range])
        output.append(text.span)
      }
    }
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
    let isNull = cell.kind == .null && rule.isReference
    for _ in 0..<rule.width { write(isNull ? Cell(.null) : .missing, batch, input, &output) }
  }

  // MARK: - Values

  /// Begins the value of the next column.
  private mutating func beginValue(_ output: inout OutputBuffer) {
    guard let table else { return output.append(.comma) }
    let label = labels[table][column]
    output.append(label.span)
    column += 1
  }

  private mutating func write(_ number: Int, _ output: inout OutputBuffer) {
    beginValue(&output)
    output.append(decimal: number)
  }

  private mutating func write(
    _ cell: Cell,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>,
    _ output: inout OutputBuffer
  ) {
    if cell.kind == .missing && table != nil {
      column += 1
    } else {
      beginValue(&output)
      json.write(cell, batch, input, &output)
    }
  }
}
