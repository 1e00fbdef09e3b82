/// Holds the records of a run until it ends, and then passes them on, in their order, with the
/// records that their connections refer to.
///
/// A key may refer to the last record of the run, so nothing can be written before. A connected
/// record is a copy, without connections of its own, so that there are no cycles.
package struct RecordCollector: RecordSink, ~Copyable {
  /// Keys of one connection that refer to no record.
  package struct Unresolved: Sendable {
    package var connection: Int
    /// The number of keys, and of the records that have them.
    package var keyCount = 0
    package var recordCount = 0
    package var ownerCount = 0
    /// The number of records for which something was found.
    package var foundCount = 0
    /// The parts of the first key, as JSON.
    package var key: [[UInt8]] = []
    /// Where the representation of the first key's record begins, and in which input.
    package var offset = 0
    package var input = ""
  }

  private let plan: MappingPlan
  private let sink: AnyRecordSink
  private let writesWhenFailed: Bool
  private let merges: Bool
  private let report: (Unresolved) -> Void
  private let count: ((Unresolved) -> Void)?
  private var store: RecordStore
  /// Marks like those of batches, with record numbers of the store instead of rows.
  private var marks = UniqueArray<RecordBatch.Mark>()
  private var inputs: [(name: String, mark: Int)] = []
  private let largestBatch: Int

  /// Creates a collector in front of another sink.
  ///
  /// `writesWhenFailed` says whether to write the records that were read before a failure. `merges`
  /// says whether a connected record combines all records of its identity, for which the plan must
  /// have merge rules, or is the first of them. `report` receives the keys that refer to no record,
  /// once for each connection, and `count` the counts of each connection's keys.
  package init(
    plan: MappingPlan,
    sink: AnyRecordSink,
    writesWhenFailed: Bool = false,
    merges: Bool = false,
    largestBatch: Int = 1024 * 1024,
    count: ((Unresolved) -> Void)? = nil,
    report: @escaping (Unresolved) -> Void
  ) {
    self.plan = plan
    self.sink = sink
    self.writesWhenFailed = writesWhenFailed
    self.merges = merges
    self.largestBatch = largestBatch
    self.report = report
    self.count = count
    store = RecordStore(plan: plan)
  }

  package mutating func begin(input name: String) {
    inputs.append((name, marks.count))
  }

  package mutating func write(_ batch: borrowing RecordBatch, _ input: Span<UInt8>) {
    for number in 0..<batch.marks.count {
      var mark = batch.marks[number]
      if mark.isRecord {
        // Rows merged into others are in the batch as well, but are not records of the run.
        mark.row = UInt32(store.append(record: Int(mark.row), of: batch, input))
      }
      marks.append(mark)
    }
  }

  package mutating func finish() throws(SystemError) {
    try writeRecords()
    try sink.finish()
  }

  package mutating func abandon() throws(SystemError) {
    if writesWhenFailed { try writeRecords() }
    try sink.abandon()
  }

  // MARK: - Writing

  private mutating func writeRecords() throws(SystemError) {
    var lookup = ConnectionLookup(plan: plan)
    var identities = try RecordIdentities(of: store, plan: plan, shapes: lookup.isFound)
    if merges { try identities.merge(in: &store, plan: plan) }
    try lookup.build(store, identities)
    var resolver = ReferenceResolver(plan: plan, lookup, identities)
    var batch = RecordBatch()
    var nextInput = 0
    var aheadRow = 0
    for number in 0...marks.count {
      while nextInput < inputs.count && inputs[nextInput].mark == number {
        try flush(&batch)
        sink.begin(input: inputs[nextInput].name)
        nextInput += 1
      }
      if number == marks.count { break }
      var mark = marks[number]
      if mark.isRecord {
        if Int(mark.row) >= aheadRow {
          aheadRow = min(Int(mark.row) + RecordIndex.groupSize, store.count)
          resolver.readAhead(Int(mark.row)..<aheadRow, store)
        }
        try makeRoom(for: Int(mark.row), in: &batch)
        let row = store.restore(Int(mark.row), into: &batch)
        mark.row = UInt32(row)
        let input = nextInput > 0 ? inputs[nextInput - 1].name : ""
        try resolver.resolve(row, of: Int(marks[number].row), &batch, store, input: input)
      }
      batch.marks.append(mark)
      if batch.size > largestBatch { try flush(&batch) }
    }
    try flush(&batch)
    for connection in resolver.unresolved {
      count?(connection)
      if connection.keyCount > 0 { report(connection) }
    }
  }

  private func flush(_ batch: inout RecordBatch) throws(SystemError) {
    if Interruption.isPending { throw .interruption }
    batch.seal()
    let nothing = [UInt8](repeating: 0, count: OutputBuffer.slack)
    try sink.write(batch, nothing.span)
    batch.removeRecords()
  }

  /// Makes room in the batch, which stores the positions of its records in 32 bits, relative to one
  /// offset.
  private func makeRoom(for number: Int, in batch: inout RecordBatch) throws(SystemError) {
    let offset = store.offset(of: number)
    let distance = offset - batch.origin
    if batch.rows.count > 0 && (distance < 0 || distance > Self.farthestOffset) {
      try flush(&batch)
    }
    if batch.rows.count == 0 { batch.origin = max(offset - Self.farthestOffset, 0) }
  }

  private static var farthestOffset: Int { 1 << 31 }
}
