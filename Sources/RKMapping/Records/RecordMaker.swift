internal import RKEngine

/// Makes self-contained records from those of batches.
struct RecordMaker {
  private indirect enum Content {
    case column(Int)
    case group([Member])
    /// Related records, or the object that attributes made in place of a related record.
    case related(column: Int, orGroup: [Member])
  }

  private struct Member {
    let name: String
    let content: Content
  }

  private let targets: [String]
  private let members: [[Member]]
  /// The plan's text, padded for wide loads.
  private let constants: [UInt8]

  init(_ plan: MappingPlan) {
    let schema = plan.schema
    targets = schema.records.map { schema.text.span.string($0.name.range) }
    members = schema.records.map { Self.members($0.members, schema) }
    constants = plan.text + [UInt8](repeating: 0, count: OutputBuffer.slack)
  }

  private static func members(_ range: PlanRange<OutputMember>, _ schema: RowSchema) -> [Member] {
    schema.members[range].map { member in
      let content: Content =
        switch member.content {
        case .column(let column): .column(Int(column))
        case .group(let inner): .group(members(inner, schema))
        case .related(let column, let inner):
          .related(column: Int(column), orGroup: members(inner, schema))
        }
      return Member(name: schema.text.span.string(member.name.range), content: content)
    }
  }

  /// Returns the record at a row; nil for text that replaces a failed record.
  ///
  /// Recursion is as deep as the nesting of records.
  func record(
    _ row: Int,
    of batch: borrowing RecordBatch,
    _ input: Span<UInt8>,
    _ origin: Input?
  ) -> Record? {
    let shape = batch.rows[row].record
    if shape.isNone { return nil }
    let place = batch.origin + Int(batch.rows[row].offset)
    return Record(
      target: targets[Int(shape.index)],
      members: values(members[Int(shape.index)], row, batch, input, origin),
      origin: origin.map { RecordOrigin(input: $0, offset: place) }
    )
  }

  private func values(
    _ members: [Member],
    _ row: Int,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>,
    _ origin: Input?
  ) -> [Value.Member] {
    let first = Int(batch.rows[row].firstCell)
    var values: [Value.Member] = []
    values.reserveCapacity(members.count)
    for member in members {
      var value: Value?
      var group: [Member] = []
      switch member.content {
      case .column(let column):
        value = self.value(batch.cells[first + column], batch, input, origin)
      case .group(let inner): group = inner
      case .related(let column, let inner):
        value = self.value(batch.cells[first + column], batch, input, origin)
        group = inner
      }
      if value == nil || value == .null, !group.isEmpty {
        let inner = self.values(group, row, batch, input, origin)
        if !inner.isEmpty { value = .object(inner) }
      }
      if let value { values.append(Value.Member(name: member.name, value: value)) }
    }
    return values
  }

  /// Returns the value of a cell; nil if there is none.
  func value(
    _ cell: Cell,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>,
    _ origin: Input?
  ) -> Value? {
    let bytes = CellBytes(input, batch.side.span, constants.span).around(cell)
    switch cell.kind {
    // References were already replaced by the values that they lead to.
    case .missing, .reference: return nil
    case .null: return .null
    case .false: return .bool(false)
    case .true: return .bool(true)
    case .number: return .number(Number(known: bytes.string(cell.range)))
    case .string: return .string(Value.string(bytes, cell.contentRange))
    case .structure: return Value(json: bytes, cell.range)
    case .record: return record(Int(cell.offset), of: batch, input, origin).map { .record($0) }
    case .list:
      var row = Int(cell.offset)
      var records: [Value] = []
      records.reserveCapacity(Int(cell.count))
      for _ in 0..<cell.count {
        if let record = record(row, of: batch, input, origin) { records.append(.record(record)) }
        row = Int(batch.rows[row].end)
      }
      return .array(records)
    }
  }
}
