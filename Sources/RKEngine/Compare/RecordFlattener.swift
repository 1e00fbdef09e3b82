/// Copies a record without the related records that have an identity of their own, of which it
/// copies only the key.
struct RecordFlattener: ~Copyable {
  /// The copy, whose first row is the record's.
  private(set) var batch = RecordBatch()

  /// Replaces the copy by that of another record; `keys` are those of the rows from `root` on.
  mutating func flatten(
    _ row: Int,
    of source: borrowing RecordBatch,
    _ plan: borrowing MappingPlan,
    _ cellCounts: [Int],
    keys: borrowing UniqueArray<RecordKey?>,
    from root: Int
  ) {
    batch.removeRecords()
    batch.origin = source.origin
    copy(row, of: source, plan, cellCounts, keys, root, isKey: false)
  }

  private mutating func copy(
    _ row: Int,
    of source: borrowing RecordBatch,
    _ plan: borrowing MappingPlan,
    _ cellCounts: [Int],
    _ keys: borrowing UniqueArray<RecordKey?>,
    _ root: Int,
    isKey: Bool
  ) {
    let place = batch.rows.count
    let head = source.rows[row]
    if head.record.isNone {
      let start = batch.side.count
      batch.side.append(contentsOf: source.side.span, head.text)
      return batch.rows.append(.init(text: start..<batch.side.count))
    }
    let shape = Int(head.record.index)
    let first = batch.cells.count
    batch.rows.append(
      .init(record: head.record, firstCell: UInt32(first), end: 0, offset: head.offset)
    )
    let identity = plan.identityColumns[plan.identities[shape].columns]
    for column in 0..<cellCounts[shape] {
      let cell = source.cells[Int(head.firstCell) + column]
      batch.cells.append(
        isKey && !identity.contains(Int32(column)) ? .missing : copy(cell, of: source)
      )
    }
    for column in 0..<cellCounts[shape] {
      let cell = batch.cells[first + column]
      guard cell.kind == .record || cell.kind == .list else { continue }
      batch.cells[first + column].offset = UInt32(batch.rows.count)
      var member = Int(cell.offset)
      for _ in 0..<(cell.kind == .list ? Int(cell.count) : 1) {
        let isKey = keys[member - root] != nil
        copy(member, of: source, plan, cellCounts, keys, root, isKey: isKey)
        member = Int(source.rows[member].end)
      }
    }
    batch.rows[place].end = UInt32(batch.rows.count)
  }

  private mutating func copy(_ cell: Cell, of source: borrowing RecordBatch) -> Cell {
    var cell = cell
    switch cell.kind {
    case .number, .string, .structure:
      if cell.space == .batch {
        let range = cell.range
        cell.offset = UInt32(batch.side.count)
        batch.side.append(contentsOf: source.side.span, range)
      }
    case .missing, .null, .false, .true, .record, .list, .reference: break
    }
    return cell
  }
}
