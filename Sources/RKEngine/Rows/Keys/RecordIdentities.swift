/// Finds rows that represent the same record: those with one target and equal identities.
///
/// Takes 4 bytes per row once two rows are the same record, and 24 bytes per record during the
/// search.
package struct RecordIdentities: ~Copyable {
  /// For each row, the first row that is the same record; empty if no two rows are.
  private var firsts = UniqueArray<UInt32>()
  /// Rows that are the same record as an earlier one, in the order of the run.
  private var repeated = UniqueArray<UInt32>()
  /// For first rows, the row merged from all rows of the record, if that is not the first row
  /// itself.
  private var contents: [Int: Int] = [:]
  /// The number of rows that were examined.
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
    var numbers = UniqueArray<UInt32>()
    var hashes = UniqueArray<UInt64>()
    for number in 0..<rowCount {
      if number & 0xFFFF == 0 && Interruption.isPending { throw .interruption }
      let shape = store.shape(of: number)
      guard !shape.isNone, isAsked[Int(shape.index)] else { continue }
      let identity = plan.identities[Int(shape.index)]
      key.removeAll()
      let columns = plan.identityColumns[identity.columns]
      // Records without identity are never equal.
      guard store.appendKey(of: number, columns, to: &key) == columns.count else { continue }
      numbers.append(UInt32(number))
      hashes.append(RecordIndex.hash(key, kind: Int(identity.target)))
      if hashes.count < RecordIndex.groupSize { continue }
      compare(numbers, hashes, &index, store, plan)
      numbers.removeAll()
      hashes.removeAll()
    }
    compare(numbers, hashes, &index, store, plan)
  }

  /// Compares rows with those before them; the index has the first row of each record.
  private mutating func compare(
    _ numbers: borrowing UniqueArray<UInt32>,
    _ hashes: borrowing UniqueArray<UInt64>,
    _ index: inout RecordIndex,
    _ store: borrowing RecordStore,
    _ plan: MappingPlan
  ) {
    index.touch(hashes)
    for place in 0..<hashes.count {
      let number = Int(numbers[place])
      var link = index.first(hashes[place])
      var first: Int?
      while !link.isNone && first == nil {
        if Self.isSame(link.record, number, store, plan) { first = link.record }
        link = index.next(after: link)
      }
      if let first { add(number, first) } else { index.insert(number, hashes[place]) }
    }
  }

  /// Whether two rows, which both have an identity, are the same record.
  private static func isSame(
    _ row: Int,
    _ other: Int,
    _ store: borrowing RecordStore,
    _ plan: MappingPlan
  ) -> Bool {
    let identity = plan.identities[Int(store.shape(of: row).index)]
    let otherIdentity = plan.identities[Int(store.shape(of: other).index)]
    guard identity.target == otherIdentity.target else { return false }
    var key = UniqueArray<UInt8>()
    var otherKey = UniqueArray<UInt8>()
    _ = store.appendKey(of: row, plan.identityColumns[identity.columns], to: &key)
    _ = store.appendKey(of: other, plan.identityColumns[otherIdentity.columns], to: &otherKey)
    return KeyText.areEqual(key, otherKey)
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

  /// Merges the rows of each record that has several, in their order, and stores the results.
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
