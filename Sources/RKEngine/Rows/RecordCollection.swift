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
    /// The same of the text in which redacted members are not shown.
    package var redactedText: Range<Int>
    /// The same with what is noted of the kinds of values; that text where nothing is.
    package var notedText: Range<Int>
    /// Where in its input its representation begins; nil where it may be made of several.
    package var position: Int?
  }

  /// The members that are not shown in the redacted texts.
  package let redactions: [Redaction]
  /// The root records, in the order of the run.
  package private(set) var records: [Record] = []
  /// How many records there are of each target, related ones too.
  package private(set) var counts: [String: Int] = [:]
  /// Where in records of a target the parts of their identity stand: the names that lead to each; nil
  /// for a part that is not written.
  package fileprivate(set) var identityPaths: [String: [[String]?]] = [:]
  /// The representations that gave no record, as far as their text is known.
  package private(set) var failures: [[UInt8]] = []
  /// The texts of all of them.
  package private(set) var bytes: [UInt8] = []

  package init(redacting redactions: [Redaction] = []) { self.redactions = redactions }

  /// Takes a text in, and tells where it stands.
  fileprivate func add(_ text: Span<UInt8>) -> Range<Int> {
    let start = bytes.count
    for at in text.indices { bytes.append(text[at]) }
    return start..<bytes.count
  }

  fileprivate func add(_ record: Record) { records.append(record) }

  /// Takes in the text of a representation that gave no record.
  package func add(failure text: [UInt8]) { failures.append(text) }

  fileprivate func count(_ added: Int, of target: String) { counts[target, default: 0] += added }
}

/// Keeps the records of a run in a collection.
package struct CollectingSink: RecordSink, ~Copyable {
  private let collection: RecordCollection
  private let plan: MappingPlan
  private let names: [String]
  private var writer: JSONWriter
  private var redactingWriter: JSONWriter
  private var notingWriter: JSONWriter
  private let hasNotes: Bool
  private var text = OutputBuffer(capacity: 4096)
  /// Connected records are written when those that they were read with are gone.
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
      // After a part stands its length, in four bytes.
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

  /// The plan of which nothing is written about kinds.
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

  /// For each kind of record the names that lead to the parts of its identity, nil for one that is not
  /// written.
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
