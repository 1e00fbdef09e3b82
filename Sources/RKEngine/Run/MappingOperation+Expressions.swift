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
    if let answer = answer(program, subject, view, batch) { return answer }
    let side = batch.side.count
    load(program, subject, view, &batch)
    let answer = machine.isTrue(program, plan, view.padded, &batch)
    if batch.side.count > side { batch.side.truncate(to: side) }
    return answer
  }

  /// The answer to a predicate that only compares values with constants; nil where it is none, or where
  /// that takes more than a look.
  @inline(__always)
  private func answer(
    _ program: PlanID<ExpressionProgram>,
    _ subject: Cell,
    _ view: TokenView,
    _ batch: borrowing RecordBatch
  ) -> Bool? {
    let numbers = comparisonRanges[Int(program.index)]
    if numbers.isEmpty { return nil }
    let bytes = CellBytes(view.padded, batch.side.span, plan.text.span)
    for number in numbers {
      let value: Cell
      switch comparisons[number].operand {
      case .slot(let slot):
        guard frames.top.form == .object else { return nil }
        let token = slots[Int(frames.top.slotBase &+ slot)]
        if token == 0 { return nil }
        value = plainCell(Int(token), view)
      case .column(let column): value = batch.cells[Int(frames.top.firstCell &+ column)]
      case .subject: value = subject
      }
      guard let holds = comparisons[number].holds(for: value, bytes) else { return nil }
      if !holds { return false }
    }
    return true
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
