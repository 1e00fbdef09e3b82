/// Receives the records of a run, batch by batch, and makes the output from them.
package protocol RecordSink: ~Copyable {
  /// Begins the records of another input.
  mutating func begin(input name: String)

  /// Writes a batch, whose cells point into `input`, the window's bytes with their padding.
  mutating func write(_ batch: borrowing RecordBatch, _ input: Span<UInt8>) throws(SystemError)

  /// Writes an element of a list in a document that is taken apart; `path` are the keys that lead
  /// to the list.
  mutating func writePart(_ text: Span<UInt8>, _ range: Range<Int>, at path: [[UInt8]])

  /// Ends the list whose parts were written last.
  mutating func endParts()

  /// Writes the rest of a document whose parts were written. `lists` are the offsets of their lists
  /// in its text, where the lists are empty.
  mutating func write(rest text: Span<UInt8>, _ range: Range<Int>, lists: [Int])

  /// Creates a sink that collects the output of a part of the run, to be appended here; nil if the
  /// output of a record depends on earlier ones.
  borrowing func makePart() -> PartSink?

  /// Makes the sink write each batch at once, and leave out root records that the output refuses;
  /// false if it does not.
  mutating func leaveOutRefused() -> Bool

  /// The root records of the last batch that were left out: their numbers among those of the batch,
  /// in ascending order, and the output's number of the reason.
  mutating func takeRefused() -> [(record: Int, detail: UInt32)]

  /// Appends the output of a part of the run, which follows everything written so far.
  mutating func append(_ part: borrowing OutputPart) throws(SystemError)

  /// Completes the output after the run has succeeded.
  mutating func finish() throws(SystemError)

  /// Ends the output after the run has failed: records that were written one by one stay,
  /// everything else is discarded.
  mutating func abandon() throws(SystemError)
}

extension RecordSink where Self: ~Copyable {
  package mutating func begin(input name: String) {}
  package mutating func leaveOutRefused() -> Bool { false }
  package mutating func takeRefused() -> [(record: Int, detail: UInt32)] { [] }
  package mutating func writePart(_ text: Span<UInt8>, _ range: Range<Int>, at path: [[UInt8]]) {}
  package mutating func endParts() {}
  package mutating func write(rest text: Span<UInt8>, _ range: Range<Int>, lists: [Int]) {}
  package borrowing func makePart() -> PartSink? { nil }
  package mutating func append(_ part: borrowing OutputPart) throws(SystemError) {}
}

/// A sink of any kind, chosen at run time.
package class AnyRecordSink {
  init() {}

  /// Wraps a sink.
  package static func make(_ sink: consuming some RecordSink & ~Copyable) -> AnyRecordSink {
    SinkBox(sink)
  }

  package func begin(input name: String) {}
  package func write(_ batch: borrowing RecordBatch, _ input: Span<UInt8>) throws(SystemError) {}
  package func leaveOutRefused() -> Bool { false }
  package func takeRefused() -> [(record: Int, detail: UInt32)] { [] }
  package func writePart(_ text: Span<UInt8>, _ range: Range<Int>, at path: [[UInt8]]) {}
  package func endParts() {}
  package func write(rest text: Span<UInt8>, _ range: Range<Int>, lists: [Int]) {}
  package func makePart() -> PartSink? { nil }
  package func append(_ part: borrowing OutputPart) throws(SystemError) {}
  package func finish() throws(SystemError) {}
  package func abandon() throws(SystemError) {}
}

private final class SinkBox<Sink: RecordSink & ~Copyable>: AnyRecordSink {
  private var sink: Sink

  init(_ sink: consuming Sink) {
    self.sink = sink
  }

  override func begin(input name: String) { sink.begin(input: name) }

  override func write(_ batch: borrowing RecordBatch, _ input: Span<UInt8>) throws(SystemError) {
    try sink.write(batch, input)
  }

  override func leaveOutRefused() -> Bool { sink.leaveOutRefused() }

  override func takeRefused() -> [(record: Int, detail: UInt32)] { sink.takeRefused() }

  override func writePart(_ text: Span<UInt8>, _ range: Range<Int>, at path: [[UInt8]]) {
    sink.writePart(text, range, at: path)
  }

  override func endParts() { sink.endParts() }

  override func write(rest text: Span<UInt8>, _ range: Range<Int>, lists: [Int]) {
    sink.write(rest: text, range, lists: lists)
  }

  override func makePart() -> PartSink? { sink.makePart() }
  override func append(_ part: borrowing OutputPart) throws(SystemError) { try sink.append(part) }
  override func finish() throws(SystemError) { try sink.finish() }
  override func abandon() throws(SystemError) { try sink.abandon() }
}
