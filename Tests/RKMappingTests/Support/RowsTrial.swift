import RKDiagnostics
import RKEngine
import RKMapping
import TestSupport

/// The rows of a spec and an input for a database.
struct RowsTrial {
  /// Each row as its table, and its values: "User 1 x".
  private(set) var rows: [String] = []
  /// Where each row's record begins: the number of its input, and the offset there.
  private(set) var places: [String] = []
  /// The keys that were looked up.
  private(set) var asked: [String] = []
  private(set) var findings: [String] = []
  private(set) var messages: [String] = []
  private(set) var report: MappingReport

  /// `stored` are keys from before the run, each as its table and its values.
  init(
    _ spec: String,
    _ inputs: String...,
    stored: Set<String>? = nil,
    options: MapperOptions = MapperOptions()
  ) throws {
    let notes = RowNotes(stored: stored)
    let mapper = try Mapper(Mapping(text: spec), options: options)
    let receiver = FindingList()
    report = mapper.apply(
      to: inputs.enumerated().map { .bytes(Array($1.utf8), name: "in\($0).json") },
      into: .tables(RowsPlace(notes: notes), .sqlite),
      reportingTo: receiver
    )
    (rows, places, asked) = (notes.rows, notes.places, notes.asked)
    messages = receiver.diagnostics.map(\.message)
    findings = receiver.diagnostics.map { diagnostic in
      diagnostic.code.id + (diagnostic.location?.pointer.map { " " + $0 } ?? "")
    }
  }
}

/// The results of a run, which is over before they are read.
private final class RowNotes: StoredKeys, @unchecked Sendable {
  var rows: [String] = []
  var places: [String] = []
  var asked: [String] = []
  let stored: Set<String>?
  var tables: [TableSchema.Table] = []

  init(stored: Set<String>?) { self.stored = stored }

  /// Existing rows stay unchanged.
  var areFinal: Bool { true }

  func admit(_ key: borrowing RowBatch, in table: Int, as condition: Int) -> Bool { true }

  func hold(_ key: borrowing RowBatch, in table: Int) -> Bool {
    let name = tables[table].name + " " + key.allValues.joined(separator: " ")
    asked.append(name)
    return stored?.contains(name) ?? false
  }
}

/// Receives rows instead of a database.
private struct RowsPlace: TableDestination {
  let notes: RowNotes

  var path: String { "out.db" }

  static func == (one: Self, other: Self) -> Bool { one.notes === other.notes }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(notes)) }

  func begin(_ run: TableRun) throws(DiagnosticsError) -> RecordWriting? {
    notes.tables = run.schema.tables
    let keys = KeyKinds(partCount: run.tables.keyParts.count)
    return RecordWriting(
      sink: .make(RowsSink(run, keys, notes)),
      admission: TableAdmission(
        plan: run.plan,
        tables: run.tables,
        keys: keys,
        stored: notes.stored == nil ? nil : notes
      ),
      counts: { RowCounts() }
    )
  }
}

private struct RowsSink: RecordSink, ~Copyable {
  private var walk: TableWalk
  private var encoder: RowEncoder
  private let rules: [RowRule]
  private let notes: RowNotes
  private var inputCount = 0

  init(_ run: TableRun, _ keys: KeyKinds, _ notes: RowNotes) {
    walk = TableWalk(plan: run.tables)
    encoder = RowEncoder(plan: run.plan, tables: run.tables, keys: keys)
    rules = run.tables.rows
    self.notes = notes
  }

  mutating func begin(input name: String) {
    encoder.input = UInt32(inputCount)
    inputCount += 1
  }

  mutating func write(_ batch: borrowing RecordBatch, _ input: Span<UInt8>) throws(SystemError) {
    for number in 0..<batch.marks.count where batch.marks[number].isRecord {
      try walk.walk(Int(batch.marks[number].row), of: batch, input, &encoder)
    }
    for number in 0..<encoder.rows.events.count where encoder.rows.events[number].kind == .row {
      let event = encoder.rows.events[number]
      let table = notes.tables[Int(rules[Int(event.rule)].table)]
      notes.rows.append(([table.name] + encoder.rows.values(of: number)).joined(separator: " "))
      notes.places.append("\(event.input):\(event.byteOffset)")
    }
    encoder.rows.removeAll()
  }

  mutating func finish() throws(SystemError) {}
  mutating func abandon() throws(SystemError) {}
}
