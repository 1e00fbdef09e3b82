internal import RKDiagnostics
internal import RKEngine

/// Keeps what a run has recorded.
///
/// Not synchronized: a run has one thread, which passes on one document after another.
final class TraceCollector: @unchecked Sendable {
  private(set) var documents: [TracedDocument] = []
  /// The number of documents in the input, including those with nothing that is wanted.
  private(set) var documentCount = 0
  private var collections: Set<Int> = []
  private var counts: [Int: Int] = [:]
  /// For each wanted connection, the records that it leads to.
  var found: [ConnectedSink.Place: ConnectedSink.Found] = [:]
  private var places: InputPlaces?
  private var isStream: Bool?

  func receive(_ document: TracedDocument) {
    documentCount += 1
    collections = document.collections
    counts = document.counts
    let isWanted = !document.roots.isEmpty || document.asked != nil || document.text != nil
    if isWanted { documents.append(document) }
  }

  /// Finds the places of the records that connections lead to.
  func findPlaces(in input: Input) {
    let offsets = Set(found.values.flatMap(\.records).map(\.offset))
    if offsets.isEmpty { return }
    places = InputPlaces(of: Array(offsets), in: input.holdsJSON ? input : nil, findsPointers: true)
  }

  func place(ofByte offset: Int) -> ExplainedPlace? {
    places?.place(of: offset).map { ExplainedPlace($0) }
  }

  /// The pointer to a root record in the output of `apply --to json`.
  func prefix(of root: TracedRoot, _ mapper: Mapper, _ input: Input) -> String {
    let keyPaths = mapper.compiled.keyPaths
    if keyPaths.count > 1 {
      let isList = collections.contains(root.section) || counts[root.section, default: 1] > 1
      return JSONPointer.part(keyPaths[root.section]) + (isList ? "/\(root.place)" : "")
    }
    let isList =
      !collections.isEmpty || counts.values.reduce(0, +) > 1 || isStream(input, mapper)
    return isList ? "/\(root.number - 1)" : ""
  }

  private func isStream(_ input: Input, _ mapper: Mapper) -> Bool {
    if let isStream { return isStream }
    let repairs = mapper.options.replacesInvalidUTF8
    let layout = try? OpenInput(input, repairsUTF8: repairs, kernel: .best).layout
    let found = layout.map { $0 != .json } ?? false
    isStream = found
    return found
  }
}

extension ExplainedPlace {
  fileprivate init(_ place: InputPlaces.Place) {
    file = place.file
    line = place.line
    column = place.column
    document = place.document ?? 1
    pointer = place.pointer ?? ""
  }
}

/// Receives records whose connections have been resolved, and notes the records that they lead to.
struct ConnectedSink: RecordSink, ~Copyable {
  /// A connection of a record, located by the root record and the index of the record in it.
  struct Place: Hashable {
    var root: Int
    var record: Int
    var name: String
  }

  struct Found {
    var isList: Bool
    var records: [(target: String, key: String, offset: Int)] = []

    /// The keys of the records found, as JSON.
    var value: String {
      let keys = records.map(\.key)
      return isList ? "[" + keys.joined(separator: ",") + "]" : keys.first ?? "null"
    }
  }

  private let plan: MappingPlan
  private let collector: TraceCollector
  private let names: [Int: [(column: UInt32, name: String)]]
  private let keys: [[(column: Int32, keys: [String])]]
  private var rootCount = 0

  init(plan: MappingPlan, collector: TraceCollector) {
    self.plan = plan
    self.collector = collector
    let columns = plan.schema.records.map { TableCompiler.names(of: $0, plan.schema) }
    var names: [Int: [(column: UInt32, name: String)]] = [:]
    for node in plan.nodes where !node.record.isNone {
      let shape = Int(node.record.index)
      for rule in plan.connections[node.connections] {
        guard let name = columns[shape][rule.column] else { continue }
        names[shape, default: []].append((rule.column, name.joined(separator: ".")))
      }
    }
    self.names = names
    keys = plan.identities.indices.map { shape in
      guard columns.indices.contains(shape) else { return [] }
      return plan.identityColumns[plan.identities[shape].columns].map { column in
        (column, column < 0 ? [] : columns[shape][UInt32(column)] ?? [])
      }
    }
  }

  mutating func write(_ batch: borrowing RecordBatch, _ input: Span<UInt8>) {
    for number in 0..<batch.marks.count where batch.marks[number].isRecord {
      rootCount += 1
      let root = Int(batch.marks[number].row)
      if batch.rows[root].record.isNone { continue }
      for row in root..<Int(batch.rows[root].end) { note(row, of: root, batch, input) }
    }
  }

  private func note(_ row: Int, of root: Int, _ batch: borrowing RecordBatch, _ input: Span<UInt8>)
  {
    let shape = batch.rows[row].record
    if shape.isNone { return }
    for (column, name) in names[Int(shape.index), default: []] {
      let cell = batch.cell(column, of: row)
      var found = Found(isList: cell.kind == .list)
      switch cell.kind {
      case .record, .list:
        var member = Int(cell.offset)
        for _ in 0..<(cell.kind == .list ? Int(cell.count) : 1) {
          found.records.append(record(at: member, batch, input))
          member = Int(batch.rows[member].end)
        }
      case .null: break
      default: continue
      }
      let place = Place(root: rootCount, record: row - root, name: name)
      if collector.found[place] == nil { collector.found[place] = found }
    }
  }

  private func record(
    at row: Int,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  ) -> (target: String, key: String, offset: Int) {
    let shape = Int(batch.rows[row].record.index)
    let target = plan.schema.text(plan.schema.records[shape].name)
    var key = Value.object([])
    var isWhole = !keys[shape].isEmpty
    for (column, names) in keys[shape] {
      guard column >= 0, !names.isEmpty else {
        isWhole = false
        continue
      }
      let cell = batch.cell(UInt32(column), of: row)
      let bytes = CellBytes(input, batch.side.span, plan.text.span).around(cell)
      if let text = cell.compactText(in: bytes), text != "null" {
        key = key.setting(names[...], to: Value(jsonText: text))
      } else {
        isWhole = false
      }
    }
    let offset = batch.origin + Int(batch.rows[row].offset)
    return (target, isWhole ? key.jsonText : "null", offset)
  }

  mutating func finish() {}
  mutating func abandon() {}
}
