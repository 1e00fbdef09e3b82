/// The records of a run, kept in memory for those who look at them when it is over.
package final class RecordCollection {
  /// One root record.
  package struct Record: Sendable, Hashable {
    /// Its target.
    package var target: String
    /// The texts of what identifies it, nil for a part that is null or missing; empty where its target
    /// has no identity.
    package var identity: [String?]
    /// Where its JSON text is, compact, in the collection's bytes; a failed record's error where one
    /// stands in its place.
    package var text: Range<Int>
  }

  /// The root records, in the order of the run.
  package private(set) var records: [Record] = []
  /// How many records there are of each target, related ones too.
  package private(set) var counts: [String: Int] = [:]
  /// The texts of all of them.
  package private(set) var bytes: [UInt8] = []

  package init() {}

  fileprivate func add(_ target: String, _ identity: [String?], _ text: Span<UInt8>) {
    let start = bytes.count
    for at in text.indices { bytes.append(text[at]) }
    records.append(Record(target: target, identity: identity, text: start..<bytes.count))
  }

  fileprivate func count(_ added: Int, of target: String) { counts[target, default: 0] += added }
}

/// Keeps the records of a run in a collection.
package struct CollectingSink: RecordSink, ~Copyable {
  private let collection: RecordCollection
  private let plan: MappingPlan
  private let names: [String]
  private var writer: JSONWriter
  private var text = OutputBuffer(capacity: 4096)

  package init(plan: MappingPlan, into collection: RecordCollection) {
    self.plan = plan
    self.collection = collection
    names = plan.schema.records.map {
      String(decoding: plan.schema.text[$0.name.range], as: UTF8.self)
    }
    writer = JSONWriter(plan: plan, typeKey: nil)
  }

  package mutating func write(_ batch: borrowing RecordBatch, _ input: Span<UInt8>) {
    for number in 0..<batch.marks.count where batch.marks[number].isRecord {
      let row = Int(batch.marks[number].row)
      text.removeAll()
      writer.write(row, of: batch, input, to: &text)
      let shape = batch.rows[row].record
      guard !shape.isNone else {
        collection.add("", [], text.span)
        continue
      }
      collection.add(names[Int(shape.index)], identity(of: row, batch, input), text.span)
    }
    var counts = [Int](repeating: 0, count: names.count)
    for row in 0..<batch.rows.count where !batch.rows[row].record.isNone {
      counts[Int(batch.rows[row].record.index)] += 1
    }
    for (name, count) in zip(names, counts) where count > 0 { collection.count(count, of: name) }
  }

  /// The texts of what tells a record apart.
  private func identity(
    of row: Int,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  ) -> [String?] {
    let identity = plan.identities[Int(batch.rows[row].record.index)]
    var texts: [String?] = []
    for column in plan.identityColumns[identity.columns] {
      let cell =
        column < 0 ? .missing : batch.cells[Int(batch.rows[row].firstCell) + Int(column)]
      if cell.kind == .missing || cell.kind == .null {
        texts.append(nil)
        continue
      }
      var key = UniqueArray<UInt8>()
      switch cell.space {
      case .input: KeyText.append(cell.kind, input, cell.range, to: &key)
      case .plan: KeyText.append(cell.kind, plan.text.span, cell.range, to: &key)
      case .batch: KeyText.append(cell.kind, batch.side.span, cell.range, to: &key)
      }
      // Behind a part stands its length, in four bytes.
      let length = key.count - 4
      var bytes: [UInt8] = []
      for at in 0..<length { bytes.append(key[at]) }
      texts.append(String(decoding: bytes, as: UTF8.self))
    }
    return texts
  }

  package mutating func finish() {}
  package mutating func abandon() {}
}
