extension ExpressionMachine {
  /// The value of the expression at a node.
  mutating func value(
    of number: Int,
    _ context: Evaluation,
    _ batch: inout RecordBatch
  ) -> ExpressionValue {
    // The node is examined in place: copying it takes longer than most evaluations.
    if case .constant = context.plan.expressions[number].operation {
      return ExpressionValue(context.plan.expressions[number].constant)
    }
    if case .operand = context.plan.expressions[number].operation {
      let value = ExpressionValue(operand: operands[Int(context.plan.expressions[number].index)])
      let steps = context.plan.expressions[number].steps
      return steps.isEmpty ? value : follow(steps, from: value, context, &batch)
    }
    return madeValue(of: number, context, &batch)
  }

  @inline(never)
  private mutating func madeValue(
    of number: Int,
    _ context: Evaluation,
    _ batch: inout RecordBatch
  ) -> ExpressionValue {
    let node = context.plan.expressions[number]
    let first = Int(node.operands.first)
    switch node.operation {
    case .constant, .operand: return value(of: number, context, &batch)
    case .dated:
      var value = ExpressionValue(operand: operands[Int(node.index)])
      value.date = node.date
      return follow(node.steps, from: value, context, &batch)
    case .variable:
      let level = variables.count - 1 - Int(node.index)
      return follow(node.steps, from: variables[level], context, &batch)
    case .path:
      let value = value(of: first, context, &batch)
      return follow(node.steps, from: value, context, &batch)
    case .list: return list(of: node.operands, context, &batch)
    case .negate:
      let value = operand(first, context, &batch)
      let negative = self.number(value, context, batch).map { -$0 }
      return made(negative, of: value, value, &batch.side)
    case .arithmetic(let sign):
      let left = operand(first, context, &batch)
      let right = operand(first + 1, context, &batch)
      return compute(sign, left, right, context, &batch)
    case .function(let function): return call(function, node, context, &batch)
    case .ternary:
      let isTrue = isTrue(first, context, &batch)
      return value(of: isTrue ? first + 1 : first + 2, context, &batch)
    case .subquery: return subquery(first, context, &batch)
    case .isTrue, .isFalse, .and, .or, .not, .comparison:
      return ExpressionValue(isTrue(number, context, &batch))
    }
  }

  /// The value of an operand of a computation: in a document of texts, the number that a text is.
  mutating func operand(
    _ node: Int,
    _ context: Evaluation,
    _ batch: inout RecordBatch
  ) -> ExpressionValue {
    let value = value(of: node, context, &batch)
    return readsTexts && value.cell.kind == .string ? numeric(value, context, batch) : value
  }

  /// The number that a text is, NIL for white space alone; any other text unchanged.
  func numeric(
    _ value: ExpressionValue,
    _ context: Evaluation,
    _ batch: borrowing RecordBatch
  ) -> ExpressionValue {
    context.bytes(batch).number(ofText: value.cell).map { ExpressionValue($0) } ?? value
  }

  private mutating func compute(
    _ sign: ArithmeticOperator,
    _ left: ExpressionValue,
    _ right: ExpressionValue,
    _ context: Evaluation,
    _ batch: inout RecordBatch
  ) -> ExpressionValue {
    var result: ExactDecimal?
    if let one = number(left, context, batch), let other = number(right, context, batch) {
      result =
        switch sign {
        case .add: one + other
        case .subtract: one - other
        case .multiply: one * other
        case .divide: one.divided(by: other)
        case .power: one.raised(to: other)
        }
    }
    let value = made(result, of: left, right, &batch.side)
    if value.hasFailed && !left.hasFailed && !right.hasFailed {
      let sides = [shown(left, context, &batch), shown(right, context, &batch)]
      failure = Array(sides.joined(separator: Array(" \(sign.rawValue) ".utf8)))
    }
    return value
  }

  // MARK: - Lists

  /// A list of the values of some nodes.
  mutating func list(
    of nodes: PlanRange<ExpressionNode>,
    _ context: Evaluation,
    _ batch: inout RecordBatch
  ) -> ExpressionValue {
    // Evaluating an element also pushes items, so the places of the list are reserved first.
    let first = items.count
    for _ in nodes.indices { items.append(.nil) }
    for (place, number) in nodes.indices.enumerated() {
      let element = value(of: number, context, &batch)
      items[first + place] = element
    }
    return ExpressionValue(items: first..<(first + nodes.count))
  }

  /// The elements of a collection for which a predicate holds.
  private mutating func subquery(
    _ first: Int,
    _ context: Evaluation,
    _ batch: inout RecordBatch
  ) -> ExpressionValue {
    let collection = value(of: first, context, &batch)
    if collection.hasFailed { return .failed }
    let elements = pushElements(of: collection, context, batch)
    var end = elements.lowerBound
    variables.append(.nil)
    for number in elements where stepsLeft >= 0 {
      variables[variables.count - 1] = items[number]
      if isTrue(first + 1, context, &batch) {
        items[end] = items[number]
        end += 1
      }
    }
    _ = variables.removeLast()
    items.truncate(to: end)
    return ExpressionValue(items: elements.lowerBound..<end)
  }
}

extension ExpressionValue {
  init(_ result: ExpressionResult) {
    self.init(result.cell)
    hasFailed = result.hasFailed
  }

  /// A count as a value.
  init(count: Int, _ side: inout UniqueArray<UInt8>) {
    let start = side.count
    DecimalText.append(UInt64(count), to: &side)
    self.init(Cell(.number, start..<side.count, space: .batch))
  }
}
