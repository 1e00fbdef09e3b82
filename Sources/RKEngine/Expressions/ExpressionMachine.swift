/// Evaluates the expressions and predicates of a plan over loaded values.
///
/// It walks the tree of a program, whose depth the parser limits. It reads only cells and the bytes
/// that they point into. It appends results to the bytes of the batch, and keeps lists on its own
/// stack, so that a predicate over texts and short numbers allocates nothing once the machine is
/// warm.
///
/// NIL is what is null or missing. What cannot be computed, such as a division by zero, is also NIL
/// in every comparison; only a caller that wants the value itself sees the failure
/// (docs/decisions/0029).
package struct ExpressionMachine: ~Copyable {
  /// The values of the operands of the current program.
  var operands = UniqueArray<Cell>()
  /// The values of the variables, innermost last.
  var variables = UniqueArray<ExpressionValue>()
  /// Elements of lists that are being built or examined.
  var items = UniqueArray<ExpressionValue>()
  /// The values that collecting paths have found.
  var found = UniqueArray<ExpressionValue>()
  /// The text of a string or a name, without its escapes, and texts made from it.
  var text = UniqueArray<UInt8>()
  var mapped = UniqueArray<UInt8>()
  /// The instants of dates that are compared.
  var instants = UniqueArray<UInt8>()
  var met = DistinctValues()
  var comparison = ValueComparison()
  var matcher = PatternMatcher()
  var aggregate = Aggregate()
  /// The elements that a program may examine, and those left to the current one: nested conditions
  /// examine all elements of one list for each element of another.
  private var stepLimit = Int.max
  var stepsLeft = Int.max
  /// A program for the current record has exceeded the limit; its result is meaningless.
  private(set) var isExhausted = false
  /// Whether the document has only texts, of which those that are numbers count as numbers.
  var readsTexts = false {
    didSet { aggregate.readsTexts = readsTexts }
  }
  /// The comparisons that had no answer.
  var clashes: ClashTally
  /// The current program has met such a comparison.
  var hasClashed = false
  /// What a function of the current program could not convert, and to what.
  var unfit: (value: Cell, form: Clash.Form)?
  /// The last computation of the current expression that has no result, as messages show it.
  var failure: [UInt8] = []
  private var program = 0
  /// Whether keys of documents are read by the plan's key rules, as the current program requires.
  private var spellsKeys = true
  var spelling: KeySpelling

  /// The plan, in an array so that an `Evaluation` can hold a span of it.
  private let plans: [MappingPlan]

  package init(_ plan: borrowing MappingPlan) {
    plans = [copy plan]
    spelling = KeySpelling(plan: plan)
    clashes = ClashTally(programCount: plan.programs.count)
  }

  /// Begins a record; `steps` is how many elements each program for it may examine.
  @inline(__always)
  mutating func allow(steps: Int) {
    stepLimit = steps
    isExhausted = false
  }

  // MARK: - Programs

  /// Whether a predicate holds for the loaded operands.
  mutating func isTrue(
    _ program: PlanID<ExpressionProgram>,
    _ input: Span<UInt8>,
    _ batch: inout RecordBatch
  ) -> Bool {
    let plans = plans
    let context = Evaluation(plans.span, input)
    begin(program, context)
    let answer = isTrue(Int(context.plan.programs[program].root.index), context, &batch)
    if stepsLeft < 0 { isExhausted = true }
    return answer
  }

  /// The value of an expression for the loaded operands.
  mutating func evaluate(
    _ program: PlanID<ExpressionProgram>,
    _ input: Span<UInt8>,
    _ batch: inout RecordBatch
  ) -> ExpressionResult {
    let plans = plans
    let context = Evaluation(plans.span, input)
    items.removeAll()
    begin(program, context)
    let value = value(of: Int(context.plan.programs[program].root.index), context, &batch)
    if stepsLeft < 0 { isExhausted = true }
    if isExhausted || hasFailure(value) { return ExpressionResult(.missing, hasFailed: true) }
    return ExpressionResult(value.isItems ? text(of: value, context, &batch) : value.cell)
  }

  /// Whether a value, or an element of it, could not be computed.
  ///
  /// Recurses as deep as lists are nested.
  private func hasFailure(_ value: ExpressionValue) -> Bool {
    value.hasFailed || value.isItems && value.cell.range.contains { hasFailure(items[$0]) }
  }

  @inline(__always)
  private mutating func begin(
    _ program: PlanID<ExpressionProgram>,
    _ context: Evaluation
  ) {
    stepsLeft = stepLimit
    hasClashed = false
    unfit = nil
    if !failure.isEmpty { failure = [] }
    self.program = Int(program.index)
    let isWanted = context.plan.programs[program].spellsKeys
    if isWanted == spellsKeys { return }
    spellsKeys = isWanted
    spelling.rules = isWanted ? context.plan.keyRules : KeyRules()
  }

  /// Whether a predicate holds for a row outside of any mapping; its operands are columns.
  package mutating func isTrue(
    _ program: PlanID<ExpressionProgram>,
    row: Int,
    of batch: inout RecordBatch,
    input: Span<UInt8>
  ) -> Bool {
    let side = batch.side.count
    operands.removeAll()
    let firstCell = batch.rows[row].firstCell
    for number in plans[0].programs[program].operands.indices {
      switch plans[0].expressionOperands[number] {
      case .column(let column): operands.append(batch.cells[Int(firstCell + column)].expressed)
      case .subject: operands.append(Cell(.record, offset: UInt32(row)))
      case .source: operands.append(.missing)
      }
    }
    let answer = isTrue(program, input, &batch)
    batch.side.truncate(to: side)
    return answer
  }

  /// Notes a comparison of the current program that has no answer.
  @inline(never)
  mutating func note(
    _ form: Clash.Form,
    _ left: ExpressionValue,
    _ right: ExpressionValue,
    _ context: Evaluation,
    _ batch: inout RecordBatch
  ) {
    if hasClashed { return }
    hasClashed = true
    guard clashes.meet(program) else { return }
    clashes.examples.append(
      Clash(
        program: program,
        form: form,
        left: form == .uncomputed && !failure.isEmpty ? failure : shown(left, context, &batch),
        right: shown(right, context, &batch),
        token: left.cell.token != 0 ? left.cell.token : right.cell.token
      )
    )
  }

  /// A value as messages show it: its JSON text, shortened.
  mutating func shown(
    _ value: ExpressionValue,
    _ context: Evaluation,
    _ batch: inout RecordBatch
  ) -> [UInt8] {
    if value.isNil { return Array("NIL".utf8) }
    let side = batch.side.count
    defer { batch.side.truncate(to: side) }
    let cell = text(of: value, context, &batch)
    switch cell.kind {
    case .true: return Array("true".utf8)
    case .false: return Array("false".utf8)
    default: break
    }
    let bytes = context.bytes(batch).of(cell)
    let longest = 60
    var count = min(bytes.count, longest)
    // Does not cut a character in two.
    while count < bytes.count && count > 0 && bytes[count] & 0xC0 == 0x80 { count -= 1 }
    var text: [UInt8] = []
    for place in 0..<count { text.append(bytes[place]) }
    return count < bytes.count ? text + Array("\u{2026}".utf8) : text
  }

  // MARK: - Predicates

  /// Whether the predicate at a node holds; discards what evaluating it made.
  mutating func isTrue(
    _ number: Int,
    _ context: Evaluation,
    _ batch: inout RecordBatch
  ) -> Bool {
    let operation = context.plan.expressions[number].operation
    switch operation {
    case .isTrue: return true
    case .isFalse: return false
    case .and:
      for operand in context.plan.expressions[number].operands.indices
      where !isTrue(operand, context, &batch) {
        return false
      }
      return true
    case .or:
      for operand in context.plan.expressions[number].operands.indices
      where isTrue(operand, context, &batch) {
        return true
      }
      return false
    case .not:
      return !isTrue(Int(context.plan.expressions[number].operands.first), context, &batch)
    case .comparison, .constant, .operand, .dated, .variable, .path, .list, .negate, .arithmetic,
      .function,
      .ternary, .subquery:
      break
    }
    let (side, itemCount) = (batch.side.count, items.count)
    defer {
      if batch.side.count > side { batch.side.truncate(to: side) }
      if items.count > itemCount { items.truncate(to: itemCount) }
    }
    if case .comparison(let comparator) = operation {
      return holds(number, comparator, context, &batch)
    }
    return value(of: number, context, &batch).cell.kind == .true
  }
}

extension Cell {
  /// The cell as expressions read it: a decimal is stored as text, but is a number.
  var expressed: Cell {
    guard kind == .string && traits.contains(.isDecimal) else { return self }
    var number = Cell(.number, contentRange, space: space)
    number.token = token
    return number
  }
}
