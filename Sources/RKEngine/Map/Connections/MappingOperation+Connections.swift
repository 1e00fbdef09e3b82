extension MappingOperation {
  /// Notes for each connection of the current record whether there are keys to look up.
  ///
  /// What they refer to is known only at the end of the run.
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
      if !rule.condition.isNone && isUnsettled(rule.condition, rule.site, &batch) { continue }
      // If the condition is false there are no keys.
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
