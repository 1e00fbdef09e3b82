extension MappingOperation {
  /// Records for each connection of the stack's top whether there are keys to look up: where they
  /// lead is known only when the run has ended.
  @inline(never)
  mutating func connect(_ view: TokenView, _ batch: inout RecordBatch) {
    let firstCell = Int(frames.top.firstCell)
    for number in plan.nodes[frames.top.node].connections.indices {
      let rule = plan.connections[number]
      var token: UInt32?
      var isList = rule.cardinality == .many
      for key in plan.connectionKeys[rule.keys] {
        let cell = batch.cells[firstCell + Int(key)]
        if cell.kind == .missing || cell.kind == .null { continue }
        token = token ?? cell.token
        if rule.cardinality == .automatic && cell.kind == .structure
          && kind(of: cell, view, batch) == .array
        {
          isList = true
        }
      }
      if let trace { self.trace(connection: rule, trace, view, batch) }
      if let coverage, !rule.condition.isNone {
        mark(operandsOf: rule.condition, by: coverage.rules.site(rule.site), coverage, view)
      }
      // A false condition means that there are none, keys or not.
      if !rule.condition.isNone && !isTrue(rule.condition, view, &batch) {
        batch.cells[firstCell + Int(rule.column)] = Cell(isList ? .list : .null, space: .batch)
        continue
      }
      guard let token else { continue }
      batch.cells[firstCell + Int(rule.column)] = Cell(
        .reference,
        space: .plan,
        traits: isList ? .isList : [],
        offset: UInt32(number),
        token: token
      )
    }
  }
}
