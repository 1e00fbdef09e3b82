extension MappingOperation {
  /// Whether a predicate holds for the current representation and its record.
  ///
  /// `subject` is the index of the validated value among the batch's cells; negative if there is
  /// none.
  @inline(never)
  mutating func isTrue(
    _ program: PlanID<ExpressionProgram>,
    subject: Int = -1,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) -> Bool {
    machine.clashes.judge(program)
    let numbers = comparisons[program]
    if numbers.isEmpty { return workOut(program, subject, view, &batch) }
    for number in numbers {
      let answer: Bool?
      switch comparisons[number].operand {
      case .slot(let slot):
        let token = frames.top.form == .object ? slots[Int(frames.top.slotBase &+ slot)] : 0
        answer = holds(number, forToken: Int(token), view)
      case .column(let column):
        answer = holds(number, forCell: Int(frames.top.firstCell &+ column), view, &batch)
      case .subject: answer = subject < 0 ? nil : holds(number, forCell: subject, view, &batch)
      }
      guard let answer else { return workOut(program, subject, view, &batch) }
      if !answer { return false }
    }
    return true
  }

  /// Evaluates a predicate with the expression machine, which handles all of them.
  @inline(never)
  private mutating func workOut(
    _ program: PlanID<ExpressionProgram>,
    _ subject: Int,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) -> Bool {
    let side = batch.side.count
    load(program, subject, view, &batch)
    let answer = machine.isTrue(program, view.padded, &batch)
    if machine.hasClashed { placeClash() }
    if batch.side.count > side { batch.side.truncate(to: side) }
    return answer
  }

  /// Whether a comparison holds for the value at a token, 0 if there is none; nil if that needs the
  /// expression machine.
  ///
  /// Mutating only because the compiler (6.3) copies the whole operation to call a nonmutating
  /// function.
  @inline(never)
  private mutating func holds(_ number: Int, forToken token: Int, _ view: TokenView) -> Bool? {
    let (start, byte) = (view.position(token), view.token(token))
    if token == 0 { return nil }
    if comparisons[number].kind == .number {
      guard byte &- .minus <= .ascii("9") &- .minus else { return nil }
      return comparisons.holds(number, for: view.padded, start..<view.end(ofScalar: token))
    }
    guard byte == .quote else { return nil }
    let isThere = comparisons[number].text.stands(at: start &+ 1, view, plan.text.span)
    // With escapes, different bytes may be the same text.
    if !isThere && hasEscapes && view.hasBackslash(from: start, to: view.closingQuote(of: token)) {
      return nil
    }
    return isThere != comparisons[number].isNegated
  }

  /// Whether a comparison holds for a value of a record; nil if that needs the expression machine.
  ///
  /// Mutating, as the compiler (6.3) copies the whole operation to call a nonmutating function.
  @inline(never)
  private mutating func holds(
    _ number: Int,
    forCell place: Int,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) -> Bool? {
    let value = batch.cells[place]
    guard value.kind == comparisons[number].kind else { return nil }
    guard value.kind == .number else {
      guard value.space == .input && value.traits.isEmpty else { return nil }
      let start = Int(value.offset) &+ 1
      let isThere = comparisons[number].text.stands(at: start, view, plan.text.span)
      return isThere != comparisons[number].isNegated
    }
    return comparisons.holds(number, for: bytes(around: value, view, batch), value.range)
  }

  /// Evaluates an expression for the current representation and its record; values that it makes
  /// stay in the batch.
  mutating func evaluate(
    _ program: PlanID<ExpressionProgram>,
    subject: Int = -1,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) -> ExpressionResult {
    machine.clashes.judge(program)
    load(program, subject, view, &batch)
    let result = machine.evaluate(program, view.padded, &batch)
    if machine.hasClashed { placeClash() }
    return result
  }

  /// Gives the last comparison without an answer the place of its representation, if its values
  /// have none.
  @inline(never)
  private mutating func placeClash() {
    if let last = machine.clashes.examples.last, last.token == 0 {
      machine.clashes.examples[machine.clashes.examples.count - 1].token = frames.top.outer
    }
  }

  /// Loads the values that a program reads; they make no representation mappable.
  @inline(__always)
  private mutating func load(
    _ program: PlanID<ExpressionProgram>,
    _ subject: Int,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) {
    machine.operands.removeAll()
    uncomputed = 0
    let isApplied = frames.top.isApplied
    defer { frames.top.isApplied = isApplied }
    for number in plan.programs[program].operands.indices {
      var cell: Cell
      switch plan.expressionOperands[number] {
      case .source(let source):
        let location = locate(source, view)
        if location.kind == .token {
          cell = plainCell(Int(location.first), view)
        } else {
          cell = plainValue(at: location, view, &batch)
          if location.kind == .uncomputed {
            uncomputed = location.first
            cell.traits = .isUncomputed
          }
        }
      case .column(let column):
        cell = batch.cells[Int(frames.top.firstCell &+ column)].expressed
      case .subject: cell = subject < 0 ? .missing : batch.cells[subject].expressed
      }
      machine.operands.append(cell)
    }
  }
}
