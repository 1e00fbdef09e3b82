/// A record with everything that is part of it, found in a batch.
struct FoundRecord: BitwiseCopyable {
  var print: RecordPairing.Print
  /// The rows of the record, and of the root record that contains it.
  var row: Int
  var root: Int
}

/// Receives the records that are found in batches.
protocol FoundRecordReceiver: ~Copyable {
  /// Receives a record; `keys` are those of the rows from its root on, nil for rows without
  /// identity.
  mutating func receive(
    _ record: FoundRecord,
    _ keys: borrowing UniqueArray<RecordKey?>,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  )
}

/// Finds the records of batches that are compared: root records, and related records with an
/// identity.
///
/// It computes the key and fingerprint of each.
struct RecordReader: ~Copyable {
  /// What comparing needs of a record shape.
  struct Shape: BitwiseCopyable {
    /// The number of the target; -1 for a target that is not compared.
    var target: Int32
    var cellCount: Int32
    /// Merging two equal records gives a different one.
    var merges: Bool
  }

  private var shapes = UniqueArray<Shape>()
  /// The plan's constants, with padding for wide loads.
  private let constants: [UInt8]
  /// Null is the same as no value.
  private let ignoresNull: Bool
  /// Related records with an identity are only keys: elsewhere they are root records.
  private let findsRootsAlone: Bool
  private var revisions: RecordRevisions
  private var keys = UniqueArray<RecordKey?>()
  private var reader: RecordKeyReader

  /// The plan must have merge rules; `targets` is the number of the target of each record shape.
  init(
    plan: borrowing MappingPlan,
    _ cellCounts: [Int],
    targets: [Int],
    ignoresNull: Bool,
    findsRootsAlone: Bool
  ) {
    for (number, target) in targets.enumerated() {
      let columns = plan.mergeColumns[plan.mergeRules[number].columns]
      shapes.append(
        Shape(
          target: Int32(target),
          cellCount: Int32(cellCounts[number]),
          merges: columns.contains { $0.kind == .union }
        )
      )
    }
    reader = RecordKeyReader(merging: plan)
    constants = plan.text + [UInt8](repeating: 0, count: OutputBuffer.slack)
    self.ignoresNull = ignoresNull
    self.findsRootsAlone = findsRootsAlone
    revisions = RecordRevisions(plan: plan)
  }

  /// Whether the result depends on the order of records.
  var needsOrder: Bool { revisions.areAsked }

  /// Forgets the records found so far.
  mutating func begin() { revisions.removeAll() }

  /// Reads the records of a batch, and passes them on.
  mutating func read<Receiver: FoundRecordReceiver & ~Copyable>(
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>,
    _ receiver: inout Receiver
  ) {
    for number in 0..<batch.marks.count where batch.marks[number].isRecord {
      let root = Int(batch.marks[number].row)
      // The text that replaces a failed record is not a record.
      if !batch.rows[root].record.isNone { read(root: root, batch, input, &receiver) }
    }
  }

  private mutating func read<Receiver: FoundRecordReceiver & ~Copyable>(
    root: Int,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>,
    _ receiver: inout Receiver
  ) {
    let end = Int(batch.rows[root].end)
    keys.removeAll()
    for row in root..<end {
      let key = reader.key(of: row, in: batch, input)
      keys.append(key)
    }
    var row = root
    while row < end {
      let key = keys[row - root]
      let isFound = row == root || key != nil && !findsRootsAlone
      let isOld = isFound && key.map { !revisions.take(row, $0, batch, input) } ?? false
      if isFound && !isOld {
        let shape = shapes[Int(batch.rows[row].record.index)]
        if shape.target >= 0 {
          let record = record(row, key, shape, root, batch, input)
          receiver.receive(record, keys, batch, input)
        }
      }
      // The related records in an older representation are older, too.
      row = isOld ? Int(batch.rows[row].end) : row + 1
    }
  }

  private func record(
    _ row: Int,
    _ key: RecordKey?,
    _ shape: Shape,
    _ root: Int,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  ) -> FoundRecord {
    var hash = RecordHash()
    add(row, to: &hash, root, batch, input)
    var print = RecordPairing.Print(key: key ?? hash.key, target: UInt32(shape.target))
    print.fingerprint = hash.low
    print.isCounted = key == nil
    print.merges = shape.merges
    print.offset = UInt64(batch.origin + Int(batch.rows[root].offset))
    return FoundRecord(print: print, row: row, root: root)
  }

  // MARK: - Fingerprints

  /// Adds the contents of a record: its values, the keys of related records with identity, and the
  /// values of those without.
  ///
  /// Recurses as deep as records without identity are nested.
  private func add(
    _ row: Int,
    to hash: inout RecordHash,
    _ root: Int,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  ) {
    let record = batch.rows[row].record
    if record.isNone { return hash.add(batch.side.span, batch.rows[row].text) }
    hash.add(UInt64(record.index))
    let first = Int(batch.rows[row].firstCell)
    for column in 0..<Int(shapes[Int(record.index)].cellCount) {
      let cell = batch.cells[first &+ column]
      let kind = cell.kind == .null && ignoresNull ? .missing : cell.kind
      hash.add(UInt64(kind.rawValue))
      switch kind {
      case .missing, .null, .false, .true, .reference: break
      case .number, .string, .structure:
        let bytes = CellBytes(input, batch.side.span, constants.span).around(cell)
        hash.add(bytes, cell.range)
      case .record, .list: addRelated(cell, to: &hash, root, batch, input)
      }
    }
  }

  private func addRelated(
    _ cell: Cell,
    to hash: inout RecordHash,
    _ root: Int,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  ) {
    let count = cell.kind == .list ? Int(cell.count) : 1
    hash.add(UInt64(count))
    var member = Int(cell.offset)
    for _ in 0..<count {
      if let key = keys[member - root] {
        hash.add(key)
      } else {
        add(member, to: &hash, root, batch, input)
      }
      member = Int(batch.rows[member].end)
    }
  }
}
