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
        if rule.cardinality == .automatic && isArray(cell, view, batch) { isList = true }
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

  /// Whether a value is a list of keys.
  private func isArray(_ cell: Cell, _ view: TokenView, _ batch: borrowing RecordBatch) -> Bool {
    guard cell.kind == .structure else { return false }
    let start = Int(cell.offset)
    switch cell.space {
    case .input: return view.padded[start] == .openArray
    case .batch: return batch.side[start] == .openArray
    case .plan: return plan.text[start] == .openArray
    }
  }
}
