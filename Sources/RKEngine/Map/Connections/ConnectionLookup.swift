/// Finds the records that the keys of other records refer to.
///
/// One index contains each record that a connection may refer to, under every key by which it is
/// looked up. Records with one target and identity count as one; only the first of them is found.
struct ConnectionLookup: ~Copyable {
  /// The keys by which records of one shape are looked up.
  private struct Use {
    /// The number of the kind of key; equal connections share it.
    var kind: Int
    var columns: PlanRange<Int32>
    var only: PlanID<ExpressionProgram>
  }

  private struct KindKey: Hashable {
    var columns: [[Int32]]
    /// The only connection that uses it, if that connection has further conditions.
    var connection: Int?
  }

  private var plan: MappingPlan
  private var index = RecordIndex()
  /// For each shape, how its records are looked up.
  private var uses: [[Use]]
  /// For each connection, its kind of key.
  private var kinds: [Int] = []
  /// For each shape, whether connections may find its records.
  private(set) var isFound: [Bool]
  private var key = UniqueArray<UInt8>()
  /// Accumulates what was prefetched, so that the compiler keeps the reads.
  private var read: UInt8 = 0

  init(plan: MappingPlan) {
    self.plan = plan
    uses = plan.schema.records.map { _ in [] }
    isFound = plan.schema.records.map { _ in false }
    var numbers: [KindKey: Int] = [:]
    for (number, connection) in plan.connections.enumerated() {
      let candidates = plan.connectionCandidates[connection.candidates]
      let asksMore = candidates.contains { !$0.only.isNone }
      let key = KindKey(
        columns: candidates.map { [$0.node.index] + plan.candidateColumns[$0.columns] },
        connection: asksMore ? number : nil
      )
      let kind = numbers[key] ?? numbers.count
      kinds.append(kind)
      if numbers.updateValue(kind, forKey: key) != nil { continue }
      for candidate in candidates {
        let shape = Int(plan.nodes[candidate.node].record.index)
        isFound[shape] = true
        uses[shape].append(Use(kind: kind, columns: candidate.columns, only: candidate.only))
      }
      addMerged(candidates, kind: kind)
    }
  }

  /// Adds how rows that were merged from several shapes are looked up: by the columns that any of
  /// these shapes has.
  private mutating func addMerged(_ candidates: ArraySlice<ConnectionCandidate>, kind: Int) {
    if plan.mergeRules.isEmpty { return }
    for candidate in candidates {
      let shape = plan.nodes[candidate.node].record
      let merged = plan.mergeRules[Int(shape.index)].merged
      if merged.isNone || merged == shape { continue }
      let columns = plan.candidateColumns[candidate.columns].map { column in
        column < 0 ? -1 : Int32(place(of: Int(column), in: shape))
      }
      let known = uses[Int(merged.index)].firstIndex { $0.kind == kind }
      guard let known else {
        let range = plan.candidateColumns.add(columns)
        let use = Use(kind: kind, columns: range, only: candidate.onlyMerged)
        uses[Int(merged.index)].append(use)
        isFound[Int(merged.index)] = true
        continue
      }
      let range = uses[Int(merged.index)][known].columns
      for (place, column) in zip(range.indices, columns) where plan.candidateColumns[place] < 0 {
        plan.candidateColumns[place] = column
      }
    }
  }

  /// Converts the column of a shape to the column of the shape that its records are merged into.
  private func place(of column: Int, in shape: PlanID<RecordShape>) -> Int {
    let columns = plan.mergeRules[Int(shape.index)].columns
    return Int(plan.mergeColumns[Int(columns.first) + column].place)
  }

  /// Indexes all records of a store; `identities` says which of them are the same record.
  mutating func build(
    _ store: borrowing RecordStore,
    _ identities: borrowing RecordIdentities
  ) throws(SystemError) {
    var batch = RecordBatch()
    var machine = ExpressionMachine(plan)
    let nothing: [UInt8] = []
    var numbers = UniqueArray<UInt32>()
    var hashes = UniqueArray<UInt64>()
    // Records are added last to first, so that the first begins its chain.
    for number in stride(from: identities.rowCount - 1, through: 0, by: -1) {
      if number & 0xFFFF == 0 && Interruption.isPending { throw .interruption }
      let shape = store.shape(of: number)
      guard !shape.isNone, isFound[Int(shape.index)] else { continue }
      let content = content(of: number, store, identities)
      if content != number && !identities.isFirst(number) { continue }
      for use in uses[Int(store.shape(of: content).index)] {
        key.removeAll()
        let valueCount = store.appendKey(of: content, plan.candidateColumns[use.columns], to: &key)
        if valueCount == 0 { continue }
        var kind = use.kind
        if !use.only.isNone {
          batch.removeRecords()
          let row = store.restore(content, into: &batch, keepingConnections: false)
          batch.seal()
          if !machine.isTrue(use.only, row: row, of: &batch, input: nothing.span) {
            kind = Self.excluded(kind)
          }
        }
        numbers.append(UInt32(number))
        hashes.append(RecordIndex.hash(key, kind: kind))
      }
      if hashes.count < RecordIndex.groupSize { continue }
      index.insert(numbers, hashes)
      numbers.removeAll()
      hashes.removeAll()
    }
    index.insert(numbers, hashes)
  }

  /// The kind of key for records that the connection excludes: they exist, but are not found.
  private static func excluded(_ kind: Int) -> Int { -1 - kind }

  /// Whether a key refers to a record that is excluded.
  func isExcluded(_ wanted: borrowing UniqueArray<UInt8>, of connection: Int) -> Bool {
    !index.first(RecordIndex.hash(wanted, kind: Self.excluded(kinds[connection]))).isNone
  }

  /// Appends the hash that a key is looked up by.
  func appendHash(
    of wanted: borrowing UniqueArray<UInt8>,
    of connection: Int,
    to hashes: inout UniqueArray<UInt64>
  ) {
    hashes.append(RecordIndex.hash(wanted, kind: kinds[connection]))
  }

  /// Prefetches the entries of hashes, so that later lookups of their keys need not wait for
  /// memory.
  mutating func touch(_ hashes: borrowing UniqueArray<UInt64>, _ store: borrowing RecordStore) {
    index.touch(hashes)
    for place in 0..<hashes.count {
      let link = index.first(hashes[place])
      if !link.isNone { read ^= store.firstByte(of: link.record) }
    }
  }

  /// Appends the numbers of the records that a key refers to, in the order of the run.
  mutating func find(
    _ wanted: borrowing UniqueArray<UInt8>,
    of connection: Int,
    _ store: borrowing RecordStore,
    _ identities: borrowing RecordIdentities,
    to found: inout UniqueArray<UInt32>,
    onlyFirst: Bool
  ) {
    let kind = kinds[connection]
    var link = index.first(RecordIndex.hash(wanted, kind: kind))
    while !link.isNone {
      let number = link.record
      link = index.next(after: link)
      guard hasKey(wanted, kind, content(of: number, store, identities), store) else { continue }
      found.append(UInt32(identities.first(of: number)))
      if onlyFirst { return }
    }
  }

  /// The row with the values that a record is found by: its final merged row; the record's own if
  /// that row's shape was merged from several.
  private func content(
    of number: Int,
    _ store: borrowing RecordStore,
    _ identities: borrowing RecordIdentities
  ) -> Int {
    let content = identities.content(of: identities.first(of: number))
    let shape = Int(store.shape(of: content).index)
    return shape < uses.count && !uses[shape].isEmpty ? content : number
  }

  private mutating func hasKey(
    _ wanted: borrowing UniqueArray<UInt8>,
    _ kind: Int,
    _ content: Int,
    _ store: borrowing RecordStore
  ) -> Bool {
    for use in uses[Int(store.shape(of: content).index)] where use.kind == kind {
      key.removeAll()
      _ = store.appendKey(of: content, plan.candidateColumns[use.columns], to: &key)
      if KeyText.areEqual(key, wanted) { return true }
    }
    return false
  }
}
