/// Root records that the output refuses when they are written count as failed.
extension RootMapper {
  /// A record of the batch, with what is needed to report that the output refused it.
  struct WrittenRecord {
    var kind: RecordBatch.Mark.Kind
    var descriptor: UInt32
    var tokens: Range<UInt32>
    var unit: Unit
  }

  /// Remembers a record that was added to the batch.
  @inline(never)
  mutating func follow(
    _ mark: RecordBatch.Mark,
    _ tokens: Range<UInt32>,
    _ descriptor: Int,
    _ unit: Unit
  ) {
    var unit = unit
    unit.number = readCount
    written.append(
      WrittenRecord(kind: mark.kind, descriptor: UInt32(descriptor), tokens: tokens, unit: unit)
    )
  }

  /// Turns the records of the batch that the output has refused into failed records.
  @inline(never)
  mutating func takeRefused(by sink: AnyRecordSink, _ batch: inout RecordBatch) {
    for refused in sink.takeRefused() {
      let record = written[refused.record]
      counts.records -= 1
      fail()
      let node = plan.descriptors[Int(record.descriptor)].node
      var fault = MappingFault(
        .notWritable,
        isError: true,
        site: plan.nodes[node].site,
        token: record.tokens.lowerBound
      )
      (fault.detail, fault.variant) = (refused.detail, refused.detail)
      let first = batch.faults.count
      batch.faults.append(fault)
      assign(record.unit, toFaultsFrom: first, &batch)
      note(record.tokens, Int(record.descriptor), record.kind, faultsFrom: first, &batch)
    }
    written.removeAll(keepingCapacity: true)
  }
}
