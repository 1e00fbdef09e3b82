/// Reports the key path and shape of the root records that pass through.
package struct ArrivalSink: RecordSink, ~Copyable {
  private let sink: AnyRecordSink
  private let didReceive: (_ section: UInt32, _ shape: PlanID<RecordShape>) -> Void

  package init(
    before sink: AnyRecordSink,
    didReceive: @escaping (_ section: UInt32, _ shape: PlanID<RecordShape>) -> Void
  ) {
    self.sink = sink
    self.didReceive = didReceive
  }

  package mutating func begin(input name: String) { sink.begin(input: name) }

  package mutating func write(_ batch: borrowing RecordBatch, _ input: Span<UInt8>)
    throws(SystemError)
  {
    for number in 0..<batch.marks.count where batch.marks[number].isRecord {
      let mark = batch.marks[number]
      didReceive(mark.section, batch.rows[Int(mark.row)].record)
    }
    try sink.write(batch, input)
  }

  package mutating func leaveOutRefused() -> Bool { sink.leaveOutRefused() }

  package mutating func takeRefused() -> [(record: Int, detail: UInt32)] { sink.takeRefused() }

  package mutating func finish() throws(SystemError) { try sink.finish() }
  package mutating func abandon() throws(SystemError) { try sink.abandon() }
}
