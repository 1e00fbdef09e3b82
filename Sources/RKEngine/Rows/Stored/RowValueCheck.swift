/// Finds values that the columns of a database would change.
///
/// A record fails if one of its own values would be changed. The values that other records
/// contribute to a row, mostly keys, are known only when the outermost record is complete, which
/// then fails.
struct RowValueCheck: ~Copyable {
  private let plan: TablePlan
  /// For each record shape, the values to check.
  private let own: [[OwnValue]]
  /// Rows take values from other records that need checking.
  private let looksFurther: Bool
  private var walk: TableWalk
  private var further: FurtherValues

  /// `affinities` are those of all tables' columns; nil if none needs checking.
  init?(
    plan: borrowing MappingPlan,
    tables: TablePlan,
    keys: KeyKinds,
    _ affinities: [[ColumnAffinity]]
  ) {
    guard affinities.contains(where: { $0.contains { $0 != .none } }) else { return nil }
    var own: [[OwnValue]] = plan.schema.records.map { _ in [] }
    var looksFurther = false
    func add(_ rule: PlanID<RowRule>, of shape: Int) {
      let row = tables.rows[rule]
      var column = 0
      for cell in tables.cells[row.cells] {
        let columns = column..<column + Int(cell.width)
        column = columns.upperBound
        guard affinities[Int(row.table)][columns].contains(where: { $0 != .none }) else { continue }
        guard cell.kind == .cell else {
          looksFurther = true
          continue
        }
        let value = OwnValue(
          cell: cell.column,
          table: Int(row.table),
          column: columns.lowerBound
        )
        // An existing row may have the key in another form, so `TableAdmission` checks keys.
        let isKey = tables.places[row.key].contains(UInt32(columns.lowerBound))
        if isKey && tables.storages[value.table][value.column].keyPart >= 0 { continue }
        if !own[shape].contains(value) { own[shape].append(value) }
      }
    }
    for (shape, rule) in tables.roots.enumerated() where !rule.isNone { add(rule, of: shape) }
    for relative in tables.relatives {
      if !relative.row.isNone { add(relative.row, of: Int(relative.record.index)) }
      if !relative.join.isNone {
        let table = Int(tables.rows[relative.join].table)
        looksFurther = looksFurther || affinities[table].contains { $0 != .none }
      }
    }
    self.plan = tables
    self.own = own
    self.looksFurther = looksFurther
    walk = TableWalk(plan: tables)
    further = FurtherValues(
      plan: tables,
      values: ValueChanges(
        plan: tables,
        affinities: affinities,
        encoder: RowEncoder(plan: plan, tables: tables, keys: keys)
      )
    )
  }

  /// How a column would change a part of a key without a declared type, if it were stored
  /// unchanged.
  mutating func change(
    ofKey cell: Cell,
    _ table: Int,
    _ column: Int,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  ) -> ColumnAffinity.Change? {
    further.values.change(of: cell, table, column, isAsItIs: true, batch, input)
  }

  /// Why the record at `row` cannot be stored unchanged; nil if it can.
  mutating func refusal(
    of row: Int,
    in batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  ) -> RecordRefusal? {
    let shape = Int(batch.rows[row].record.index)
    for value in own[shape] {
      let cell = batch.cell(value.cell, of: row)
      if let change = further.values.change(of: cell, value.table, value.column, batch, input) {
        return RecordRefusal(.changed, column: Int32(value.cell), detail: change.rawValue)
      }
    }
    if !looksFurther || plan.roots[shape].isNone { return nil }
    further.found = nil
    // Throws nothing: the receiver keeps what it finds.
    try? walk.walk(row, of: batch, input, &further)
    return further.found
  }
}

/// A value of a record, and its column.
private struct OwnValue: Hashable {
  var cell: UInt32
  var table: Int
  var column: Int
}

/// Computes how columns would change values.
private struct ValueChanges: ~Copyable {
  let plan: TablePlan
  let affinities: [[ColumnAffinity]]
  var encoder: RowEncoder

  mutating func change(
    of cell: Cell,
    _ table: Int,
    _ column: Int,
    isAsItIs: Bool = false,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  ) -> ColumnAffinity.Change? {
    let affinity = affinities[table][column]
    if affinity == .none { return nil }
    switch cell.kind {
    // A text without escapes has no control character, so no U+0000.
    case .string
    where affinity == .characters && cell.space == .input && !cell.traits.contains(.mayHaveEscapes):
      return nil
    case .number, .string, .true, .false: break
    case .structure where affinity == .json:
      let bytes = CellBytes(input, batch.side.span, encoder.constants.span).around(cell)
      return PostgresText.jsonChange(bytes, cell.range)
    // The text of a structure is JSON, which is never a number.
    case .structure: return affinity.changeOfWord
    case .missing, .null, .record, .list, .reference: return nil
    }
    var storage = plan.storages[table][column]
    let part = Int(storage.keyPart)
    // A value that may not be stored must not decide the kind of the key.
    if isAsItIs || (part >= 0 && encoder.keys[part] == .open) { storage.keyPart = -1 }
    encoder.rows.removeAll()
    encoder.encode(cell, storage, batch, input)
    return affinity.change(of: encoder.rows.values[0], encoder.rows.bytes.span)
  }
}

/// Checks the values that rows take from records other than their own.
private struct FurtherValues: TableRowReceiver, ~Copyable {
  let plan: TablePlan
  var values: ValueChanges
  /// The first value that would be changed.
  var found: RecordRefusal?

  init(plan: TablePlan, values: consuming ValueChanges) {
    self.plan = plan
    self.values = values
  }

  mutating func receive(
    _ row: TableRow,
    of batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  ) {
    let rule = plan.rows[row.rule]
    look(at: rule.cells, of: row.row, Int(rule.table), from: 0, row, isOwn: true, batch, input)
  }

  mutating func receive(
    member: TableRow,
    of batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  ) {
    if member.rule.isNone { return }
    let rule = plan.rows[member.rule]
    let table = Int(rule.table)
    look(at: rule.cells, of: member.row, table, from: 0, member, isOwn: false, batch, input)
  }

  /// `isOwn` says that the record's own values were checked before.
  private mutating func look(
    at rules: PlanRange<CellRule>,
    of record: Int,
    _ table: Int,
    from first: Int,
    _ row: TableRow,
    isOwn: Bool,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  ) {
    var column = first
    for rule in plan.cells[rules] {
      defer { column += Int(rule.width) }
      let cell: Cell
      switch rule.kind {
      case .cell where !isOwn: cell = batch.cell(rule.column, of: record)
      case .ownerCell: cell = batch.cell(rule.column, of: row.owner)
      case .foreignKey:
        cell = batch.cell(rule.column, of: record).key(rule, of: record, batch, input)
      case .memberKey: cell = row.key
      case .related:
        lookAtRelated(rule, of: record, table, from: column, row, batch, input)
        continue
      case .cell, .empty, .record, .ownerNumber, .number, .position, .constant: continue
      }
      if found != nil { return }
      if let change = values.change(of: cell, table, column, batch, input) {
        found = RecordRefusal(.changed, column: -1, token: cell.token, detail: change.rawValue)
      }
    }
  }

  private mutating func lookAtRelated(
    _ rule: CellRule,
    of record: Int,
    _ table: Int,
    from column: Int,
    _ row: TableRow,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  ) {
    let cell = batch.cell(rule.column, of: record)
    if cell.kind == .record {
      let related = Int(cell.offset)
      let shape = batch.rows[related].record
      for choice in plan.choices[rule.choices] where choice.record == shape {
        return look(
          at: choice.cells,
          of: related,
          table,
          from: column,
          row,
          isOwn: false,
          batch,
          input
        )
      }
    } else if !rule.otherwise.isEmpty {
      look(at: rule.otherwise, of: record, table, from: column, row, isOwn: false, batch, input)
    }
  }
}
