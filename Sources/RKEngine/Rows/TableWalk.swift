/// One row to be written: a rule, and the records that its cells are taken from.
package struct TableRow: BitwiseCopyable {
  package var rule: PlanID<RowRule>
  /// The record, as a row of the batch.
  package var row: Int
  /// Its number among those of its table, 0 where it has none.
  package var number = 0
  /// The record that it belongs to, as a row of the batch, and the number of that one's row.
  package var owner = 0
  package var ownerNumber = 0
  package var position = 0
}

/// Takes rows of tables.
package protocol TableRowReceiver: ~Copyable {
  mutating func receive(
    _ row: TableRow,
    of batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  ) throws(SystemError)
}

/// Finds the rows that a root record and everything below it become: its own row first, then those
/// of its related records, relationship by relationship.
package struct TableWalk: ~Copyable {
  private let plan: TablePlan
  /// For each table how many numbered rows it has.
  private var counts: [Int]

  package init(plan: TablePlan) {
    self.plan = plan
    counts = Array(repeating: 0, count: plan.tableCount)
  }

  /// Gives the rows of the root record at `root` to `receiver`.
  package mutating func walk<Receiver: TableRowReceiver & ~Copyable>(
    _ root: Int,
    of batch: borrowing RecordBatch,
    _ input: Span<UInt8>,
    _ receiver: inout Receiver
  ) throws(SystemError) {
    let rule = plan.roots[Int(batch.rows[root].record.index)]
    if rule.isNone { return }
    try give(TableRow(rule: rule, row: root), batch, input, &receiver)
  }

  private mutating func give<Receiver: TableRowReceiver & ~Copyable>(
    _ row: TableRow,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>,
    _ receiver: inout Receiver
  ) throws(SystemError) {
    var row = row
    let rule = plan.rows[row.rule]
    if rule.isNumbered {
      counts[Int(rule.table)] += 1
      row.number = counts[Int(rule.table)]
    }
    try receiver.receive(row, of: batch, input)
    if rule.relations.isEmpty { return }
    try giveRelatives(rule.relations, below: row.row, row, batch, input, &receiver)
  }

  private mutating func giveRelatives<Receiver: TableRowReceiver & ~Copyable>(
    _ relations: PlanRange<RelationRule>,
    below record: Int,
    _ owner: TableRow,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>,
    _ receiver: inout Receiver
  ) throws(SystemError) {
    for number in relations.indices {
      let relation = plan.relations[number]
      let cell = batch.cells[Int(batch.rows[record].firstCell) + Int(relation.column)]
      guard cell.kind == .record || cell.kind == .list else { continue }
      var next = Int(cell.offset)
      for position in 0..<(cell.kind == .list ? Int(cell.count) : 1) {
        let shape = batch.rows[next].record
        for choice in relation.relatives.indices where plan.relatives[choice].record == shape {
          let relative = plan.relatives[choice]
          try give(relative, next, position, owner, batch, input, &receiver)
        }
        next = Int(batch.rows[next].end)
      }
    }
  }

  private mutating func give<Receiver: TableRowReceiver & ~Copyable>(
    _ relative: Relative,
    _ record: Int,
    _ position: Int,
    _ owner: TableRow,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>,
    _ receiver: inout Receiver
  ) throws(SystemError) {
    guard !relative.row.isNone else {
      return try giveRelatives(relative.relations, below: record, owner, batch, input, &receiver)
    }
    var row = TableRow(rule: relative.row, row: record)
    row.owner = owner.row
    row.ownerNumber = owner.number
    row.position = position
    try give(row, batch, input, &receiver)
    if relative.join.isNone { return }
    row.rule = relative.join
    try receiver.receive(row, of: batch, input)
  }
}
