/// Elements of lists that are rows as they stand.
extension RootMapper {
  /// Whether each element of the list at the key path is one, whatever it is.
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

  /// Something else than a list, or than an object that leads to one, is at a token.
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
