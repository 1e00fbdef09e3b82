/// Records that are kept until the end of a run, copied out of their windows into one arena.
///
/// A row is identified by its number, in the order in which rows were appended: a record's row,
/// then the rows of everything related to it, as in a batch. The arena has for each row its shape,
/// its position in the input, the number of rows of its record, and its cells. Each cell is a byte
/// of kind and traits, then its length and its bytes. Besides the arena a row takes 8 bytes, for
/// where it begins.
package struct RecordStore: ~Copyable {
  /// A row as it is stored, without its cells.
  struct Head {
    var shape: Int
    /// Where its representation begins in its input.
    var offset: Int
    /// The number of rows of its record, including itself.
    var rowCount: Int
    /// Where its cells begin in the arena; for a row without a shape, its text.
    var cells: Int
  }

  /// A cell as it is stored.
  struct StoredCell {
    var kind: Cell.Kind
    var traits: Cell.Traits
    /// The bytes of its value in the arena.
    var bytes: Range<Int>
    /// For related records, the distance from their owner's row to the first one, and their number;
    /// for a reference, the connection.
    var first: Int
    var count: Int
  }

  private var arena = UniqueArray<UInt8>()
  private var starts = UniqueArray<UInt64>()
  /// For each shape, the number of cells of its records.
  package let cellCounts: [Int]
  private let constants: [UInt8]
  /// For each shape, the columns of its connections.
  private var connections: [[Int]]

  package init(plan: borrowing MappingPlan) {
    var counts = plan.schema.records.map { _ in 0 }
    for node in plan.nodes where !node.record.isNone {
      counts[Int(node.record.index)] = Int(node.columnCount)
    }
    // Shapes of merged records belong to no node.
    for (shape, rule) in plan.mergeRules.enumerated() { counts[shape] = rule.columns.count }
    cellCounts = counts
    constants = plan.text
    connections = counts.map { _ in [] }
    for node in plan.nodes where !node.record.isNone {
      let shape = Int(node.record.index)
      for rule in plan.connections[node.connections] {
        connections[shape].append(Int(rule.column))
        if plan.mergeRules.isEmpty || plan.mergeRules[shape].merged.isNone { continue }
        let place = plan.mergeColumns[Int(plan.mergeRules[shape].columns.first) + Int(rule.column)]
          .place
        connections[Int(plan.mergeRules[shape].merged.index)].append(Int(place))
      }
    }
  }

  /// The number of rows.
  package var count: Int { starts.count }

  /// The number of bytes in use, without spare capacity.
  package var size: Int { arena.count + starts.count * MemoryLayout<UInt64>.stride }

  // MARK: - Storing

  /// Appends all rows of a batch, whose cells point into `input`; returns the number of the first.
  ///
  /// Requires that a record's related rows come after its own, and that lists are contiguous, as
  /// the engine makes them.
  @discardableResult
  package mutating func append(_ batch: borrowing RecordBatch, _ input: Span<UInt8>) -> Int {
    let first = count
    for row in 0..<batch.rows.count { append(row: row, of: batch, input) }
    return first
  }

  /// Appends one record of a batch, whose related rows come after its own; returns its number.
  @discardableResult
  package mutating func append(
    record row: Int,
    of batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  ) -> Int {
    let first = count
    // A row of text has no related rows; its `end` is that of the text.
    let end = batch.rows[row].record.isNone ? row + 1 : Int(batch.rows[row].end)
    for place in row..<end { append(row: place, of: batch, input) }
    return first
  }

  private mutating func append(row: Int, of batch: borrowing RecordBatch, _ input: Span<UInt8>) {
    precondition(count < Int(UInt32.max), "a run of more than 4 billion records is not held")
    starts.append(UInt64(arena.count))
    let head = batch.rows[row]
    arena.append(varint: Int(head.record.index) + 1)
    guard !head.record.isNone else {
      arena.append(varint: head.text.count)
      return arena.append(contentsOf: batch.side.span, head.text)
    }
    arena.append(varint: batch.origin + Int(head.offset))
    arena.append(varint: Int(head.end) - row)
    let firstCell = Int(head.firstCell)
    for column in 0..<cellCounts[Int(head.record.index)] {
      append(batch.cells[firstCell + column], row, batch, input)
    }
  }

  private mutating func append(
    _ cell: Cell,
    _ row: Int,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  ) {
    arena.append(cell.kind.rawValue | cell.traits.rawValue << 4)
    switch cell.kind {
    case .missing, .null, .false, .true: break
    case .number, .string, .structure:
      arena.append(varint: Int(cell.count))
      cell.appendBytes(batch, input, constants, to: &arena)
    case .record: arena.append(varint: Int(cell.offset) - row)
    case .list:
      arena.append(varint: Int(cell.count))
      if cell.count > 0 { arena.append(varint: Int(cell.offset) - row) }
    case .reference: arena.append(varint: Int(cell.offset))
    }
  }

  // MARK: - Reading

  /// The head of a row; its shape is -1 for text in place of a record.
  func head(of number: Int) -> Head {
    var at = Int(starts[number])
    let shape = varint(&at) - 1
    guard shape >= 0 else {
      let length = varint(&at)
      return Head(shape: shape, offset: length, rowCount: 1, cells: at)
    }
    let offset = varint(&at)
    let rowCount = varint(&at)
    return Head(shape: shape, offset: offset, rowCount: rowCount, cells: at)
  }

  /// The first byte of a row.
  ///
  /// Reading it for many rows first lets their waits for memory overlap.
  @inline(__always)
  func firstByte(of number: Int) -> UInt8 { arena[Int(starts[number])] }

  /// The shape of a row's record; none for text in place of a record.
  package func shape(of number: Int) -> PlanID<RecordShape> {
    var at = Int(starts[number])
    return PlanID(varint(&at) - 1)
  }

  /// The number of rows of a record, including its own.
  package func rowCount(of number: Int) -> Int { head(of: number).rowCount }

  /// Where the representation of a row's record begins in its input; 0 for text in place of a
  /// record.
  package func offset(of number: Int) -> Int {
    let head = head(of: number)
    return head.shape < 0 ? 0 : head.offset
  }

  /// Returns the cell at an offset of the arena, and moves the offset past it.
  func nextCell(_ at: inout Int) -> StoredCell {
    let byte = arena[at]
    at += 1
    guard let kind = Cell.Kind(rawValue: byte & 15) else {
      preconditionFailure("a cell of no kind")
    }
    var cell = StoredCell(
      kind: kind,
      traits: Cell.Traits(rawValue: byte >> 4),
      bytes: at..<at,
      first: 0,
      count: 0
    )
    switch kind {
    case .missing, .null, .false, .true: break
    case .number, .string, .structure:
      let length = varint(&at)
      cell.bytes = at..<(at + length)
      at += length
    case .record:
      cell.first = varint(&at)
      cell.count = 1
    case .list:
      cell.count = varint(&at)
      if cell.count > 0 { cell.first = varint(&at) }
    case .reference: cell.first = varint(&at)
    }
    return cell
  }

  @inline(__always)
  private func varint(_ at: inout Int) -> Int {
    let byte = arena[at]
    if byte >= 0x80 { return longVarint(&at) }
    at &+= 1
    return Int(byte)
  }

  private func longVarint(_ at: inout Int) -> Int {
    var value = 0
    var shift = 0
    while true {
      let byte = arena[at]
      at += 1
      value |= Int(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
  }

  /// Appends the key that some columns of a record form; a column of -1 is a part that the record
  /// lacks.
  ///
  /// Returns how many parts are neither null nor missing.
  package func appendKey(
    of number: Int,
    _ columns: ArraySlice<Int32>,
    to key: inout UniqueArray<UInt8>
  ) -> Int {
    var valueCount = 0
    let cells = head(of: number).cells
    for column in columns {
      guard column >= 0 else {
        KeyText.appendNull(to: &key)
        continue
      }
      var at = cells
      for _ in 0..<column { _ = nextCell(&at) }
      let cell = nextCell(&at)
      if cell.kind != .missing && cell.kind != .null { valueCount += 1 }
      KeyText.append(cell.kind, arena.span, cell.bytes, to: &key)
    }
    return valueCount
  }

  // MARK: - Releasing

  /// Appends a record to a batch, with everything related to it; returns its row there.
  ///
  /// Copies the bytes of values into the batch. Connections are kept or left out; if only the
  /// record itself is wanted, related records are left out, too.
  @discardableResult
  package func restore(
    _ number: Int,
    into batch: inout RecordBatch,
    keepingConnections: Bool = true,
    isAlone: Bool = false
  ) -> Int {
    let row = batch.rows.count
    if isAlone {
      restore(row: number, &batch, keepingConnections)
      batch.rows[row].end = UInt32(row + 1)
      let firstCell = Int(batch.rows[row].firstCell)
      for place in firstCell..<batch.cells.count {
        let kind = batch.cells[place].kind
        if kind == .record || kind == .list { batch.cells[place] = .missing }
      }
      return row
    }
    let rowCount = head(of: number).rowCount
    for place in 0..<rowCount { restore(row: number + place, &batch, keepingConnections) }
    return row
  }

  private func restore(row number: Int, _ batch: inout RecordBatch, _ keepsConnections: Bool) {
    let head = head(of: number)
    let row = batch.rows.count
    guard head.shape >= 0 else {
      let start = batch.side.count
      batch.side.append(contentsOf: arena.span, head.cells..<(head.cells + head.offset))
      return batch.rows.append(.init(text: start..<batch.side.count))
    }
    batch.rows.append(
      .init(
        record: PlanID(head.shape),
        firstCell: UInt32(batch.cells.count),
        end: UInt32(row + head.rowCount),
        offset: UInt32(truncatingIfNeeded: head.offset - batch.origin)
      )
    )
    var at = head.cells
    for _ in 0..<cellCounts[head.shape] {
      let stored = nextCell(&at)
      var cell = Cell(stored.kind, space: .batch, traits: stored.traits)
      switch stored.kind {
      case .missing, .null, .false, .true: break
      case .number, .string, .structure:
        cell.offset = UInt32(batch.side.count)
        cell.count = UInt32(stored.bytes.count)
        batch.side.append(contentsOf: arena.span, stored.bytes)
      case .record, .list:
        cell.offset = UInt32(row + stored.first)
        cell.count = UInt32(stored.count)
      case .reference:
        cell = Cell(.reference, space: .plan, traits: stored.traits)
        cell.offset = UInt32(stored.first)
      }
      batch.cells.append(cell)
    }
    if keepsConnections { return }
    let firstCell = batch.cells.count - cellCounts[head.shape]
    for column in connections[head.shape] { batch.cells[firstCell + column] = .missing }
  }
}

extension UniqueArray where Element == UInt8 {
  /// Appends a number that is not negative, seven bits a byte.
  fileprivate mutating func append(varint number: Int) {
    var rest = UInt(number)
    while rest >= 0x80 {
      append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    append(UInt8(rest))
  }
}
