extension MappingOperation {
  /// Whether a predicate holds for the representation and the record of the stack's top.
  ///
  /// `subject` is the value that is judged, where there is one.
  mutating func isTrue(
    _ program: PlanID<ExpressionProgram>,
    subject: Cell = .missing,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) -> Bool {
    let side = batch.side.count
    load(program, subject, view, &batch)
    let answer = machine.isTrue(program, plan, view.padded, &batch)
    if batch.side.count > side { batch.side.truncate(to: side) }
    return answer
  }

  /// What an expression is worked out to be for the same; what is made of it stays in the batch.
  mutating func evaluate(
    _ program: PlanID<ExpressionProgram>,
    subject: Cell = .missing,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) -> ExpressionResult {
    load(program, subject, view, &batch)
    return machine.evaluate(program, plan, view.padded, &batch)
  }

  /// Finds what a program reads, which makes nothing mappable.
  @inline(__always)
  private mutating func load(
    _ program: PlanID<ExpressionProgram>,
    _ subject: Cell,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) {
    machine.operands.removeAll()
    let isApplied = frames.top.isApplied
    defer { frames.top.isApplied = isApplied }
    for number in plan.programs[program].operands.indices {
      let cell: Cell
      switch plan.expressionOperands[number] {
      case .source(let source):
        let location = locate(source, view)
        cell =
          location.kind == .token
          ? plainCell(Int(location.first), view) : plainValue(at: location, view, &batch)
      case .column(let column):
        cell = batch.cells[Int(frames.top.firstCell &+ column)].expressed
      case .subject: cell = subject.expressed
      }
      machine.operands.append(cell)
    }
  }
}
