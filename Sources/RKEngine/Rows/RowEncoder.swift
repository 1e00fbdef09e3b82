/// Makes rows for a database: with values of their own instead of positions in an input.
///
/// A row has the values of all columns of its table. Columns that a related record fills are null
/// if its place has null, a list, or a record of another kind: the values stored there came from
/// something else. If the relationship is missing, its columns are left unchanged.
package struct RowEncoder: TableRowReceiver, ~Copyable {
  /// The rows made so far; their consumer leaves an empty batch here.
  package var rows = RowBatch()
  /// The number of the current input.
  package var input: UInt32 = 0

  let plan: TablePlan
  let keys: KeyKinds
  var json: JSONWriter
  /// Text to be added to the rows.
  var text = OutputBuffer(capacity: 4096)
  /// The constants of both plans, with padding.
  let constants: [UInt8]
  let names: [UInt8]
  /// How the columns of all tables are stored, and where each table's columns begin.
  private let storages: [ColumnStorage]
  private let firstStorages: [Int]
  /// The difference between the index of a value in the rows and that of its column's storage.
  private var storageShift = 0
  /// The events of rows that have not ended, innermost last.
  private var open = UniqueArray<UInt32>()

  package init(plan: borrowing MappingPlan, tables: TablePlan, keys: KeyKinds) {
    self.plan = tables
    self.keys = keys
    json = JSONWriter(plan: plan, typeKey: nil)
    let room = [UInt8](repeating: 0, count: OutputBuffer.slack)
    constants = plan.text + room
    names = tables.text + room
    storages = tables.storages.flatMap { $0 }
    var first = 0
    firstStorages = tables.storages.map { columns in
      defer { first += columns.count }
      return first
    }
  }

  // MARK: - Events

  package mutating func receive(
    _ row: TableRow,
    of batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  ) throws(SystemError) {
    let place = rows.events.count
    begin(.row, UInt32(row.rule.index), owner: open.last ?? UInt32(place), row.row, batch)
    open.append(UInt32(place))
    encode(plan.rows[row.rule], row, batch, input)
  }

  package mutating func endRow() {
    rows.events[Int(open.removeLast())].end = UInt32(rows.events.count)
  }

  package mutating func begin(
    _ list: PlanID<ListRule>,
    of owner: TableRow,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  ) {
    let place = rows.events.count
    begin(.list, UInt32(list.index), owner: open.last ?? UInt32(place), owner.row, batch)
    rows.events[place].end = UInt32(place + 1)
    let rule = plan.lists[list]
    // The rules for the list's key refer to the record as the owner.
    var owner = owner
    owner.owner = owner.row
    encode(rule.ownerCells, as: rule.ownerColumns, of: rule.table, owner, batch, input)
  }

  package mutating func receive(
    member: TableRow,
    of batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  ) {
    rows.events[rows.events.count - 1].count += 1
    if member.rule.isNone {
      rows.values.append(StoredValue(integer: Int64(member.position)))
    } else {
      encode(plan.rows[member.rule], member, batch, input)
    }
  }

  private mutating func begin(
    _ kind: RowBatch.Event.Kind,
    _ rule: UInt32,
    owner: UInt32,
    _ record: Int,
    _ batch: borrowing RecordBatch
  ) {
    var event = RowBatch.Event(
      kind,
      rule: rule,
      firstValue: rows.values.count,
      owner: Int(owner)
    )
    event.byteOffset = UInt64(batch.origin) + UInt64(batch.rows[record].offset)
    event.input = input
    rows.events.append(event)
  }

  // MARK: - Cells

  private mutating func encode(
    _ rule: RowRule,
    _ row: TableRow,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  ) {
    storageShift = firstStorages[Int(rule.table)] - rows.values.count
    encode(rule.cells, of: row.row, row, batch, input)
  }

  /// Adds the values of a row's own record for some columns of a table, each made by a rule.
  mutating func encode(
    _ cells: PlanRange<CellRule>,
    as columns: PlanRange<UInt32>,
    of table: UInt32,
    _ row: TableRow,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  ) {
    for (number, column) in zip(cells.indices, columns.indices) {
      if plan.cells[number].kind == .number {
        rows.values.append(StoredValue(.ownerNumber))
        continue
      }
      storageShift = firstStorages[Int(table)] + Int(plan.places[column]) - rows.values.count
      encode(PlanRange(number..<(number + 1)), of: row.row, row, batch, input)
    }
  }

  /// Adds the values that rules make of a record.
  private mutating func encode(
    _ rules: PlanRange<CellRule>,
    of record: Int,
    _ row: TableRow,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  ) {
    let firstCell = Int(batch.rows[record].firstCell)
    for number in rules.indices {
      if plan.cells[number].kind == .cell {
        let cell = batch.cells[firstCell &+ Int(plan.cells[number].column)]
        encode(cell, batch, input)
      } else {
        encodeRare(plan.cells[number], of: record, row, batch, input)
      }
    }
  }

  private mutating func encodeRare(
    _ rule: CellRule,
    of record: Int,
    _ row: TableRow,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  ) {
    switch rule.kind {
    case .empty: rows.values.append(rule.isOthers ? .null : .absent)
    case .cell, .ownerCell:
      encode(batch.cell(rule.column, of: rule.kind == .cell ? record : row.owner), batch, input)
    case .foreignKey:
      let cell = batch.cell(rule.column, of: record)
      encode(cell.key(rule, of: record, batch, input), batch, input)
    case .memberKey: encode(row.key, batch, input)
    case .record: encode(Cell(.record, record..<(record + 1), space: .batch), batch, input)
    case .related: encodeRelated(rule, of: record, row, batch, input)
    case .ownerNumber: rows.values.append(StoredValue(.ownerNumber))
    // The database assigns the number.
    case .number: rows.values.append(.absent)
    case .position: rows.values.append(StoredValue(integer: Int64(row.position)))
    case .constant:
      let (names, start) = (names, rows.bytes.count)
      rows.bytes.append(padded: names.span, rule.text.range)
      rows.values.append(StoredValue(textAt: start..<rows.bytes.count))
    }
  }

  private mutating func encodeRelated(
    _ rule: CellRule,
    of record: Int,
    _ row: TableRow,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  ) {
    let cell = batch.cell(rule.column, of: record)
    let first = rows.values.count
    if cell.kind == .record {
      let related = Int(cell.offset)
      let shape = batch.rows[related].record
      for number in rule.choices.indices where plan.choices[number].record == shape {
        encode(plan.choices[number].cells, of: related, row, batch, input)
        // A record composed of its owner's members leaves unmentioned columns unchanged, as its
        // owner does.
        let isComposed = batch.rows[related].offset == batch.rows[record].offset
        if !isComposed { replace(from: first) }
        return
      }
    }
    if !rule.otherwise.isEmpty && (cell.kind == .missing || cell.kind == .null) {
      encode(rule.otherwise, of: record, row, batch, input)
    } else {
      rows.values.append(repeating: .absent, count: Int(rule.width))
    }
    if cell.kind == .missing { return }
    for place in first..<rows.values.count where rows.values[place].kind == .absent {
      rows.values[place] = .null
    }
  }

  /// Another record replaces the stored one: values that it lacks become null, and its defaults
  /// apply as in a new row.
  private mutating func replace(from first: Int) {
    for place in first..<rows.values.count {
      if rows.values[place].kind == .absent { rows.values[place] = .null }
      rows.values[place].isFallback = false
    }
  }

  // MARK: - Values

  /// Adds the value of a cell in the form of its column.
  @inline(__always)
  private mutating func encode(_ cell: Cell, _ batch: borrowing RecordBatch, _ input: Span<UInt8>) {
    let storage = storages[rows.values.count &+ storageShift]
    if storage.isPlain && cell.space == .input {
      if cell.kind == .string && !cell.traits.contains(.mayHaveEscapes) {
        let start = rows.bytes.count
        rows.bytes.append(padded: input, cell.contentRange)
        rows.values.append(StoredValue(textAt: start..<rows.bytes.count))
        return
      }
      if cell.kind == .number, let value = StoredNumber.integer(input, cell.range) {
        rows.values.append(StoredValue(integer: value))
        return
      }
    }
    encode(cell, storage, batch, input)
  }
}
