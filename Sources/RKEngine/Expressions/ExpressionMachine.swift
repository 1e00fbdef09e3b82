/// Works out expressions and predicates of a plan over values that are loaded.
///
/// It walks the tree of a program; how deep that is, is bounded where expressions are parsed. All it
/// sees are cells and the bytes that they lie in. What it makes stands after the bytes of the batch,
/// and lists that it makes on a stack of its own, so that a predicate over texts and numbers of few
/// digits allocates nothing once the machine is warm.
///
/// NIL is what is null or missing. What cannot be worked out, such as a division by zero, is NIL, too,
/// for every comparison; only who asks for the value itself learns of it (docs/decisions/0029).
package struct ExpressionMachine: ~Copyable {
  /// What the operands of the program at work led to.
  var operands = UniqueArray<Cell>()
  /// What the variables stand for, the innermost last.
  var variables = UniqueArray<ExpressionValue>()
  /// Elements of lists that are being made or looked at.
  var items = UniqueArray<ExpressionValue>()
  /// What paths that take several values have found.
  var found = UniqueArray<ExpressionValue>()
  /// The text of a string or a name, without its escapes, and what is made of it.
  var text = UniqueArray<UInt8>()
  var mapped = UniqueArray<UInt8>()
  var met = DistinctValues()
  var comparison = ValueComparison()
  var matcher = PatternMatcher()
  var aggregate = Aggregate()
  /// The elements that a program may look at, and how many are left to the one at work: conditions that
  /// lie in each other ask for all elements of one list for each of another.
  private var stepLimit = Int.max
  var stepsLeft = Int.max
  /// Some program for the record at work has reached that end; what it came to means nothing.
  private(set) var isExhausted = false
  /// The keys of documents are read by the plan's rules, as the program at work wants it.
  private var spellsKeys = true
  var spelling: KeySpelling

  /// The plan, in an array so that an `Evaluation` can hold a span of it.
  private let plans: [MappingPlan]

  package init(_ plan: borrowing MappingPlan) {
    plans = [copy plan]
    spelling = KeySpelling(plan: plan)
  }

  /// Begins a record: how many elements each program for it may look at.
  @inline(__always)
  mutating func allow(steps: Int) {
    stepLimit = steps
    isExhausted = false
  }

  // MARK: - Programs

  /// Whether a predicate holds for the operands that are loaded.
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

  /// What an expression is worked out to be for the operands that are loaded.
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
    if value.hasFailed || isExhausted { return ExpressionResult(.missing, hasFailed: true) }
    return ExpressionResult(value.isItems ? text(of: value, context, &batch) : value.cell)
  }

  @inline(__always)
  private mutating func begin(
    _ program: PlanID<ExpressionProgram>,
    _ context: Evaluation
  ) {
    stepsLeft = stepLimit
    let isWanted = context.plan.programs[program].spellsKeys
    if isWanted == spellsKeys { return }
    spellsKeys = isWanted
    spelling.rules = isWanted ? context.plan.keyRules : KeyRules()
  }

  /// Whether a predicate holds for a row outside of any mapping; what it reads are columns.
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

  // MARK: - Predicates

  /// Whether the predicate at a node holds; what was made to find that out is forgotten.
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
    case .comparison, .constant, .operand, .variable, .path, .list, .negate, .arithmetic, .function,
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
  /// What it is to an expression: a decimal is written as a text, and is a number.
  var expressed: Cell {
    guard kind == .string && traits.contains(.isDecimal) else { return self }
    var number = Cell(.number, contentRange, space: space)
    number.token = token
    return number
  }
}
