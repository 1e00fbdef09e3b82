/// Finds which records of a run are the same: those of one target whose identities are equal.
///
/// Takes 4 bytes per row once two records are the same, and 24 bytes per record during the search.
package struct RecordIdentities: ~Copyable {
  /// For each row, the first one that is the same record; empty while there are no such rows.
  private var firsts = UniqueArray<UInt32>()
  /// Rows that are the same record as an earlier one, in the order of the run.
  private var repeated = UniqueArray<UInt32>()
  /// For first rows, the number of the row merged from them and the later ones, if that is not the
  /// first itself.
  private var contents: [Int: Int] = [:]
  /// How many rows were examined.
  package let rowCount: Int

  /// Examines the records of some shapes in a store.
  package init(
    of store: borrowing RecordStore,
    plan: MappingPlan,
    shapes: [Bool]
  ) throws(SystemError) {
    rowCount = store.count
    let isAsked = zip(shapes, plan.identities).map { $0 && !$1.columns.isEmpty }
    guard isAsked.contains(true) else { return }
    var index = RecordIndex()
    var key = UniqueArray<UInt8>()
    var other = UniqueArray<UInt8>()
    for number in 0..<rowCount {
      if number & 0xFFFF == 0 && Interruption.isPending { throw .interruption }
      let shape = store.shape(of: number)
      guard !shape.isNone, isAsked[Int(shape.index)] else { continue }
      let identity = plan.identities[Int(shape.index)]
      key.removeAll()
      let columns = plan.identityColumns[identity.columns]
      // Records without identity are never equal.
      guard store.appendKey(of: number, columns, to: &key) == columns.count else { continue }
      let hash = RecordIndex.hash(key, kind: Int(identity.target))
      var place = index.first(hash)
      var first: Int?
      while place > 0 && first == nil {
        let before = index.record(at: place)
        let beforeIdentity = plan.identities[Int(store.shape(of: before).index)]
        other.removeAll()
        _ = store.appendKey(
          of: before,
          plan.identityColumns[beforeIdentity.columns],
          to: &other
        )
        if beforeIdentity.target == identity.target && KeyText.areEqual(key, other) {
          first = before
        }
        place = index.next(after: place)
      }
      if let first { add(number, first) } else { index.insert(number, hash) }
    }
  }

  private mutating func add(_ number: Int, _ first: Int) {
    if firsts.isEmpty {
      firsts.reserve(rowCount)
      for row in 0..<rowCount { firsts.append(UInt32(row)) }
    }
    firsts[number] = UInt32(first)
    repeated.append(UInt32(number))
  }

  /// Whether some rows are the same record as others.
  package var hasRepeated: Bool { !repeated.isEmpty }

  /// Whether no earlier row is the same record.
  package func isFirst(_ number: Int) -> Bool { firsts.isEmpty || Int(firsts[number]) == number }

  /// The first row that is the same record.
  package func first(of number: Int) -> Int { firsts.isEmpty ? number : Int(firsts[number]) }

  /// Merges the rows of each record that has several, in their order, and keeps the results in the
  /// store.
  package mutating func merge(
    in store: inout RecordStore,
    plan: borrowing MappingPlan
  ) throws(SystemError) {
    if repeated.isEmpty || plan.mergeRules.isEmpty { return }
    var pairs: [UInt64] = []
    pairs.reserveCapacity(repeated.count)
    for place in 0..<repeated.count {
      pairs.append(UInt64(firsts[Int(repeated[place])]) << 32 | UInt64(repeated[place]))
    }
    pairs.sort()
    var merger = RecordMerger(plan: plan)
    var batch = RecordBatch()
    let nothing = [UInt8](repeating: 0, count: OutputBuffer.slack)
    var next = 0
    while next < pairs.count {
      if Interruption.isPending { throw .interruption }
      let first = Int(pairs[next] >> 32)
      batch.removeRecords()
      var rows = [store.restore(first, into: &batch, keepingConnections: false)]
      while next < pairs.count && Int(pairs[next] >> 32) == first {
        let number = Int(pairs[next] & 0xFFFF_FFFF)
        rows.append(store.restore(number, into: &batch, keepingConnections: false))
        next += 1
      }
      let row = merger.merge(rows, in: &batch, nothing.span)
      contents[first] = store.append(record: row, of: batch, nothing.span)
    }
  }

  /// The final merged row of the record at a first row.
  package func content(of first: Int) -> Int {
    contents.isEmpty ? first : contents[first, default: first]
  }
}
