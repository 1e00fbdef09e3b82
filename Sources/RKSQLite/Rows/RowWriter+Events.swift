internal import RKEngine
internal import RKMapping

/// Writes the events of a batch in order, and undoes them if the database refuses a row.
extension RowWriter {
  // MARK: - Attempts

  /// Prepares to write the events of a batch, in several calls.
  func prepare(for batch: borrowing RowBatch) { prepare(for: batch, &progress) }

  /// Writes a range of a batch's events in order.
  func write(_ batch: borrowing RowBatch, events: Range<Int>) throws(WriteError) {
    follower?.beginBatch()
    try writeEvents(events, of: batch, &progress)
  }

  /// Starts recording changes, so that `takeBack` can undo them.
  func beginAttempt() -> [Come] {
    rows.beginAttempt()
    return progress.hasCome
  }

  func endAttempt() { rows.endAttempt() }

  /// Forgets everything that was written since the attempt began.
  func takeBack(to hasCome: [Come]) {
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

  /// Notes that a row existed already.
  ///
  /// It may be one that encloses the event; the lists of that row may then have stored members, so
  /// it no longer counts as new.
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
