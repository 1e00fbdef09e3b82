/// Holds the records of a run until its end, and then passes them on merged: those of one identity
/// with each other, or each with the existing record.
///
/// The merged record takes the place of the first one of its identity. Takes the memory of all
/// records, and time linear in them.
package struct MergingSink: RecordSink, ~Copyable {
  /// A mark of the outermost level, with the record that it belongs to.
  private struct Event: BitwiseCopyable {
    var mark: RecordBatch.Mark
    /// The next event with the same record, 0 if there is none.
    var next: UInt32 = 0
    /// The record is merged into that of an earlier event.
    var isTaken = false
  }

  /// An identity, and the last event with a record of it.
  private struct Identity: BitwiseCopyable {
    var key: RecordKey
    var last: UInt32
  }

  private let sink: AnyRecordSink
  private let unifies: Bool
  private let existing: ExistingRecords?
  private let identities: [RecordIdentity]
  private let writesWhenFailed: Bool
  private let largestBatch: Int
  private var store: RecordStore
  private var merger: RecordMerger
  private var events = UniqueArray<Event>()
  /// The names of inputs, and their first events.
  private var inputs: [(name: String, event: Int)] = []
  /// The identities so far, if records are merged by identity, and the numbers of their keys.
  private var identified = UniqueArray<Identity>()
  private var numbers = RecordKeyTable()
  /// The keys of the records of a batch.
  private var keys = UniqueArray<RecordKey?>()
  /// Accumulates what was prefetched, so that the compiler keeps the reads.
  private var read: UInt64 = 0
  private var batch = RecordBatch()

  /// `unifies` says whether records of one identity are merged, `writesWhenFailed` whether the
  /// records before a failure are passed on.
  ///
  /// The plan must have merge rules.
  package init(
    plan: borrowing MappingPlan,
    unifies: Bool,
    existing: ExistingRecords? = nil,
    sink: AnyRecordSink,
    writesWhenFailed: Bool = false,
    largestBatch: Int = 1024 * 1024
  ) {
    self.sink = sink
    self.unifies = unifies
    self.existing = existing
    self.writesWhenFailed = writesWhenFailed
    self.largestBatch = largestBatch
    identities = plan.identities
    store = RecordStore(plan: plan)
    merger = RecordMerger(plan: plan)
  }

  // MARK: - Receiving records

  package mutating func begin(input name: String) { inputs.append((name, events.count)) }

  package mutating func write(_ batch: borrowing RecordBatch, _ input: Span<UInt8>)
    throws(SystemError)
  {
    let first = UInt32(truncatingIfNeeded: store.append(batch, input))
    readAhead(batch, input)
    for number in 0..<batch.marks.count {
      var event = Event(mark: batch.marks[number])
      let place = UInt32(truncatingIfNeeded: events.count)
      if event.mark.isRecord { event.mark.row += first }
      if unifies, let key = keys[number] {
        if let last = Self.exchange(place, of: key, &identified, &numbers) {
          event.isTaken = true
          events[Int(last)].next = place
        }
      }
      events.append(event)
    }
  }

  /// Makes the keys of a batch, and prefetches their slots: the waits for memory overlap, which
  /// they do not if each key is looked up separately.
  private mutating func readAhead(_ batch: borrowing RecordBatch, _ input: Span<UInt8>) {
    if !unifies { return }
    keys.removeAll()
    for number in 0..<batch.marks.count {
      let mark = batch.marks[number]
      keys.append(mark.isRecord ? merger.key(of: Int(mark.row), in: batch, input) : nil)
    }
    for number in 0..<keys.count {
      if let key = keys[number] { read ^= numbers.touch(key) }
    }
  }

  /// Makes an event the last one of an identity, and returns the previous last one.
  private static func exchange(
    _ place: UInt32,
    of key: RecordKey,
    _ identified: inout UniqueArray<Identity>,
    _ numbers: inout RecordKeyTable
  ) -> UInt32? {
    if let known = numbers.find(key, { identified[$0].key == key }) {
      defer { identified[known].last = place }
      return identified[known].last
    }
    identified.append(Identity(key: key, last: place))
    numbers.insert(identified.count - 1, key) { identified[$0].key }
    return nil
  }

  package mutating func abandon() throws(SystemError) {
    if writesWhenFailed { try writeRecords() }
    try sink.abandon()
  }

  // MARK: - Writing

  package mutating func finish() throws(SystemError) {
    try writeRecords()
    try sink.finish()
  }

  private mutating func writeRecords() throws(SystemError) {
    identified = UniqueArray()
    numbers = RecordKeyTable()
    let partners = Partners(existing, soles: solesOfTargets())
    var input = 0
    for number in 0..<events.count {
      if number & 0xFFFF == 0 && Interruption.isPending { throw .interruption }
      if number & 0xFF == 0 { readAhead(number..<min(number + 0x100, events.count)) }
      while input < inputs.count && inputs[input].event == number {
        try pass()
        sink.begin(input: inputs[input].name)
        input += 1
      }
      let event = events[number]
      if event.isTaken { continue }
      var mark = event.mark
      if mark.isRecord {
        let row = restore(number, partners)
        mark.row = UInt32(truncatingIfNeeded: row)
      }
      batch.marks.append(mark)
      if batch.size > largestBatch { try pass() }
    }
    try pass()
    while input < inputs.count {
      sink.begin(input: inputs[input].name)
      input += 1
    }
  }

  /// Prefetches what is merged into the records of some events: the waits for memory overlap, which
  /// they do not if each record is read separately.
  private mutating func readAhead(_ range: Range<Int>) {
    for number in range where events[number].next > 0 && !events[number].isTaken {
      let row = Int(events[Int(events[number].next)].mark.row)
      read ^= UInt64(store.firstByte(of: row))
    }
  }

  /// Appends the merged record of an event to the batch; returns its row.
  private mutating func restore(_ number: Int, _ partners: Partners) -> Int {
    let first = store.restore(Int(events[number].mark.row), into: &batch)
    var next = Int(events[number].next)
    if next == 0 && existing == nil { return first }
    var rows = [first]
    while next > 0 {
      rows.append(store.restore(Int(events[next].mark.row), into: &batch))
      next = Int(events[next].next)
    }
    let none = InlineArray<64, UInt8>(repeating: 0)
    // Wide loads read past the bytes.
    batch.side.append(zeros: OutputBuffer.slack)
    if let existing, !batch.rows[rows[0]].record.isNone {
      let key = merger.key(of: rows[0], in: batch, none.span)
      let target = identities[Int(batch.rows[rows[0]].record.index)].target
      let found = partners.find(key, target, event: number)
      if !found.isEmpty {
        rows = found.map { existing.store.restore(Int($0), into: &batch) } + rows
        batch.side.append(zeros: OutputBuffer.slack)
      }
    }
    return merger.merge(rows, in: &batch, none.span)
  }

  private mutating func pass() throws(SystemError) {
    let none = InlineArray<64, UInt8>(repeating: 0)
    batch.seal()
    try sink.write(batch, none.span)
    batch.removeAll()
  }

  /// For each target, the event of its only record, or -1 if there are several.
  private func solesOfTargets() -> [UInt32: Int] {
    var soles: [UInt32: Int] = [:]
    guard existing != nil else { return soles }
    for number in 0..<events.count where events[number].mark.isRecord && !events[number].isTaken {
      let shape = store.shape(of: Int(events[number].mark.row))
      if shape.isNone { continue }
      let target = identities[Int(shape.index)].target
      soles[target] = soles[target] == nil ? number : -1
    }
    return soles
  }
}

/// Finds the existing record that a record of the run is mapped onto.
private struct Partners {
  /// For each identity, the rows that have it.
  private var rows: [RecordKey: [UInt32]] = [:]
  /// For each target, its only existing record.
  private var soles: [UInt32: ExistingRecords.Root] = [:]
  /// For each target, the event of the only record of the run.
  private let solesOfRun: [UInt32: Int]

  init(_ existing: ExistingRecords?, soles solesOfRun: [UInt32: Int]) {
    self.solesOfRun = solesOfRun
    var counts: [UInt32: Int] = [:]
    for root in existing?.roots ?? [] {
      if let key = root.key { rows[key, default: []].append(root.row) }
      counts[root.target, default: 0] += 1
      soles[root.target] = root
    }
    for (target, count) in counts where count > 1 { soles[target] = nil }
  }

  /// The rows of the existing records with an identity, oldest first.
  ///
  /// If the run's record or the existing one has no identity, the only existing record of the
  /// target, for the only one of the run.
  func find(_ key: RecordKey?, _ target: UInt32, event: Int) -> [UInt32] {
    if let key, let known = rows[key] { return known }
    guard let sole = soles[target], solesOfRun[target] == event, key == nil || sole.key == nil
    else { return [] }
    return [sole.row]
  }
}
