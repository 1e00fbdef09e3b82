/// The newest modification value of each record that has one.
struct RecordRevisions: ~Copyable {
  private let rules: [MergeRule]
  private let constants: [UInt8]
  /// Whether some records have a modification attribute.
  let areAsked: Bool
  private var merger: RecordMerger
  private var known: [RecordKey: Cell] = [:]
  /// The bytes of the known values.
  private var bytes = RecordBatch()

  init(plan: borrowing MappingPlan) {
    rules = plan.mergeRules
    areAsked = rules.contains { $0.modification >= 0 }
    constants = plan.text
    merger = RecordMerger(plan: plan)
  }

  /// Forgets all values.
  mutating func removeAll() {
    known = [:]
    bytes.removeAll()
  }

  /// Compares the record at a row with earlier ones of its identity, and remembers the newer value.
  ///
  /// False if the record is older, and so is everything in it.
  @inline(__always)
  mutating func take(
    _ row: Int,
    _ key: RecordKey,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  ) -> Bool {
    !areAsked || compare(row, key, batch, input)
  }

  private mutating func compare(
    _ row: Int,
    _ key: RecordKey,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  ) -> Bool {
    let rule = rules[Int(batch.rows[row].record.index)]
    if rule.modification < 0 { return true }
    let cell = batch.cell(UInt32(rule.modification), of: row)
    let nothing = InlineArray<64, UInt8>(repeating: 0)
    if let before = known[key],
      merger.isNotNewer(cell, batch, input, than: before, bytes, nothing.span, rule.order)
    {
      // Its relationships are merged by the same rule.
      return rule.relatesUnmodified
    }
    if cell.kind != .missing { known[key] = copy(cell, batch, input) }
    return true
  }

  private mutating func copy(
    _ cell: Cell,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  ) -> Cell {
    var copied = cell
    copied.space = .batch
    copied.offset = UInt32(truncatingIfNeeded: bytes.side.count)
    switch cell.kind {
    case .number, .string, .structure:
      cell.appendBytes(batch, input, constants, to: &bytes.side)
    case .missing, .null, .false, .true, .record, .list, .reference: break
    }
    return copied
  }
}
