/// Looks up cells of rows, for their writers.
extension TablePlan {
  /// The cells that a rule about a related record, to which `cell` refers, writes, and their
  /// record; nil if there are none.
  @inline(__always)
  func related(
    _ rule: CellRule,
    _ cell: Cell,
    of record: Int,
    _ batch: borrowing RecordBatch
  ) -> (cells: PlanRange<CellRule>, record: Int)? {
    if cell.kind == .record {
      let related = Int(cell.offset)
      let shape = batch.rows[related].record
      for number in rule.choices.indices where choices[number].record == shape {
        return (choices[number].cells, related)
      }
    } else if !rule.otherwise.isEmpty && (cell.kind == .missing || cell.kind == .null) {
      return (rule.otherwise, record)
    }
    return nil
  }

  /// Whether a part of a row's identity is null.
  func isNull(_ number: Int, of row: TableRow, _ batch: borrowing RecordBatch) -> Bool {
    let rule = cells[number]
    let isOwner = rule.kind == .ownerCell
    guard isOwner || rule.kind == .cell else { return false }
    return batch.cell(rule.column, of: isOwner ? row.owner : row.row).kind == .null
  }
}
