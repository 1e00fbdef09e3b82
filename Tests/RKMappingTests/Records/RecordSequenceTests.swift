import RKMapping
import Synchronization
import Testing

struct RecordSequenceTests {
  private static let spec = """
    { "mappers": [{ "id": "a", "target": "A",
      "attributes": [{ "from": "n", "to": "n", "type": "integer" }] }] }
    """

  private static func mapper(_ options: MapperOptions = MapperOptions()) throws -> Mapper {
    try Mapper(Mapping(text: spec), options: options)
  }

  private static func lines(_ range: Range<Int>) -> [UInt8] {
    Array(range.map { "{\"n\":\($0)}\n" }.joined().utf8)
  }

  @Test("A loop gets all records in their order, and so does the next")
  func loops() async throws {
    let sequence = try Self.mapper().records(in: [.bytes(Self.lines(0..<3000), format: .ndjson)])
    for _ in 0..<2 {
      var numbers: [Value?] = []
      for try await record in sequence { numbers.append(record["n"]) }
      #expect(numbers == (0..<3000).map { .number(Number($0)) })
    }
  }

  @Test("A loop that ends early ends the run")
  func endsEarly() async throws {
    let mapper = try Self.mapper()
    for _ in 0..<50 {
      var count = 0
      for try await _ in mapper.records(in: [.bytes(Self.lines(0..<100_000), format: .ndjson)]) {
        count += 1
        if count == 3 { break }
      }
      #expect(count == 3)
    }
  }

  @Test("A fault is thrown after the records before it")
  func throwsFaults() async throws {
    let bytes = Self.lines(0..<10) + Array("{\"n\":\"x\"}\n".utf8)
    var count = 0
    do {
      for try await _ in try Self.mapper().records(in: [.bytes(bytes, format: .ndjson)]) {
        count += 1
      }
      Issue.record("nothing was thrown")
    } catch let error as DiagnosticsError {
      #expect(error.diagnostics.map(\.code).contains(.conversionFailed))
    }
    #expect(count == 10)
  }

  @Test("A cancelled task gets no more records")
  func cancels() async throws {
    let mapper = try Self.mapper()
    let bytes = Self.lines(0..<100_000)
    let task = Task {
      var count = 0
      for try await _ in mapper.records(in: [.bytes(bytes, format: .ndjson)]) {
        count += 1
        try? await Task.sleep(for: .milliseconds(1))
      }
      return count
    }
    task.cancel()
    #expect(try await task.value < 100_000)
  }

  private struct Stop: Error {}

  @Test("What the function throws ends the run, and is thrown")
  func functionThrows() throws {
    var count = 0
    #expect(throws: Stop.self) {
      try Self.mapper().forEachRecord(in: [.bytes(Self.lines(0..<100), format: .ndjson)]) { _ in
        count += 1
        if count == 7 { throw Stop() }
      }
    }
    #expect(count == 7)
  }

  @Test("A receiver gets each record, and the report at the end")
  func receiver() throws {
    final class Log: Sendable { let counts = Mutex<[Int]>([]) }
    struct Counter: RecordReceiver {
      let log: Log
      var count = 0

      mutating func receive(_ record: Record) { count += 1 }
      func finish(_ report: MappingReport) {
        log.counts.withLock { $0 = [count, report.recordCount] }
      }
    }
    let log = Log()
    try Self.mapper().apply(
      to: [.bytes(Self.lines(0..<12), format: .ndjson)],
      sink: Counter(log: log)
    )
    #expect(log.counts.withLock { $0 } == [12, 12])
  }

  @Test("A failed run throws its findings, and does not finish the receiver")
  func failedRun() throws {
    struct Receiver: RecordReceiver {
      func receive(_ record: Record) {}
      func finish(_ report: MappingReport) { Issue.record("it was finished") }
    }
    #expect(throws: DiagnosticsError.self) {
      try Self.mapper().apply(to: [.bytes(Array("{\"n\":[]}".utf8))], sink: Receiver())
    }
  }
}
