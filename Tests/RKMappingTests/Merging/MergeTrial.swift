import TestSupport

@testable import RKEngine
@testable import RKMapping

/// The record that all root records of some documents are merged into, the first being the oldest.
struct MergeTrial {
  private(set) var text = ""

  init(_ spec: String, _ documents: String...) throws { try self.init(spec, documents) }

  init(_ spec: String, _ documents: [String]) throws {
    let graph = try Mapping(text: spec).graph
    let compiled = PlanCompiler.compile(graph, descriptors: graph.descriptors, merges: true)
    let sink = MergingSink(compiled.plan)
    let pipeline = Pipeline(
      plan: compiled.plan,
      sink: AnyRecordSink.make(SinkReference(sink)),
      receiver: sink,
      options: Pipeline.Options()
    )
    let bytes = Array(documents.map { $0 + "\n" }.joined().utf8)
    pipeline.beginInput(named: "input")
    _ = try pipeline.run(
      DocumentSource(InputSource(bytes: bytes), format: .ndjson, isStream: true)
    )
    text = sink.finish()
  }
}

private struct SinkReference: RecordSink {
  let sink: MergingSink

  init(_ sink: MergingSink) { self.sink = sink }

  func write(_ batch: borrowing RecordBatch, _ input: Span<UInt8>) throws(SystemError) {
    sink.write(batch, input)
  }
  func finish() throws(SystemError) {}
  func abandon() throws(SystemError) {}
}

/// Keeps all records, and merges the root ones.
private final class MergingSink: FaultReceiver {
  private let plan: MappingPlan
  private var records = RecordBatch()
  private var roots: [Int] = []
  private var text = ""

  init(_ plan: MappingPlan) { self.plan = plan }

  func write(_ batch: borrowing RecordBatch, _ input: Span<UInt8>) {
    let rowShift = UInt32(records.rows.count)
    let cellShift = UInt32(records.cells.count)
    let sideShift = UInt32(records.side.count)
    for number in 0..<batch.marks.count where batch.marks[number].isRecord {
      roots.append(Int(batch.marks[number].row + rowShift))
    }
    for number in 0..<batch.side.count { records.side.append(batch.side[number]) }
    for number in 0..<batch.rows.count {
      var row = batch.rows[number]
      row.firstCell += cellShift
      row.end += rowShift
      records.rows.append(row)
    }
    for number in 0..<batch.cells.count {
      var cell = batch.cells[number]
      switch (cell.kind, cell.space) {
      case (.record, _), (.list, _): cell.offset += rowShift
      case (_, .batch): cell.offset += sideShift
      case (.number, .input), (.string, .input), (.structure, .input):
        let range = cell.range
        cell.space = .batch
        cell.offset = UInt32(records.side.count)
        for place in range { records.side.append(input[place]) }
      default: break
      }
      records.cells.append(cell)
    }
  }

  /// The text of all of them merged.
  func finish() -> String {
    if roots.isEmpty { return text }
    var merger = RecordMerger(plan: plan)
    let none = [UInt8](repeating: 0, count: 64)
    // Wide loads read past the bytes.
    records.side.append(zeros: 64)
    let row = merger.merge(roots, in: &records, none.span)
    var output = OutputBuffer(capacity: 1)
    var writer = JSONWriter(plan: plan, typeKey: nil)
    writer.write(row, of: records, none.span, to: &output)
    return text + String(decoding: (0..<output.count).map { output[$0] }, as: UTF8.self)
  }

  func wantsPlace(of fault: MappingFault, _ kind: JSONKind?) -> Bool { false }
  func wantsPlace(of error: JSONSyntaxError) -> Bool { false }

  func receive(
    _ fault: MappingFault,
    _ kind: JSONKind?,
    of record: Int,
    at place: InputPlace?,
    keys: [[UInt8]]
  ) {
    text += "\(fault.code) "
  }

  func receive(
    _ error: JSONSyntaxError,
    of record: Int,
    in format: InputFormat,
    at place: InputPlace?
  ) {
    text += "\(error.fault) "
  }
}
