/// Discards records: for runs that only validate.
package struct DiscardingSink: RecordSink, ~Copyable {
  package init() {}

  package mutating func write(_ batch: borrowing RecordBatch, _ input: Span<UInt8>) {}
  package borrowing func makePart() -> PartSink? { PartSink() }
  package mutating func finish() {}
  package mutating func abandon() {}
}
