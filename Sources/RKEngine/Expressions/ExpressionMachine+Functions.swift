/// The functions of expressions.
extension ExpressionMachine {
  /// What a function makes of its arguments.
  mutating func call(
    _ function: ExpressionFunction,
    _ arguments: PlanRange<ExpressionNode>,
    _ plan: borrowing MappingPlan,
    _ input: Span<UInt8>,
    _ batch: inout RecordBatch
  ) -> ExpressionValue {
    let first = Int(arguments.first)
    switch function {
    case .sum: return aggregate(.sum, arguments, plan, input, &batch)
    case .count: return count(arguments, plan, input, &batch)
    case .min: return aggregate(.minimum, arguments, plan, input, &batch)
    case .max: return aggregate(.maximum, arguments, plan, input, &batch)
    case .average: return aggregate(.average, arguments, plan, input, &batch)
    case .median: return aggregate(.median, arguments, plan, input, &batch)
    case .length:
      if let other = loadText(of: first, plan, input, &batch) { return other }
      var count = 0
      for at in 0..<text.count where text[at] & 0xC0 != 0x80 { count += 1 }
      return ExpressionValue(count: count, &batch.side)
    case .uppercase:
      if let other = loadText(of: first, plan, input, &batch) { return other }
      return map(isUpper: true, &batch.side)
    case .lowercase:
      if let other = loadText(of: first, plan, input, &batch) { return other }
      return map(isUpper: false, &batch.side)
    case .abs:
      let value = value(of: first, plan, input, &batch)
      return made(number(value, plan, input, batch)?.magnitude, of: value, value, &batch.side)
    case .floor: return round(first, .down, plan, input, &batch)
    case .ceiling: return round(first, .up, plan, input, &batch)
    case .round: return round(first, .nearest, plan, input, &batch)
    case .modulus:
      let left = value(of: first, plan, input, &batch)
      let right = value(of: first + 1, plan, input, &batch)
      var remainder: ExactDecimal?
      if let left = number(left, plan, input, batch), let right = number(right, plan, input, batch)
      {
        remainder = left.remainder(by: right)
      }
      return made(remainder, of: left, right, &batch.side)
    }
  }

  // MARK: - Collections

  private mutating func aggregate(
    _ kind: Aggregation,
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
    _ kind: Aggregation,
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

  /// Takes in the text that a node is worked out to be; what the function is then, where there is none.
  private mutating func loadText(
    of node: Int,
    _ plan: borrowing MappingPlan,
    _ input: Span<UInt8>,
    _ batch: inout RecordBatch
  ) -> ExpressionValue? {
    let value = value(of: node, plan, input, &batch)
    if value.hasFailed || value.isNil { return value }
    guard value.cell.kind == .string else { return .failed }
    text.removeAll()
    let bytes = CellBytes(input, batch.side.span, plan.text.span)
    _ = StringText.append(bytes.around(value.cell), value.cell.contentRange, to: &text)
    return nil
  }

  /// The text in capitals, or in small letters, as a value.
  private mutating func map(isUpper: Bool, _ side: inout UniqueArray<UInt8>) -> ExpressionValue {
    Self.map(text, isUpper: isUpper, &mapped)
    let start = side.count
    JSONText.append(quoting: mapped.span, 0..<mapped.count, to: &side)
    let range = start..<side.count
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

  // MARK: - Numbers

  private mutating func round(
    _ node: Int,
    _ rounding: ExactDecimal.Rounding,
    _ plan: borrowing MappingPlan,
    _ input: Span<UInt8>,
    _ batch: inout RecordBatch
  ) -> ExpressionValue {
    let value = value(of: node, plan, input, &batch)
    return made(number(value, plan, input, batch)?.rounded(rounding), of: value, value, &batch.side)
  }

  /// The number that a value is; nil for anything else.
  func number(
    _ value: ExpressionValue,
    _ plan: borrowing MappingPlan,
    _ input: Span<UInt8>,
    _ batch: borrowing RecordBatch
  ) -> ExactDecimal? {
    ExactDecimal(value.cell, CellBytes(input, batch.side.span, plan.text.span))
  }

  /// What is made of two numbers, or twice the only one; NIL if one of them is, and a failure where the
  /// result is not there otherwise.
  func made(
    _ result: ExactDecimal?,
    of left: ExpressionValue,
    _ right: ExpressionValue,
    _ side: inout UniqueArray<UInt8>
  ) -> ExpressionValue {
    if left.hasFailed || right.hasFailed { return .failed }
    if left.isNil || right.isNil { return .nil }
    return result.map { ExpressionValue($0.result(&side)) } ?? .failed
  }
}
