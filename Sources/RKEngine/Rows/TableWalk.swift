/// One row to be written: a rule, and the records that its cells come from.
package struct TableRow: BitwiseCopyable {
  package var rule: PlanID<RowRule>
  /// The record's row in the batch.
  package var row: Int
  /// The row's number in its table, 0 if it has none.
  package var number = 0
  /// The record that owns it, as a row of the batch, and the number of the owner's row.
  package var owner = 0
  package var ownerNumber = 0
  package var position = 0
  /// The key of the connected record, if the row belongs to a connection.
  package var key = Cell.missing
}

/// Receives rows of tables, and the members of their owners' lists.
package protocol TableRowReceiver: ~Copyable {
  /// Receives a row; what follows until its end is below it.
  mutating func receive(
    _ row: TableRow,
    of batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  ) throws(SystemError)

  /// Ends the most recent open row, below which everything has been passed.
  mutating func endRow()

  /// Begins a to-many relationship of `owner`, whose members follow: a present list, an empty one,
  /// or null.
  mutating func begin(
    _ list: PlanID<ListRule>,
    of owner: TableRow,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  )

  /// Receives a member of the list, with the rule of the row that joins it to its owner; none for a
  /// child.
  mutating func receive(
    member: TableRow,
    of batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  )
}

extension TableRowReceiver where Self: ~Copyable {
  package mutating func endRow() {}

  package mutating func begin(
    _ list: PlanID<ListRule>,
    of owner: TableRow,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  ) {}

  package mutating func receive(
    member: TableRow,
    of batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  ) {}
}

/// Finds the rows of a root record and of everything below it: its own row first, then those of its
/// related records, relationship by relationship.
///
/// A list of child rows comes before these rows, a list of rows that join others after them.
package struct TableWalk: ~Copyable {
  let plan: TablePlan
  /// For each table with numbered rows, the number of rows so far.
  private var counts: [Int]

  package init(plan: TablePlan) {
    self.plan = plan
    counts = Array(repeating: 0, count: plan.tableCount)
  }

  /// Creates another walk by the same plan, from its beginning.
  package borrowing func copy() -> TableWalk { TableWalk(plan: plan) }

  /// Passes the rows of all root records of a batch to `receiver`.
  package mutating func walk<Receiver: TableRowReceiver & ~Copyable>(
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>,
    _ receiver: inout Receiver
  ) throws(SystemError) {
    for number in 0..<batch.marks.count where batch.marks[number].isRecord {
      try walk(Int(batch.marks[number].row), of: batch, input, &receiver)
    }
  }

  /// Passes the rows of the root record at `root` to `receiver`.
  package mutating func walk<Receiver: TableRowReceiver & ~Copyable>(
    _ root: Int,
    of batch: borrowing RecordBatch,
    _ input: Span<UInt8>,
    _ receiver: inout Receiver
  ) throws(SystemError) {
    let rule = plan.roots[Int(batch.rows[root].record.index)]
    if rule.isNone { return }
    try pass(TableRow(rule: rule, row: root), batch, input, &receiver)
  }

  // MARK: - Rows

  private mutating func pass<Receiver: TableRowReceiver & ~Copyable>(
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
    if !rule.relations.isEmpty {
      try giveRelatives(rule.relations, below: row.row, row, batch, input, &receiver)
    }
    receiver.endRow()
  }

  private mutating func giveRelatives<Receiver: TableRowReceiver & ~Copyable>(
    _ relations: PlanRange<RelationRule>,
    below record: Int,
    _ owner: TableRow,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>,
    _ receiver: inout Receiver
  ) throws(SystemError) {
    // A record in its owner's columns replaces the stored one, unless it is made from its owner's
    // own members.
    let isWhole =
      plan.rows[owner.rule].isWhole || batch.rows[record].offset != batch.rows[owner.row].offset
    for number in relations.indices {
      let relation = plan.relations[number]
      var cell = batch.cells[Int(batch.rows[record].firstCell) + Int(relation.column)]
      if cell.kind == .missing {
        guard isWhole else { continue }
        cell = Cell(.null)
      }
      if !relation.lists.isEmpty {
        passLists(relation, areJoins: false, cell, record, owner, batch, input, &receiver)
      }
      if cell.kind == .record || cell.kind == .list {
        var next = Int(cell.offset)
        for position in 0..<(cell.kind == .list ? Int(cell.count) : 1) {
          for choice in relation.relatives.indices where isMeant(choice, next, cell, batch) {
            let relative = plan.relatives[choice]
            try pass(relative, next, position, owner, batch, input, &receiver)
            if cell.kind == .list { continue }
            for list in relative.others.indices {
              receiver.begin(PlanID(list), of: owner, batch, input)
            }
          }
          next = Int(batch.rows[next].end)
        }
      }
      if cell.kind == .reference && relation.lists.isEmpty {
        try passJoins(relation, cell, owner, below: record, batch, input, &receiver)
      }
      if cell.kind == .null || cell.kind == .list {
        emptyInlineLists(relation.relatives, cell.kind, owner, batch, input, &receiver)
      }
      if !relation.lists.isEmpty {
        passLists(relation, areJoins: true, cell, record, owner, batch, input, &receiver)
      }
    }
  }

  /// Whether a choice applies to the related record at `row`, which a cell refers to.
  @inline(__always)
  private func isMeant(_ choice: Int, _ row: Int, _ cell: Cell, _ batch: borrowing RecordBatch)
    -> Bool
  {
    guard plan.relatives[choice].record == batch.rows[row].record else { return false }
    switch plan.relatives[choice].form {
    case .any: return true
    case .one: return cell.kind == .record
    case .many: return cell.kind == .list
    }
  }

  private mutating func pass<Receiver: TableRowReceiver & ~Copyable>(
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
    try pass(row, batch, input, &receiver)
    if relative.join.isNone || !relative.list.isNone { return }
    row.rule = relative.join
    try receiver.receive(row, of: batch, input)
    receiver.endRow()
  }

  // MARK: - Lists

  /// Passes the lists of a relationship that is present: those of child tables, or of join tables.
  ///
  /// If the relationship may be single or a list, a single record is in neither.
  private func passLists<Receiver: TableRowReceiver & ~Copyable>(
    _ relation: RelationRule,
    areJoins: Bool,
    _ cell: Cell,
    _ record: Int,
    _ owner: TableRow,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>,
    _ receiver: inout Receiver
  ) {
    for number in relation.lists.indices where plan.lists[number].isJoin == areJoins {
      let list = PlanID<ListRule>(number)
      receiver.begin(list, of: owner, batch, input)
      if cell.kind == .reference {
        passKeys(relation, list, cell, record, owner, batch, input, &receiver)
      }
      guard cell.kind == .list else { continue }
      var next = Int(cell.offset)
      for position in 0..<Int(cell.count) {
        for choice in relation.relatives.indices
        where plan.relatives[choice].list == list && isMeant(choice, next, cell, batch) {
          var row = TableRow(rule: plan.relatives[choice].join, row: next)
          row.owner = owner.row
          row.ownerNumber = owner.number
          row.position = position
          receiver.receive(member: row, of: batch, input)
        }
        next = Int(batch.rows[next].end)
      }
    }
  }

  /// Empties the lists below a record that is stored in its owner's row, when null or a list
  /// replaces it.
  private func emptyInlineLists<Receiver: TableRowReceiver & ~Copyable>(
    _ relatives: PlanRange<Relative>,
    _ kind: Cell.Kind,
    _ owner: TableRow,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>,
    _ receiver: inout Receiver
  ) {
    for choice in relatives.indices
    where plan.relatives[choice].row.isNone
      && (kind == .null || plan.relatives[choice].form == .one)
    {
      for number in plan.relatives[choice].relations.indices {
        let relation = plan.relations[number]
        for list in relation.lists.indices {
          receiver.begin(PlanID(list), of: owner, batch, input)
        }
        emptyInlineLists(relation.relatives, .null, owner, batch, input, &receiver)
      }
    }
  }
}
