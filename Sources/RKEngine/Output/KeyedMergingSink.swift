/// Merges the records of keyed lines, one key after the other, and passes each merged record on.
///
/// Takes the memory of one key's record: many versions are merged in steps, which gives the same
/// result, as it is merged with later versions like any other.
package struct KeyedMergingSink: RecordSink, ~Copyable {
  private let plan: MappingPlan
  private let log: KeyedLog
  private let sink: AnyRecordSink
  /// Receives the keys and positions of merged records, if those are to become keyed lines again.
  private let prefixes: LinePositions?
  private var merger: RecordMerger
  private var store: RecordStore
  /// The key of the held versions, which are rows of the batch, and the text before the record in
  /// their first line.
  private var key = -1
  private var prefix: [UInt8] = []
  private var rows: [Int] = []
  /// Merged records that have not been passed on, and the versions of the next one.
  private var batch = RecordBatch()
  private var recordCount = 0

  private static var mostVersions: Int { 256 }
  private static var largestBatch: Int { 256 * 1024 }

  /// The plan must have merge rules.
  package init(plan: MappingPlan, log: KeyedLog, sink: AnyRecordSink, prefixes: LinePositions?) {
    self.plan = plan
    self.log = log
    self.sink = sink
    self.prefixes = prefixes
    merger = RecordMerger(plan: plan)
    store = RecordStore(plan: plan)
  }

  package mutating func begin(input name: String) { sink.begin(input: name) }

  package mutating func write(_ source: borrowing RecordBatch, _ input: Span<UInt8>)
    throws(SystemError)
  {
    for number in 0..<source.marks.count where source.marks[number].isRecord {
      let row = Int(source.marks[number].row)
      let found = log.moveToLine(at: source.origin + Int(source.rows[row].offset))
      if found != key {
        try endKey()
        (key, prefix) = (found, Array(log.prefix))
      }
      if store.size > Self.largestBatch { store = RecordStore(plan: plan) }
      rows.append(store.restore(store.append(record: row, of: source, input), into: &batch))
      if rows.count >= Self.mostVersions { try fold() }
    }
  }

  package mutating func finish() throws(SystemError) {
    try endKey()
    try pass()
    try sink.finish()
  }

  package mutating func abandon() throws(SystemError) {
    rows = []
    try pass()
    try sink.abandon()
  }

  // MARK: - Merging

  /// Merges the held versions.
  private mutating func merged() -> Int {
    if rows.count == 1 { return rows[0] }
    let none = InlineArray<64, UInt8>(repeating: 0)
    // Wide loads read past the bytes.
    batch.side.append(zeros: OutputBuffer.slack)
    return merger.merge(rows, in: &batch, none.span)
  }

  /// Replaces the held versions by one merged record.
  private mutating func fold() throws(SystemError) {
    let none = InlineArray<64, UInt8>(repeating: 0)
    let row = merged()
    let number = store.append(record: row, of: batch, none.span)
    try pass()
    rows = [store.restore(number, into: &batch)]
  }

  /// Ends a key, whose versions are all there.
  private mutating func endKey() throws(SystemError) {
    if rows.isEmpty { return }
    let row = merged()
    // The sink finds a record's line by the offset at which the record begins.
    batch.rows[row].offset = UInt32(truncatingIfNeeded: recordCount - batch.origin)
    prefixes?.add(prefix[...], ofLineAt: recordCount)
    recordCount += 1
    batch.marks.append(.init(.element, row: UInt32(truncatingIfNeeded: row)))
    rows = []
    if batch.size > Self.largestBatch { try pass() }
  }

  private mutating func pass() throws(SystemError) {
    let none = InlineArray<64, UInt8>(repeating: 0)
    if batch.marks.count > 0 {
      batch.seal()
      try sink.write(batch, none.span)
    }
    batch.removeAll()
    batch.origin = recordCount
  }
}

/// Writes merged records, each after the key and position of its first line.
package struct PrefixedLineWriter: LineWriter, ~Copyable {
  private var json: JSONWriter
  private let prefixes: LinePositions

  package init(plan: borrowing MappingPlan, form: KeyedForm, prefixes: LinePositions) {
    json = JSONWriter(plan: plan, typeKey: nil, keyed: form)
    self.prefixes = prefixes
  }

  private init(copyOf other: borrowing PrefixedLineWriter) {
    json = other.json.copy()
    prefixes = other.prefixes
  }

  package borrowing func copy() -> PrefixedLineWriter { PrefixedLineWriter(copyOf: self) }

  package mutating func write(
    _ row: Int,
    of batch: borrowing RecordBatch,
    _ input: Span<UInt8>,
    to lines: inout OutputBuffer
  ) {
    _ = prefixes.moveToLine(at: batch.origin + Int(batch.rows[row].offset))
    prefixes.append(to: &lines)
    json.write(row, of: batch, input, to: &lines)
    lines.append(.lineFeed)
  }
}
