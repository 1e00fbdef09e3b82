internal import RKDiagnostics
internal import RKEngine
internal import RKMapping

/// Writes a batch of root records inside a savepoint, leaving out those that the database refuses.
///
/// Rows are written in order, so the first refused row identifies the record. The savepoint is then
/// rolled back, and the records before and after that one are written again.
final class BatchAttempt {
  private let writer: RowWriter
  private let members: MemberWriter
  private let stored: StoredSchema
  /// The refused records, in order.
  private(set) var refused: [(record: Int, finding: Diagnostic)] = []

  init(_ writer: RowWriter, _ members: MemberWriter, _ stored: StoredSchema) {
    (self.writer, self.members, self.stored) = (writer, members, stored)
  }

  /// `records` are the first event of each record, then the end of the last record's events.
  func write(_ batch: borrowing RowBatch, records: [Int]) throws(WriteError) {
    writer.prepare(for: batch)
    var first = 0
    while first < records.count - 1 {
      let all = first..<(records.count - 1)
      guard let failed = try attempt(all, batch, records) else { return }
      if first < failed.record, let again = try attempt(first..<failed.record, batch, records) {
        // These records were accepted before, so the batch is not to blame for this refusal.
        throw again.error
      }
      refused.append((failed.record, failed.finding))
      first = failed.record + 1
    }
  }

  /// Writes some records; writes nothing if one is refused.
  private func attempt(
    _ records: Range<Int>,
    _ batch: borrowing RowBatch,
    _ events: [Int]
  ) throws(WriteError) -> (record: Int, finding: Diagnostic, error: WriteError)? {
    try run("SAVEPOINT rkmap_batch")
    let before = writer.beginAttempt()
    let schema = stored.mark
    let candidates = members.replaced.mark
    members.inverses.claims.beginAttempt()
    do {
      try writer.write(batch, events: events[records.lowerBound]..<events[records.upperBound])
    } catch {
      guard case .record(let finding, let event, _, _) = error else { throw error }
      if writer.database.isOutsideTransaction { throw error }
      try run("ROLLBACK TO rkmap_batch; RELEASE rkmap_batch")
      stored.reset(to: schema)
      members.replaced.reset(to: candidates)
      members.inverses.claims.takeBack()
      writer.takeBack(to: before)
      let record = records.first { events[$0 + 1] > event } ?? records.lowerBound
      return (record, finding, error)
    }
    writer.endAttempt()
    members.inverses.claims.endAttempt()
    try run("RELEASE rkmap_batch")
    return nil
  }

  private func run(_ sql: String) throws(WriteError) {
    do { try writer.database.run(sql) } catch { throw .failure(error) }
  }
}
