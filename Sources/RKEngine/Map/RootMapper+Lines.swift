extension RootMapper {
  /// Whether each document is mapped as a whole to the record of one descriptor.
  ///
  /// Objects on lines then need no inspection; arrays need little if they are not lists.
  var mapsLines: Bool {
    guard applied.count == 1, !plan.needsDocument, operation.trace == nil,
      !splitsLists,
      operation.coverage?.options.countsLines != true
    else { return false }
    let descriptor = plan.descriptors[applied[0]]
    if descriptor.single != .take && operation.judgesKinds { return false }
    // Without a path there is no key that the document was found under.
    return descriptor.path.isEmpty && descriptor.lastKey.count == 0
      && !plan.nodes[descriptor.node].forcesCollection
  }

  /// Whether the token begins a line that may be mapped without inspection.
  @inline(__always)
  private func beginsRecord(_ token: Int, takesArrays: Bool, _ view: TokenView) -> Bool {
    let next = view.token(token &+ 1)
    if view.token(token) == .openObject { return next == .quote }
    // An array that begins with null may contain only nulls.
    return takesArrays && view.token(token) == .openArray && next != .closeArray
      && next != .ascii("n")
  }

  /// Maps the objects and rows on complete lines from the token `cursor` on, up to the first line
  /// that is something else, or begins at or after `limit`.
  ///
  /// `number` is that of the first document in the stream. Returns the token where it stopped, and
  /// the number of documents.
  mutating func mapLines(
    from cursor: Int,
    to limit: Int,
    number: Int,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) throws(SystemError) -> (cursor: Int, count: Int) {
    let descriptor = applied[0]
    let node = plan.descriptors[descriptor].node
    let section = UInt32(truncatingIfNeeded: plan.descriptors[descriptor].section)
    let takesArrays =
      plan.descriptors[descriptor].cardinality == .one && operation.coverage == nil
    var cursor = cursor
    var count = 0
    while !isStopped {
      while cursor < view.count && view.token(cursor) == .lineFeed { cursor &+= 1 }
      guard cursor < min(view.count, limit),
        beginsRecord(cursor, takesArrays: takesArrays, view), !view.mayHoldError(cursor),
        let end = view.separator(after: cursor)
      else { break }
      let first = UInt32(truncatingIfNeeded: cursor)
      let row = UInt32(truncatingIfNeeded: batch.rows.count)
      let faultCount = batch.faults.count
      let place = UInt32(truncatingIfNeeded: number &+ count)
      let outcome = operation.map(
        Representation(token: cursor, index: ValueLocation(.number, place)),
        to: end &- 1,
        by: node,
        of: descriptor,
        view,
        into: &batch
      )
      try record(
        outcome,
        RecordBatch.Mark(.single, section: section, row: row),
        first..<UInt32(truncatingIfNeeded: end),
        descriptor,
        Unit(first: first, place: .document),
        faultsFrom: faultCount,
        view,
        &batch
      )
      cursor = end
      count &+= 1
    }
    return (cursor, count)
  }
}
