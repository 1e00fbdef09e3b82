/// The functions of expressions.
extension ExpressionMachine {
  /// The result of a function.
  mutating func call(
    _ function: ExpressionFunction,
    _ node: ExpressionNode,
    _ context: Evaluation,
    _ batch: inout RecordBatch
  ) -> ExpressionValue {
    let arguments = node.operands
    let first = Int(arguments.first)
    switch function {
    case .sum: return aggregate(.sum, arguments, context, &batch)
    case .count: return count(arguments, context, &batch)
    case .min: return aggregate(.minimum, arguments, context, &batch)
    case .max: return aggregate(.maximum, arguments, context, &batch)
    case .average: return aggregate(.average, arguments, context, &batch)
    case .median: return aggregate(.median, arguments, context, &batch)
    case .length:
      if let other = loadText(of: first, context, &batch) { return other }
      var count = 0
      for at in 0..<text.count where text[at] & 0xC0 != 0x80 { count += 1 }
      return ExpressionValue(count: count, &batch.side)
    case .uppercase:
      if let other = loadText(of: first, context, &batch) { return other }
      return map(isUpper: true, &batch.side)
    case .lowercase:
      if let other = loadText(of: first, context, &batch) { return other }
      return map(isUpper: false, &batch.side)
    case .abs:
      let value = operand(first, context, &batch)
      return made(number(value, context, batch)?.magnitude, of: value, value, &batch.side)
    case .floor: return round(first, .down, context, &batch)
    case .ceiling: return round(first, .up, context, &batch)
    case .round: return round(first, .nearest, context, &batch)
    case .modulus:
      let left = operand(first, context, &batch)
      let right = operand(first + 1, context, &batch)
      var remainder: ExactDecimal?
      if let left = number(left, context, batch), let right = number(right, context, batch) {
        remainder = left.remainder(by: right)
      }
      return made(remainder, of: left, right, &batch.side)
    case .number, .text, .date:
      let value = value(of: first, context, &batch)
      return converted(value, by: function, node.date, context, &batch)
    }
  }

  // MARK: - Collections

  private mutating func aggregate(
    _ kind: Aggregation,
    _ nodes: PlanRange<ExpressionNode>,
    _ context: Evaluation,
    _ batch: inout RecordBatch
  ) -> ExpressionValue {
    // Several arguments are treated as a list of them.
    let list =
      nodes.count == 1
      ? value(of: Int(nodes.first), context, &batch) : list(of: nodes, context, &batch)
    if list.hasFailed { return .failed }
    let elements = pushElements(of: list, context, batch)
    defer { items.truncate(to: elements.lowerBound) }
    return aggregate(kind, elements, context, &batch)
  }

  /// Computes an aggregate of items.
  mutating func aggregate(
    _ kind: Aggregation,
    _ elements: Range<Int>,
    _ context: Evaluation,
    _ batch: inout RecordBatch
  ) -> ExpressionValue {
    let isBest = kind == .minimum || kind == .maximum
    if isBest && elements.contains(where: { !items[$0].date.isNone }) {
      return extreme(kind, elements, context, batch)
    }
    aggregate.begin(kind)
    for number in elements {
      if items[number].hasFailed { return .failed }
      // A list inside a list is not a number.
      let cell = items[number].isNil ? .missing : items[number].cell
      aggregate.add(cell, context.bytes(batch))
    }
    let result = ExpressionValue(aggregate.finish(&batch.side))
    if result.hasFailed { failure = shown(ExpressionValue(items: elements), context, &batch) }
    return result
  }

  private mutating func count(
    _ nodes: PlanRange<ExpressionNode>,
    _ context: Evaluation,
    _ batch: inout RecordBatch
  ) -> ExpressionValue {
    if nodes.count > 1 { return ExpressionValue(count: nodes.count, &batch.side) }
    let value = value(of: Int(nodes.first), context, &batch)
    if value.hasFailed { return .failed }
    let elements =
      pushMembers(of: value, context, batch) ?? pushElements(of: value, context, batch)
    defer { items.truncate(to: elements.lowerBound) }
    return ExpressionValue(count: elements.count, &batch.side)
  }

  // MARK: - Texts

  /// Loads the text that a node evaluates to; returns the function's result if it is not text.
  private mutating func loadText(
    of node: Int,
    _ context: Evaluation,
    _ batch: inout RecordBatch
  ) -> ExpressionValue? {
    let value = value(of: node, context, &batch)
    if value.hasFailed || value.isNil { return value }
    guard value.cell.kind == .string else { return .failed }
    loadScalar(value.cell, context, batch)
    return nil
  }

  /// A value with the text in upper or lower case.
  private mutating func map(isUpper: Bool, _ side: inout UniqueArray<UInt8>) -> ExpressionValue {
    Self.map(text, isUpper: isUpper, &mapped)
    let start = side.count
    JSONText.append(quoting: mapped.span, 0..<mapped.count, to: &side)
    let range = start..<side.count
    return ExpressionValue(Cell(.string, range, space: .batch, traits: .mayHaveEscapes))
  }

  /// A separate function, so that the compiler knows that the two arrays are distinct.
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
    _ context: Evaluation,
    _ batch: inout RecordBatch
  ) -> ExpressionValue {
    let value = operand(node, context, &batch)
    return made(number(value, context, batch)?.rounded(rounding), of: value, value, &batch.side)
  }

  /// The number of a value; nil for anything else.
  func number(
    _ value: ExpressionValue,
    _ context: Evaluation,
    _ batch: borrowing RecordBatch
  ) -> ExactDecimal? {
    ExactDecimal(value.cell, context.bytes(batch))
  }

  /// The result for two numbers; for a single one it is used twice.
  ///
  /// NIL if one of them is NIL, a failure if there is no result.
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
