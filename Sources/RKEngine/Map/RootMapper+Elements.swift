/// Maps elements of a list at the key path.
extension RootMapper {
  /// Whether elements that are objects or arrays can be mapped without inspection.
  var mapsElements: Bool {
    !takesDocuments && !splitsLists && !entersElements(of: plan.descriptors[0].node)
      && operation.coverage == nil && operation.trace == nil
  }

  /// Maps the elements from the token `cursor` on, up to the first one that is incomplete, or is
  /// not an object or array that may be mapped.
  ///
  /// `index` is that of the first element. Returns the token where it stopped, and the number of
  /// mapped elements.
  mutating func mapElements(
    from cursor: Int,
    index: Int,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) throws(SystemError) -> (cursor: Int, count: Int) {
    let node = plan.descriptors[0].node
    let section = UInt32(truncatingIfNeeded: plan.descriptors[0].section)
    let takesArrays = plan.nodes[node].readsArrays
    var cursor = cursor
    var count = 0
    while !isStopped && cursor < view.count {
      let byte = view.token(cursor)
      guard byte == .openObject || byte == .openArray && takesArrays,
        let last = view.close(of: cursor), last &+ 1 < view.count
      else { break }
      let first = UInt32(truncatingIfNeeded: cursor)
      let row = UInt32(truncatingIfNeeded: batch.rows.count)
      let faultCount = batch.faults.count
      let place = ValueLocation(.number, UInt32(truncatingIfNeeded: index &+ count))
      let outcome = operation.map(
        representation(cursor, 0, index: place),
        to: last,
        by: node,
        of: 0,
        view,
        into: &batch
      )
      try record(
        outcome,
        RecordBatch.Mark(.element, section: section, row: row),
        first..<UInt32(truncatingIfNeeded: last &+ 1),
        0,
        Unit(first: first, place: .element(index: index &+ count)),
        faultsFrom: faultCount,
        view,
        &batch
      )
      cursor = view.afterComma(last &+ 1)
      count &+= 1
    }
    return (cursor, count)
  }
}

/// Adds elements of lists as rows, without mapping them.
extension RootMapper {
  /// Whether each element of the list at the key path is a row, whatever it is.
  var splitsLists: Bool { operation.options.splitsLists }

  /// Adds the value of these tokens to the batch, without white space outside strings.
  mutating func take(
    _ first: Int,
    _ last: Int,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) throws(SystemError) {
    if isStopped { return }
    let range = view.position(first)..<view.end(ofValueEndingWith: last)
    let start = batch.side.count
    if view.hasNote(.whitespace, range) {
      compact.removeAll()
      JSONReshaper.append(view.padded, range, JSONLayout(), to: &compact)
      batch.side.append(contentsOf: compact.span, 0..<compact.count)
    } else {
      batch.side.append(contentsOf: view.padded, range)
    }
    let row = UInt32(truncatingIfNeeded: batch.rows.count)
    batch.rows.append(.init(text: start..<batch.side.count))
    batch.marks.append(.init(.element, row: row))
    counts.records += 1
    if batch.size > largestBatch && failures.isEmpty { try write(&batch, view.padded) }
  }

  /// Reports that the value at a token is not a list, or not an object that leads to one.
  mutating func reportNoList(_ token: Int, _ place: Unit.Place, _ batch: inout RecordBatch) {
    let first = UInt32(truncatingIfNeeded: token)
    let faultCount = batch.faults.count
    let site = plan.nodes[plan.descriptors[0].node].site
    batch.faults.append(MappingFault(.notWritable, isError: true, site: site, token: first))
    locateFaults(
      first..<first,
      0,
      .single,
      Unit(first: first, place: place),
      faultsFrom: faultCount,
      &batch
    )
  }
}
