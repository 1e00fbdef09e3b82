/// Keeps the records that may differ.
struct RecordKeeper: FoundRecordReceiver, ~Copyable {
  private let side: ComparedSide
  private let plan: MappingPlan
  private let pairing: RecordPairing
  private var flattener = RecordFlattener()
  private(set) var store: RecordStore
  /// Pairs of a candidate and its row in the store: in the order of the input, until they are
  /// sorted by candidate.
  private(set) var kept: [(candidate: UInt32, row: UInt32)] = []
  var observer: ComparedRecords.Observer?
  /// A record differs from the one in the first pass.
  private var hasOther = false

  init(_ side: ComparedSide, plan: MappingPlan, _ pairing: RecordPairing) {
    self.side = side
    self.plan = plan
    self.pairing = pairing
    store = RecordStore(plan: plan)
  }

  mutating func receive(
    _ record: FoundRecord,
    _ keys: borrowing UniqueArray<RecordKey?>,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  ) {
    guard let candidate = pairing.candidate(record.print.key),
      pairing.candidates[candidate].count(side) > 0
    else { return }
    if let known = pairing.candidates[candidate].fingerprint(side),
      known != record.print.fingerprint
    {
      hasOther = true
    }
    flattener.flatten(record.row, of: batch, plan, store.cellCounts, keys: keys, from: record.root)
    let number = store.append(record: 0, of: flattener.batch, input)
    kept.append((UInt32(candidate), UInt32(number)))
    // The positions of values matter only for records that both sides have.
    if pairing.candidates[candidate].mayChange { observer?(record.row, number, batch, input) }
  }

  /// Whether all records that the side must have were found, and no others.
  var hasAll: Bool {
    var isThere = pairing.candidates.map { $0.count(side) == 0 }
    for item in kept { isThere[Int(item.candidate)] = true }
    return !hasOther && isThere.allSatisfy { $0 }
  }

  mutating func sort() {
    // Rows are numbered in the order of the input.
    kept.sort { ($0.candidate, $0.row) < ($1.candidate, $1.row) }
  }
}
