extension RootMapper {
  /// Whether documents are mapped as a whole, each to the record of one descriptor: objects on
  /// lines of their own then need no inspection, and arrays hardly any if they are no lists.
  var mapsLines: Bool {
    guard applied.count == 1, !plan.needsDocument, operation.trace == nil,
      !splitsLists,
      operation.coverage?.options.countsLines != true
    else { return false }
    let descriptor = plan.descriptors[applied[0]]
    // Without a path there is no key that it was found under.
    return descriptor.path.isEmpty && descriptor.lastKey.count == 0
      && !plan.nodes[descriptor.node].forcesCollection
  }

  /// Whether the token begins a line that may be mapped as it stands.
  @inline(__always)
  private func beginsRecord(_ token: Int, takesArrays: Bool, _ view: TokenView) -> Bool {
    let next = view.token(token &+ 1)
    if view.token(token) == .openObject { return next == .quote }
    // One that begins with null may be nothing but nulls.
    return takesArrays && view.token(token) == .openArray && next != .closeArray
      && next != .ascii("n")
  }

  /// Maps the objects and rows on complete lines from the token `cursor` on, up to the first line that is
  /// anything else, or begins at `limit` or after it.
  ///
  /// `number` is the number of the first in the stream of documents. Returns where it stopped, and
  /// how many documents there were.
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
