internal import RKEngine

/// Receives the records of a run, in order.
///
/// ```swift
/// struct Titles: RecordReceiver {
///   var titles: [Value] = []
///
///   mutating func receive(_ record: Record) {
///     if let title = record["title"] { titles.append(title) }
///   }
///
///   func finish(_ report: MappingReport) { print(titles.count, "of", report.recordCount) }
/// }
/// try mapper.apply(to: [.file("articles.json")], sink: Titles())
/// ```
public protocol RecordReceiver {
  /// Receives a root record, with its related records. An error ends the run.
  mutating func receive(_ record: Record) throws
  /// Called after a successful run. The run rethrows an error.
  mutating func finish(_ report: MappingReport) throws
}

extension RecordReceiver {
  /// Does nothing.
  public func finish(_ report: MappingReport) {}
}

/// Passes the root records of a run to a function.
final class RecordPassage {
  private let receive: (Record) throws -> Void
  private let inputs: [String: Input]
  /// The error that the function threw.
  private(set) var failure: (any Error)?

  init(of inputs: [Input], to receive: @escaping (Record) throws -> Void) {
    self.receive = receive
    self.inputs = Dictionary(inputs.map { ($0.name, $0) }) { first, _ in first }
  }

  /// The destination of an output that passes records to this function.
  var place: SinkPlace {
    SinkPlace(self) { [self] plan in
      .make(PassageSink(passage: self, maker: RecordMaker(plan)))
    }
  }

  func input(named name: String) -> Input? { inputs[name] }

  /// Passes a record to the function, unless it has thrown.
  func pass(_ record: Record) throws(SystemError) {
    do {
      try receive(record)
    } catch {
      failure = error
      throw .brokenPipe
    }
  }
}

private struct PassageSink: RecordSink, ~Copyable {
  let passage: RecordPassage
  let maker: RecordMaker
  private var input: Input?

  init(passage: RecordPassage, maker: RecordMaker) {
    self.passage = passage
    self.maker = maker
  }

  mutating func begin(input name: String) { input = passage.input(named: name) }

  mutating func write(_ batch: borrowing RecordBatch, _ bytes: Span<UInt8>) throws(SystemError) {
    for number in 0..<batch.marks.count where batch.marks[number].isRecord {
      let row = Int(batch.marks[number].row)
      guard let record = maker.record(row, of: batch, bytes, input) else { continue }
      try passage.pass(record)
    }
  }

  mutating func finish() {}
  mutating func abandon() {}
}
