/// Reads the identities of records in batches.
struct RecordKeyReader: ~Copyable {
  private let identities: [RecordIdentity]
  private let columns: [Int32]
  private let constants: [UInt8]
  /// For each of `columns`, whether its texts are equal by instant.
  private let instants: [Bool]
  private var text = UniqueArray<UInt8>()

  /// `isInstant` says whether the texts of a column, of a record shape, are equal by instant.
  init(
    _ plan: borrowing MappingPlan,
    isInstant: (_ record: Int, _ column: Int) -> Bool
  ) {
    identities = plan.identities
    columns = plan.identityColumns
    constants = plan.text
    var instants = columns.map { _ in false }
    for (record, identity) in identities.enumerated() {
      for number in identity.columns.indices where columns[number] >= 0 {
        instants[number] = isInstant(record, Int(columns[number]))
      }
    }
    self.instants = instants
  }

  /// By the plan's merge rules, which it must have.
  init(merging plan: borrowing MappingPlan) {
    let (rules, columns) = (plan.mergeRules, plan.mergeColumns)
    self.init(plan) { record, column in
      columns[Int(rules[record].columns.first) + column].isInstant
    }
  }

  /// A hash of the identity's target and texts: of numbers in normal form, of strings without
  /// escapes.
  ///
  /// Nil if the record has no identity, or if a part of it is missing, null or only a default.
  mutating func key(
    of row: Int,
    in batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  ) -> RecordKey? {
    let record = batch.rows[row].record
    if record.isNone { return nil }
    let identity = identities[Int(record.index)]
    if identity.columns.isEmpty { return nil }
    var hash = RecordHash()
    hash.add(UInt64(identity.target))
    for number in identity.columns.indices {
      if columns[number] < 0 { return nil }
      let cell = batch.cell(UInt32(columns[number]), of: row)
      if cell.kind == .missing || cell.kind == .null || cell.traits.contains(.isFallback) {
        return nil
      }
      if cell.space == .input && !instants[number] {
        switch cell.kind {
        case .string where !cell.traits.contains(.mayHaveEscapes):
          hash.add(input, cell.contentRange)
          continue
        case .number where KeyText.isNormal(input, cell.range):
          hash.add(input, cell.range)
          continue
        default: break
        }
      }
      let part = read(cell, batch, input)
      hash.add(text.span, instants[number] ? InstantText.significant(text.span, part) : part)
    }
    return hash.key
  }

  /// The texts of the identity of the record at a row.
  mutating func texts(
    of row: Int,
    in batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  ) -> [String] {
    identities[Int(batch.rows[row].record.index)].columns.indices.map { number in
      let part = read(batch.cell(UInt32(columns[number]), of: row), batch, input)
      return text.span.string(part)
    }
  }

  private mutating func read(
    _ cell: Cell,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  ) -> Range<Int> {
    text.removeAll()
    KeyText.append(cell, batch, input, constants, to: &text)
    // Each part ends with its length, in four bytes.
    return 0..<text.count - 4
  }
}
