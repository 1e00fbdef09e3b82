internal import RKEngine
internal import RKMapping

/// Writes the events of a batch in their order, and takes them back where they are refused.
extension RowWriter {
  // MARK: - Attempts

  /// Prepares to write some events of a batch after others.
  func prepare(for batch: borrowing RowBatch) { prepare(for: batch, &progress) }

  /// Writes some events of a batch, in their order.
  func write(_ batch: borrowing RowBatch, events: Range<Int>) throws(WriteError) {
    follower?.beginBatch()
    try writeEvents(events, of: batch, &progress)
  }

  /// What is known of rows may have to be taken back.
  func beginAttempt() -> [(row: Bool, root: Bool)] {
    rows.beginAttempt()
    return progress.hasCome
  }

  func endAttempt() { rows.endAttempt() }

  /// What was written since the attempt began is gone.
  func takeBack(to hasCome: [(row: Bool, root: Bool)]) {
    rows.takeBack()
    progress.hasCome = hasCome
    for table in schema.tables.indices { deletions.add(to: table) }
  }

  // MARK: - Events

  func prepare(for batch: borrowing RowBatch, _ progress: inout Progress) {
    progress.states.removeAll()
    progress.states.append(zeros: batch.events.count)
    progress.follower = follower
    progress.isFollowed = follower?.followsRows == true
  }

  func writeEvents(
    _ events: Range<Int>,
    of batch: borrowing RowBatch,
    _ progress: inout Progress
  ) throws(WriteError) {
    var at = events.lowerBound
    while at < events.upperBound {
      let event = batch.events[at]
      do {
        switch event.kind {
        case .list:
          let owner = progress.states[Int(event.owner)]
          try progress.follower?.write(list: at, of: batch, owner: owner)
          at += 1
        case .row:
          at = try writeRow(at, event, batch, &progress) ? at + 1 : Int(event.end)
        }
      } catch { throw located(error, at: at, batch) }
    }
  }

  /// An existing row may be one that encloses it: what came of that one's lists is stored.
  func meet(
    again table: Int,
    _ at: Int,
    _ batch: borrowing RowBatch,
    _ states: inout UniqueArray<OwnerState>
  ) {
    var next = Int(batch.events[at].owner)
    while true {
      let event = batch.events[next]
      if event.kind == .row && forms[Int(event.rule)].table == table { states[next].isNew = false }
      if Int(event.owner) == next { return }
      next = Int(event.owner)
    }
  }
}
