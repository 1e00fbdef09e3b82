/// The records of one side of a comparison, as a database would contain them: one for each
/// identity, root or related, merged in the order of the input.
///
/// An owner contains the keys of related records with an identity; related records without one are
/// part of it. The side is read twice: first its records become fingerprints in a pairing, then
/// those that may differ are kept.
package final class ComparedRecords {
  /// Receives where the values of a record are in the input, with the number that it is kept under;
  /// called if both sides have the record.
  package typealias Observer = (
    _ row: Int, _ number: Int, borrowing RecordBatch, Span<UInt8>
  ) -> Void

  package let side: ComparedSide
  private let plan: MappingPlan
  private let pairing: RecordPairing
  private let targets: [Int]
  private let ignoresNull: Bool
  private let findsRootsAlone: Bool
  private var reader: RecordReader
  private var keeper: RecordKeeper
  private var isKeeping = false
  private var merger: RecordMerger
  /// For each candidate, where its rows begin among all kept rows; then the end of the last.
  private var firstKept: [Int] = []

  /// The plan must have merge rules.
  ///
  /// `targets` is the number of the target of each record shape, -1 for a target that is not
  /// compared. `ignoresNull` says that null is the same as no value, and `findsRootsAlone` that
  /// related records with an identity are only keys.
  package init(
    _ side: ComparedSide,
    plan: MappingPlan,
    pairing: RecordPairing,
    targets: [Int],
    ignoresNull: Bool,
    findsRootsAlone: Bool
  ) {
    self.side = side
    self.plan = plan
    self.pairing = pairing
    self.targets = targets
    self.ignoresNull = ignoresNull
    self.findsRootsAlone = findsRootsAlone
    keeper = RecordKeeper(side, plan: plan, pairing)
    reader = RecordReader(
      plan: plan,
      keeper.store.cellCounts,
      targets: targets,
      ignoresNull: ignoresNull,
      findsRootsAlone: findsRootsAlone
    )
    merger = RecordMerger(plan: plan)
  }

  // MARK: - Passing

  /// Begins the first pass over the records of the side, for their fingerprints.
  package func begin() {
    pairing.begin()
    reader.begin()
  }

  /// Begins the second pass over the records of the side, in which those that may differ are kept.
  package func beginKeeping(_ observer: Observer?) {
    isKeeping = true
    keeper = RecordKeeper(side, plan: plan, pairing)
    keeper.observer = observer
    reader.begin()
  }

  /// Whether all records that may differ have been kept, and are those of the first pass.
  ///
  /// False also if the result may depend on the order of records, in which case it is not known.
  package var hasKeptAll: Bool { !reader.needsOrder && keeper.hasAll }

  /// Ends the second pass; the kept records can then be requested.
  package func endKeeping() {
    keeper.observer = nil
    keeper.sort()
    firstKept = Array(repeating: keeper.kept.count, count: pairing.candidates.count + 1)
    for (place, item) in keeper.kept.enumerated().reversed() {
      firstKept[Int(item.candidate)] = place
    }
    for number in firstKept.indices.dropLast().reversed() {
      firstKept[number] = min(firstKept[number], firstKept[number + 1])
    }
  }

  /// Reads the root records of a batch, which is padded as for writing.
  package func take(_ batch: borrowing RecordBatch, _ input: Span<UInt8>) {
    if isKeeping {
      reader.read(batch, input, &keeper)
    } else {
      var receiver = PrintReceiver(pairing: pairing, side: side)
      reader.read(batch, input, &receiver)
    }
  }

  /// Makes a sink for the records of a part of the run.
  ///
  /// Nil if they depend on earlier records, or are being kept.
  func makePart() -> PartSink? {
    if isKeeping || reader.needsOrder { return nil }
    return PrintPart(
      RecordReader(
        plan: plan,
        keeper.store.cellCounts,
        targets: targets,
        ignoresNull: ignoresNull,
        findsRootsAlone: findsRootsAlone
      )
    )
  }

  /// Reads the records of a part of the run.
  func take(_ part: borrowing OutputPart) {
    var at = 0
    while at < part.text.count {
      pairing.add(RecordPairing.Print(part.text.span, at: &at), to: side)
    }
  }

  // MARK: - Kept records

  /// The numbers of a candidate's kept records, in the order of the input.
  package func numbers(of candidate: Int) -> [Int] {
    keeper.kept[firstKept[candidate]..<firstKept[candidate + 1]].map { Int($0.row) }
  }

  /// The offset in the input of a kept record's representation.
  package func offset(of number: Int) -> Int { keeper.store.offset(of: number) }

  /// Adds the merged record of a candidate to a batch; returns its row, nil if the side does not
  /// have it.
  package func restore(_ candidate: Int, into batch: inout RecordBatch) -> Int? {
    let numbers = numbers(of: candidate)
    if numbers.isEmpty { return nil }
    batch.removeRecords()
    let isCounted = pairing.candidates[candidate].isCounted
    let rows = numbers.prefix(isCounted ? 1 : numbers.count).map {
      keeper.store.restore($0, into: &batch)
    }
    // Wide loads read past the bytes.
    batch.side.append(zeros: OutputBuffer.slack)
    let nothing = InlineArray<64, UInt8>(repeating: 0)
    return merger.merge(rows, in: &batch, nothing.span)
  }

  /// The identity of a restored record; nil if it has none.
  package func identity(of row: Int, in batch: borrowing RecordBatch) -> [Cell]? {
    let nothing = InlineArray<64, UInt8>(repeating: 0)
    guard merger.key(of: row, in: batch, nothing.span) != nil else { return nil }
    let identity = plan.identities[Int(batch.rows[row].record.index)]
    return plan.identityColumns[identity.columns].map { batch.cell(UInt32($0), of: row) }
  }
}

/// Passes the records of a run to one side of a comparison.
package struct ComparingSink: RecordSink, ~Copyable {
  private let records: ComparedRecords

  package init(_ records: ComparedRecords) { self.records = records }

  package mutating func write(_ batch: borrowing RecordBatch, _ input: Span<UInt8>) {
    records.take(batch, input)
  }

  package borrowing func makePart() -> PartSink? { records.makePart() }
  package mutating func append(_ part: borrowing OutputPart) { records.take(part) }
  package mutating func finish() {}
  package mutating func abandon() {}
}

// MARK: - Fingerprints

/// Adds the found records to the pairing.
private struct PrintReceiver: FoundRecordReceiver {
  let pairing: RecordPairing
  let side: ComparedSide

  mutating func receive(
    _ record: FoundRecord,
    _ keys: borrowing UniqueArray<RecordKey?>,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  ) {
    pairing.add(record.print, to: side)
  }
}

/// The fingerprints of a part of a run, as bytes.
private final class PrintPart: PartSink {
  private struct Receiver: FoundRecordReceiver, ~Copyable {
    var prints = UniqueArray<RecordPairing.Print>()

    mutating func receive(
      _ record: FoundRecord,
      _ keys: borrowing UniqueArray<RecordKey?>,
      _ batch: borrowing RecordBatch,
      _ input: Span<UInt8>
    ) {
      prints.append(record.print)
    }
  }

  private var reader: RecordReader
  private var receiver = Receiver()

  init(_ reader: consuming RecordReader) { self.reader = reader }

  override func write(_ batch: borrowing RecordBatch, _ input: Span<UInt8>) {
    receiver.prints.removeAll()
    reader.read(batch, input, &receiver)
    for number in 0..<receiver.prints.count { receiver.prints[number].append(to: &part.text) }
  }
}

extension RecordPairing.Print {
  /// Reads a record that was written in a part of the run, and moves past it.
  fileprivate init(_ bytes: Span<UInt8>, at place: inout Int) {
    func next() -> UInt64 {
      defer { place += 8 }
      return bytes.word(at: place)
    }
    let key = RecordKey(low: Int(bitPattern: UInt(next())), high: Int(bitPattern: UInt(next())))
    let fingerprint = next()
    let rest = next()
    self.init(key: key, fingerprint: fingerprint, target: UInt32(truncatingIfNeeded: rest))
    isCounted = rest & 1 &<< 32 != 0
    merges = rest & 1 &<< 33 != 0
    offset = next()
  }

  /// Writes the record.
  fileprivate func append(to output: inout OutputBuffer) {
    let (low, high) = key.words
    let rest =
      UInt64(target) | (isCounted ? 1 &<< 32 : 0) | (merges ? 1 &<< 33 : 0)
    var bytes = InlineArray<40, UInt8>(repeating: 0)
    for (number, word) in [low, high, fingerprint, rest, offset].enumerated() {
      for place in 0..<8 {
        bytes[number * 8 + place] = UInt8(truncatingIfNeeded: word &>> UInt64(place * 8))
      }
    }
    output.append(bytes.span)
  }
}
