import RKEngine
import RKMapping
import Testing

/// However many records a document becomes, few wait to be written.
@Suite("Batches")
struct BatchTests {
  /// What a sink has received.
  private final class Record {
    var largestSize = 0
    var largestSide = 0
    var recordCount = 0
    var texts: [String] = []
  }

  private struct RecordingSink: RecordSink, ~Copyable {
    let record: Record
    var writer: JSONWriter
    var output = OutputBuffer()

    init(record: Record, plan: borrowing MappingPlan) {
      self.record = record
      writer = JSONWriter(plan: plan, typeKey: nil)
    }

    mutating func write(_ batch: borrowing RecordBatch, _ input: Span<UInt8>) {
      record.largestSize = max(record.largestSize, batch.size)
      record.largestSide = max(record.largestSide, batch.side.count)
      for number in 0..<batch.marks.count where batch.marks[number].isRecord {
        record.recordCount += 1
        output.removeAll()
        writer.writeText(Int(batch.marks[number].row), of: batch, input, to: &output)
        let text = (0..<output.count).map { output[$0] }
        record.texts.append(String(decoding: text, as: UTF8.self))
      }
    }

    mutating func finish() {}
    mutating func abandon() {}
  }

  private final class Nobody: FaultReceiver {
    var faults: [MappingFault.Code] = []
    func wantsPlace(of fault: MappingFault, _ kind: JSONKind?) -> Bool { false }
    func wantsPlace(of error: JSONSyntaxError) -> Bool { false }

    func receive(
      _ fault: MappingFault,
      _ kind: JSONKind?,
      of record: Int,
      at place: InputPlace?,
      keys: [[UInt8]]
    ) {
      faults.append(fault.code)
    }

    func receive(
      _ error: JSONSyntaxError,
      of record: Int,
      in format: InputFormat,
      at place: InputPlace?
    ) {}
  }

  /// What the sink receives when `spec` maps `input` with batches of about this many bytes.
  private static func run(_ spec: String, _ input: String, largestBatch: Int) throws
    -> (record: Record, faults: [MappingFault.Code])
  {
    let record = Record()
    let receiver = Nobody()
    var options = Pipeline.Options()
    options.largestBatch = largestBatch
    let plan = try Mapper(Mapping(text: spec)).compiled.plan
    let pipeline = Pipeline(
      plan: plan,
      sink: .make(RecordingSink(record: record, plan: plan)),
      receiver: receiver,
      options: options
    )
    let source = InputSource(bytes: Array(input.utf8))
    pipeline.beginInput(named: "input")
    _ = try pipeline.run(DocumentSource(source, format: .json, isStream: false))
    return (record, receiver.faults)
  }

  private static let attributes = #"[{"from": "x", "to": "x", "type": "decimal"}]"#

  /// Specs of each way in which a document's records are made, and documents of 100 of them.
  private static let cases: [(spec: String, input: String)] = {
    let elements = [String](repeating: #"{"x":1e999}"#, count: 100).joined(separator: ",")
    let wrapped = [String](repeating: #"{"b":{"x":1e999}}"#, count: 100).joined(separator: ",")
    let members = (0..<100).map { #""k\#($0)":{"x":1e999}"# }.joined(separator: ",")
    let mappers = #""mappers": [{"id": "a", "attributes": \#(attributes)}]"#
    return [
      (#"{\#(mappers)}"#, "[\(elements)]"),
      (
        #"""
        {"descriptors": [{"keyPath": "a", "root-map-ref": "a"},
          {"keyPath": "b", "root-map-ref": "a"}], \#(mappers)}
        """#, #"{"a":[\#(elements)]}"#
      ),
      (#"{"keyPath": "a.b", \#(mappers)}"#, #"{"a":[\#(wrapped)]}"#),
      (
        #"""
        {"mappers": [{"id": "a", "keyAttribute": "k", "forceCollection": true,
          "attributes": \#(attributes)}]}
        """#, "{\(members)}"
      ),
    ]
  }()

  @Test("a document's records are written as they are made", arguments: cases.indices)
  func bounded(number: Int) throws {
    let (spec, input) = Self.cases[number]
    let (record, faults) = try Self.run(spec, input, largestBatch: 3000)
    #expect(faults == [])
    #expect(record.recordCount == 100)
    let texts =
      number == 3
      ? (0..<100).map { "k\($0)" }
      : [String](repeating: "1" + String(repeating: "0", count: 999), count: 100)
    #expect(record.texts == texts)
    // A batch is passed on with the record that makes it too large.
    #expect(record.largestSize < 3000 + 2000)
  }

  @Test("small ones are kept together", arguments: cases.indices)
  func unbounded(number: Int) throws {
    let (spec, input) = Self.cases[number]
    let (record, _) = try Self.run(spec, input, largestBatch: .max)
    #expect(record.recordCount == 100)
    #expect(record.largestSide >= 90_000)
  }

  @Test("faults of records that have been written are still reported")
  func findings() throws {
    let spec = #"""
      {"mappers": [{"id": "a", "attributes": ["n",
        {"from": "x", "to": "x", "type": "decimal", "onError": "null"}]}]}
      """#
    let elements = [String](repeating: #"{"n":1,"x":"?"}"#, count: 5).joined(separator: ",")
    let (record, faults) = try Self.run(spec, "[\(elements)]", largestBatch: 0)
    #expect(record.recordCount == 5)
    #expect(faults == [MappingFault.Code](repeating: .conversion, count: 5))
  }

  @Test("several key paths give one value, however it was batched")
  func sections() throws {
    let spec = #"""
      {"descriptors": [{"keyPath": "a", "root-map-ref": "x"}, {"keyPath": "b", "root-map-ref": "x"},
        {"keyPath": "c", "root-map-ref": "x"}],
        "mappers": [{"id": "x", "attributes": ["n"]}]}
      """#
    let input = Array(#"{"b":{"n":3},"c":[],"a":[{"n":1},{"n":2}]}"#.utf8)
    for largestBatch in [0, 50, Int.max] {
      let way = ChunkedRun.Way(largestBatch: largestBatch)
      let run = try ChunkedRun(spec, input, way, isOneValue: true)
      #expect(run.output == "{\"a\":[{\"n\":1},{\"n\":2}],\"b\":{\"n\":3},\"c\":[]}\n")
    }
  }
}
