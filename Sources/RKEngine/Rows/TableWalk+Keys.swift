/// Connections whose keys are those of the rows that they refer to, so that nothing is looked up.
extension TableWalk {
  /// Passes the members of a connection to a list, by their keys.
  func passKeys<Receiver: TableRowReceiver & ~Copyable>(
    _ relation: RelationRule,
    _ list: PlanID<ListRule>,
    _ cell: Cell,
    _ record: Int,
    _ owner: TableRow,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>,
    _ receiver: inout Receiver
  ) {
    for choice in relation.relatives.indices where plan.relatives[choice].list == list {
      var row = TableRow(rule: plan.relatives[choice].join, row: record)
      row.owner = owner.row
      row.ownerNumber = owner.number
      for key in keys(of: relation, cell, record, batch, input) {
        row.key = key
        receiver.receive(member: row, of: batch, input)
        row.position += 1
      }
    }
  }

  /// Passes the members of a connection as rows of their own, by their keys.
  func passJoins<Receiver: TableRowReceiver & ~Copyable>(
    _ relation: RelationRule,
    _ cell: Cell,
    _ owner: TableRow,
    below record: Int,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>,
    _ receiver: inout Receiver
  ) throws(SystemError) {
    for choice in relation.relatives.indices where !plan.relatives[choice].join.isNone {
      var row = TableRow(rule: plan.relatives[choice].join, row: record)
      row.owner = owner.row
      row.ownerNumber = owner.number
      for key in keys(of: relation, cell, record, batch, input) {
        row.key = key
        try receiver.receive(row, of: batch, input)
        receiver.endRow()
        row.position += 1
      }
    }
  }

  /// The keys of a list; for a to-many connection also a single key.
  ///
  /// Records that are still to be looked up have none.
  private func keys(
    of relation: RelationRule,
    _ cell: Cell,
    _ record: Int,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  ) -> [Cell] {
    if relation.key < 0 { return [] }
    let key = batch.cell(UInt32(relation.key), of: record)
    if let keys = key.elements(batch, input) { return keys }
    let isOne = key.kind == .number || key.kind == .string
    return isOne && cell.traits.contains(.isList) ? [key] : []
  }
}

extension Cell {
  /// The elements of a list that may be keys; nil if it is not a list.
  ///
  /// A constant of the plan is the same for all records, and connects none of them.
  func elements(_ batch: borrowing RecordBatch, _ input: Span<UInt8>) -> [Cell]? {
    guard kind == .structure else { return nil }
    switch space {
    case .input: return elements(input)
    case .batch: return elements(batch.side.span)
    case .plan: return []
    }
  }

  private func elements(_ bytes: Span<UInt8>) -> [Cell]? {
    guard bytes[Int(offset)] == .openArray else { return nil }
    var elements = ArrayElements(from: Int(offset))
    var cells: [Cell] = []
    while let range = elements.next(bytes) {
      let kind: Cell.Kind
      switch bytes[range.lowerBound] {
      case .quote: kind = .string
      case .minus: kind = .number
      case let byte where byte.isDigit: kind = .number
      default: continue
      }
      cells.append(
        Cell(
          kind,
          space: space,
          traits: kind == .string ? .mayHaveEscapes : [],
          offset: UInt32(range.lowerBound),
          count: UInt32(range.count),
          token: token
        )
      )
    }
    return cells
  }

  /// The key that this cell, a connection's, takes from another cell of its record: null for no
  /// connection, missing if the connection is left unchanged.
  func key(
    _ rule: CellRule,
    of record: Int,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  ) -> Cell {
    guard kind == .reference else { return kind == .missing ? self : Cell(.null) }
    let key = batch.cell(rule.key, of: record)
    if let keys = key.elements(batch, input) {
      return (rule.takesFirst ? keys.first : nil) ?? Cell(.null)
    }
    let isOne = key.kind == .number || key.kind == .string
    return isOne && !traits.contains(.isList) ? key : Cell(.null)
  }
}
