extension MappingOperation {
  /// What transforms make of a value that is neither missing nor null; its kind is `missing` when
  /// one of them cannot be applied.
  @inline(never)
  mutating func transformed(
    _ cell: Cell,
    by rules: PlanRange<TransformRule>,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) -> Cell {
    let isLoaded =
      switch cell.space {
      case .input: buffer.load(cell.kind, view.padded, cell.range)
      case .batch: buffer.load(cell.kind, batch.side.span, cell.range)
      case .plan: Self.load(cell, plan, into: &buffer)
      }
    guard isLoaded else { return Cell(.missing, token: cell.token) }
    if let failure = TextTransform.firstFailure(of: rules, on: &buffer, plan) {
      flaw = .untransformed
      failedTransform = UInt32(failure - rules.indices.lowerBound)
      return Cell(.missing, token: cell.token)
    }
    if buffer.kind == .null { return Cell(.null, token: cell.token) }
    let start = batch.side.count
    buffer.append(to: &batch.side)
    // Any string, and any within a structure, may have got escapes.
    return Cell(
      buffer.kind,
      start..<batch.side.count,
      space: .batch,
      traits: [.mayHaveEscapes],
      token: Int(cell.token)
    )
  }

  /// Takes in a constant of a plan.
  private static func load(
    _ cell: Cell,
    _ plan: borrowing MappingPlan,
    into buffer: inout ValueBuffer
  ) -> Bool {
    buffer.load(cell.kind, plan.text.span, cell.range)
  }
}
