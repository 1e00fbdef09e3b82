/// Appends records and their values as JSON text to the bytes of their own batch.
enum RecordText {
  /// Appends a value; null if there is none.
  static func append(
    _ cell: Cell,
    _ input: Span<UInt8>,
    _ plan: borrowing MappingPlan,
    _ batch: inout RecordBatch
  ) {
    switch cell.kind {
    case .true: batch.side.append(Literal.trueText)
    case .false: batch.side.append(Literal.falseText)
    case .number, .string, .structure:
      switch cell.space {
      case .input: batch.side.append(contentsOf: input, cell.range)
      case .plan: batch.side.append(contentsOf: plan.text.span, cell.range)
      case .batch: for at in cell.range { batch.side.append(batch.side[at]) }
      }
    case .record: append(row: Int(cell.offset), input, plan, &batch)
    case .list:
      batch.side.append(.openArray)
      var row = Int(cell.offset)
      for number in 0..<cell.count {
        if number > 0 { batch.side.append(.comma) }
        append(row: row, input, plan, &batch)
        row = Int(batch.rows[row].end)
      }
      batch.side.append(.closeArray)
    default: batch.side.append(Literal.nullText)
    }
  }

  /// Appends a record with its members in their written form; recurses as deep as records are
  /// nested.
  private static func append(
    row: Int,
    _ input: Span<UInt8>,
    _ plan: borrowing MappingPlan,
    _ batch: inout RecordBatch
  ) {
    let record = batch.rows[row].record
    guard !record.isNone else {
      for at in batch.rows[row].text { batch.side.append(batch.side[at]) }
      return
    }
    let firstCell = Int(batch.rows[row].firstCell)
    let members = plan.schema.records[record].members
    if !append(members, firstCell, input, plan, &batch) {
      batch.side.append(.openObject, .closeObject)
    }
  }

  /// Appends an object of the members that are present; false if there are none, and then appends
  /// nothing.
  static func append(
    _ members: PlanRange<OutputMember>,
    _ firstCell: Int,
    _ input: Span<UInt8>,
    _ plan: borrowing MappingPlan,
    _ batch: inout RecordBatch
  ) -> Bool {
    let start = batch.side.count
    for number in members.indices {
      let member = plan.schema.members[number]
      let before = batch.side.count
      batch.side.append(before == start ? .openObject : .comma)
      JSONText.append(quoting: plan.schema.text.span, member.name.range, to: &batch.side)
      batch.side.append(.colon)
      let isThere: Bool
      switch member.content {
      case .column(let column):
        isThere = append(column, firstCell, input, plan, &batch)
      case .group(let group): isThere = append(group, firstCell, input, plan, &batch)
      case .related(let column, let group):
        let cell = batch.cells[firstCell + Int(column)]
        isThere =
          (cell.kind == .missing || cell.kind == .null)
          && append(group, firstCell, input, plan, &batch)
          || append(column, firstCell, input, plan, &batch)
      }
      if !isThere { batch.side.truncate(to: before) }
    }
    if batch.side.count == start { return false }
    batch.side.append(.closeObject)
    return true
  }

  private static func append(
    _ column: UInt32,
    _ firstCell: Int,
    _ input: Span<UInt8>,
    _ plan: borrowing MappingPlan,
    _ batch: inout RecordBatch
  ) -> Bool {
    let cell = batch.cells[firstCell + Int(column)]
    if cell.kind == .missing { return false }
    append(cell, input, plan, &batch)
    return true
  }
}
