/// The records of a run, kept in memory for analysis after its end.
package final class RecordCollection {
  /// One root record.
  package struct Record: Sendable, Hashable {
    /// Its target.
    package var target: String
    /// The texts of its identity, nil for a part that is null or missing; empty if its target has
    /// no identity.
    package var identity: [String?]
    /// The range of its compact JSON text in the collection's bytes; for a failed record, that of
    /// the error.
    package var text: Range<Int>
    /// The range of its text with redacted members hidden.
    package var redactedText: Range<Int>
    /// The range of its text with the kinds of values; equal to `text` if there are none.
    package var notedText: Range<Int>
    /// Where its representation begins in its input; nil if it may be made from several.
    package var position: Int?
  }

  /// The members that are hidden in the redacted texts.
  package let redactions: [Redaction]
  /// The root records, in the order of the run.
  package private(set) var records: [Record] = []
  /// The number of records of each target, including related ones.
  package private(set) var counts: [String: Int] = [:]
  /// For each target, the names that lead to the parts of a record's identity; nil for a part that
  /// is not written.
  package fileprivate(set) var identityPaths: [String: [[String]?]] = [:]
  /// The texts of representations that produced no record, if known.
  package private(set) var failures: [[UInt8]] = []
  /// The texts of all records, one after the other.
  package private(set) var bytes: [UInt8] = []

  package init(redacting redactions: [Redaction] = []) { self.redactions = redactions }

  /// Adds a text, and returns its range.
  fileprivate func add(_ text: Span<UInt8>) -> Range<Int> {
    let start = bytes.count
    for at in text.indices { bytes.append(text[at]) }
    return start..<bytes.count
  }

  fileprivate func add(_ record: Record) { records.append(record) }

  /// Adds the text of a representation that produced no record.
  package func add(failure text: [UInt8]) { failures.append(text) }

  fileprivate func count(_ added: Int, of target: String) { counts[target, default: 0] += added }
}

/// Stores the records of a run in a collection.
package struct CollectingSink: RecordSink, ~Copyable {
  private let collection: RecordCollection
  private let plan: MappingPlan
  private let names: [String]
  private var writer: JSONWriter
  private var redactingWriter: JSONWriter
  private var notingWriter: JSONWriter
  private let hasNotes: Bool
  private var text = OutputBuffer(capacity: 4096)
  /// False if there are connections: connected records are written when their inputs are no longer
  /// available.
  private let knowsPositions: Bool

  package init(plan: MappingPlan, into collection: RecordCollection) {
    self.plan = plan
    self.collection = collection
    knowsPositions = !plan.hasConnections
    names = plan.schema.records.map {
      String(decoding: plan.schema.text[$0.name.range], as: UTF8.self)
    }
    let bare = plan.withoutNotes
    writer = JSONWriter(plan: bare, typeKey: nil)
    redactingWriter = JSONWriter(plan: bare, typeKey: nil, redactions: collection.redactions)
    hasNotes = plan.notesKinds
    notingWriter = JSONWriter(plan: plan, typeKey: nil, redactions: collection.redactions)
    for (name, paths) in zip(names, plan.identityPaths) where !paths.isEmpty {
      let known = collection.identityPaths[name] ?? paths
      collection.identityPaths[name] = zip(known, paths).map { $0 ?? $1 }
    }
  }

  package mutating func write(_ batch: borrowing RecordBatch, _ input: Span<UInt8>) {
    for number in 0..<batch.marks.count where batch.marks[number].isRecord {
      let row = Int(batch.marks[number].row)
      text.removeAll()
      writer.write(row, of: batch, input, to: &text)
      let plain = collection.add(text.span)
      var record = RecordCollection.Record(
        target: "",
        identity: [],
        text: plain,
        redactedText: plain,
        notedText: plain
      )
      let shape = batch.rows[row].record
      if !shape.isNone {
        record.target = names[Int(shape.index)]
        record.identity = identity(of: row, batch, input)
        if knowsPositions { record.position = batch.origin + Int(batch.rows[row].offset) }
        if !collection.redactions.isEmpty {
          text.removeAll()
          redactingWriter.write(row, of: batch, input, to: &text)
          record.redactedText = collection.add(text.span)
        }
        record.notedText = record.redactedText
        if hasNotes {
          text.removeAll()
          notingWriter.write(row, of: batch, input, to: &text)
          record.notedText = collection.add(text.span)
        }
      }
      collection.add(record)
    }
    var counts = [Int](repeating: 0, count: names.count)
    for row in 0..<batch.rows.count where !batch.rows[row].record.isNone {
      counts[Int(batch.rows[row].record.index)] += 1
    }
    for (name, count) in zip(names, counts) where count > 0 { collection.count(count, of: name) }
  }

  /// The texts of a record's identity.
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
      KeyText.append(cell, batch, input, plan.text, to: &key)
      // Each part ends with its length, in four bytes.
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

extension MappingPlan {
  fileprivate var notesKinds: Bool { nodes.contains { !$0.kinds.isEmpty } }

  /// The plan without the columns that note kinds.
  fileprivate var withoutNotes: MappingPlan {
    guard notesKinds else { return self }
    var bare = self
    for number in bare.schema.records.indices {
      let members = bare.schema.members[bare.schema.records[number].members].filter {
        !schema.text[$0.name.range].elementsEqual(KindRule.memberName.utf8)
      }
      bare.schema.records[number].members = bare.schema.members.add(members)
    }
    return bare
  }

  /// For each record shape, the names that lead to the parts of its identity; nil for a part that
  /// is not written.
  fileprivate var identityPaths: [[[String]?]] {
    schema.records.indices.map { number in
      identityColumns[identities[number].columns].map { column in
        column < 0 ? nil : path(to: UInt32(column), in: schema.records[number].members)
      }
    }
  }

  private func path(to column: UInt32, in members: PlanRange<OutputMember>) -> [String]? {
    for member in schema.members[members] {
      let name = String(decoding: schema.text[member.name.range], as: UTF8.self)
      switch member.content {
      case .column(let other): if other == column { return [name] }
      case .group(let inner), .related(_, let inner):
        if let rest = path(to: column, in: inner) { return [name] + rest }
      }
    }
    return nil
  }
}
