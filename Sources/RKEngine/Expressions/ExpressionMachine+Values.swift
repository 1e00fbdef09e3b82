extension ExpressionMachine {
  /// What the expression at a node is worked out to be.
  mutating func value(
    of number: Int,
    _ plan: borrowing MappingPlan,
    _ input: Span<UInt8>,
    _ batch: inout RecordBatch
  ) -> ExpressionValue {
    // A node is looked at where it stands: to copy it takes longer than most of what it asks for.
    switch plan.expressions[number].operation {
    case .constant: return ExpressionValue(plan.expressions[number].constant)
    case .operand:
      let value = ExpressionValue(operands[Int(plan.expressions[number].index)])
      let steps = plan.expressions[number].steps
      return steps.isEmpty ? value : follow(steps, from: value, plan, input, &batch)
    default: return madeValue(of: number, plan, input, &batch)
    }
  }

  @inline(never)
  private mutating func madeValue(
    of number: Int,
    _ plan: borrowing MappingPlan,
    _ input: Span<UInt8>,
    _ batch: inout RecordBatch
  ) -> ExpressionValue {
    let node = plan.expressions[number]
    if node.operation.isPredicate { return ExpressionValue(isTrue(number, plan, input, &batch)) }
    let first = Int(node.operands.first)
    switch node.operation {
    case .variable:
      let level = variables.count - 1 - Int(node.index)
      return follow(node.steps, from: variables[level], plan, input, &batch)
    case .path:
      let value = value(of: first, plan, input, &batch)
      return follow(node.steps, from: value, plan, input, &batch)
    case .list: return list(of: node.operands, plan, input, &batch)
    case .sum: return aggregate(.sum, node.operands, plan, input, &batch)
    case .count: return count(node.operands, plan, input, &batch)
    case .minimum: return aggregate(.minimum, node.operands, plan, input, &batch)
    case .maximum: return aggregate(.maximum, node.operands, plan, input, &batch)
    case .average: return aggregate(.average, node.operands, plan, input, &batch)
    case .median: return aggregate(.median, node.operands, plan, input, &batch)
    case .length, .uppercase, .lowercase:
      let value = value(of: first, plan, input, &batch)
      return textFunction(node.operation, value, plan, input, &batch)
    case .negate, .absolute, .floor, .ceiling, .round:
      let value = value(of: first, plan, input, &batch)
      return reckon(node.operation, value, value, plan, input, &batch)
    case .ternary:
      let isTrue = isTrue(first, plan, input, &batch)
      return value(of: isTrue ? first + 1 : first + 2, plan, input, &batch)
    case .subquery: return subquery(first, plan, input, &batch)
    default:
      let left = value(of: first, plan, input, &batch)
      let right = value(of: first + 1, plan, input, &batch)
      return reckon(node.operation, left, right, plan, input, &batch)
    }
  }

  // MARK: - Numbers

  /// Does an operation of arithmetic on two values, or twice the only one.
  private func reckon(
    _ operation: ExpressionNode.Operation,
    _ left: ExpressionValue,
    _ right: ExpressionValue,
    _ plan: borrowing MappingPlan,
    _ input: Span<UInt8>,
    _ batch: inout RecordBatch
  ) -> ExpressionValue {
    if left.hasFailed || right.hasFailed { return .failed }
    if left.isNil || right.isNil { return .nil }
    guard let one = number(left.cell, plan, input, batch),
      let other = number(right.cell, plan, input, batch)
    else { return .failed }
    let result: ExactDecimal? =
      switch operation {
      case .add: one + other
      case .subtract: one - other
      case .multiply: one * other
      case .divide: one.divided(by: other)
      case .modulus: one.remainder(by: other)
      case .power: one.raised(to: other)
      case .negate: -one
      case .absolute: one.magnitude
      case .floor: one.rounded(.down)
      case .ceiling: one.rounded(.up)
      case .round: one.rounded(.nearest)
      default: nil
      }
    guard let result else { return .failed }
    return ExpressionValue(result.result(&batch.side))
  }

  private func number(
    _ cell: Cell,
    _ plan: borrowing MappingPlan,
    _ input: Span<UInt8>,
    _ batch: borrowing RecordBatch
  ) -> ExactDecimal? {
    ExactDecimal(cell, CellBytes(input, batch.side.span, plan.text.span))
  }

  private mutating func aggregate(
    _ kind: Aggregate.Kind,
    _ nodes: PlanRange<ExpressionNode>,
    _ plan: borrowing MappingPlan,
    _ input: Span<UInt8>,
    _ batch: inout RecordBatch
  ) -> ExpressionValue {
    // A function of several values is one of a list of them.
    let list =
      nodes.count == 1
      ? value(of: Int(nodes.first), plan, input, &batch) : list(of: nodes, plan, input, &batch)
    if list.hasFailed { return .failed }
    let elements = pushElements(of: list, plan, input, batch)
    defer { items.truncate(to: elements.lowerBound) }
    return aggregate(kind, elements, plan, input, &batch)
  }

  /// What an aggregate makes of items.
  mutating func aggregate(
    _ kind: Aggregate.Kind,
    _ elements: Range<Int>,
    _ plan: borrowing MappingPlan,
    _ input: Span<UInt8>,
    _ batch: inout RecordBatch
  ) -> ExpressionValue {
    aggregate.begin(kind)
    for number in elements {
      if items[number].hasFailed { return .failed }
      // A list in a list is no number.
      let cell = items[number].isNil ? .missing : items[number].cell
      aggregate.add(cell, CellBytes(input, batch.side.span, plan.text.span))
    }
    return ExpressionValue(aggregate.finish(&batch.side))
  }

  private mutating func count(
    _ nodes: PlanRange<ExpressionNode>,
    _ plan: borrowing MappingPlan,
    _ input: Span<UInt8>,
    _ batch: inout RecordBatch
  ) -> ExpressionValue {
    if nodes.count > 1 { return ExpressionValue(count: nodes.count, &batch.side) }
    let value = value(of: Int(nodes.first), plan, input, &batch)
    if value.hasFailed { return .failed }
    let elements =
      pushMembers(of: value, plan, input, batch) ?? pushElements(of: value, plan, input, batch)
    defer { items.truncate(to: elements.lowerBound) }
    return ExpressionValue(count: elements.count, &batch.side)
  }

  // MARK: - Texts

  private mutating func textFunction(
    _ operation: ExpressionNode.Operation,
    _ value: ExpressionValue,
    _ plan: borrowing MappingPlan,
    _ input: Span<UInt8>,
    _ batch: inout RecordBatch
  ) -> ExpressionValue {
    if value.hasFailed || value.isNil { return value }
    guard value.cell.kind == .string else { return .failed }
    load(value.cell, plan, input, batch)
    if operation == .length {
      var count = 0
      for at in 0..<text.count where text[at] & 0xC0 != 0x80 { count += 1 }
      return ExpressionValue(count: count, &batch.side)
    }
    Self.map(text, isUpper: operation == .uppercase, &mapped)
    let start = batch.side.count
    JSONText.append(quoting: mapped.span, 0..<mapped.count, to: &batch.side)
    let range = start..<batch.side.count
    return ExpressionValue(Cell(.string, range, space: .batch, traits: .mayHaveEscapes))
  }

  /// Apart, so that the two arrays are known to be two.
  private static func map(
    _ text: borrowing UniqueArray<UInt8>,
    isUpper: Bool,
    _ mapped: inout UniqueArray<UInt8>
  ) {
    mapped.removeAll()
    if isUpper {
      TextTransform.uppercase(text.span, &mapped)
    } else {
      TextTransform.lowercase(text.span, &mapped)
    }
  }

  /// Takes in the text of a string.
  private mutating func load(
    _ cell: Cell,
    _ plan: borrowing MappingPlan,
    _ input: Span<UInt8>,
    _ batch: borrowing RecordBatch
  ) {
    text.removeAll()
    let bytes = CellBytes(input, batch.side.span, plan.text.span)
    _ = StringText.append(bytes.around(cell), cell.contentRange, to: &text)
  }

  // MARK: - Lists

  /// A list of what some nodes are worked out to be.
  private mutating func list(
    of nodes: PlanRange<ExpressionNode>,
    _ plan: borrowing MappingPlan,
    _ input: Span<UInt8>,
    _ batch: inout RecordBatch
  ) -> ExpressionValue {
    // What an element makes for itself stands among the items, too: their places are kept free.
    let first = items.count
    for _ in nodes.indices { items.append(.nil) }
    for (place, number) in nodes.indices.enumerated() {
      let element = value(of: number, plan, input, &batch)
      items[first + place] = element
    }
    return ExpressionValue(items: first..<(first + nodes.count))
  }

  /// The elements of a collection for which a predicate holds.
  private mutating func subquery(
    _ first: Int,
    _ plan: borrowing MappingPlan,
    _ input: Span<UInt8>,
    _ batch: inout RecordBatch
  ) -> ExpressionValue {
    let collection = value(of: first, plan, input, &batch)
    if collection.hasFailed { return .failed }
    let elements = pushElements(of: collection, plan, input, batch)
    var end = elements.lowerBound
    variables.append(.nil)
    for number in elements where stepsLeft >= 0 {
      variables[variables.count - 1] = items[number]
      if isTrue(first + 1, plan, input, &batch) {
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

  /// A number of things.
  init(count: Int, _ side: inout UniqueArray<UInt8>) {
    let start = side.count
    DecimalText.append(UInt64(count), to: &side)
    self.init(Cell(.number, start..<side.count, space: .batch))
  }
}
