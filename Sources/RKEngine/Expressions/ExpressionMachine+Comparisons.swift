extension ExpressionMachine {
  /// Whether a comparison holds, for its left side or for elements of that.
  mutating func holds(
    _ number: Int,
    _ comparator: ComparisonOperator,
    _ plan: borrowing MappingPlan,
    _ input: Span<UInt8>,
    _ batch: inout RecordBatch
  ) -> Bool {
    let first = Int(plan.expressions[number].operands.first)
    let left = value(of: first, plan, input, &batch)
    let quantifier = plan.expressions[number].quantifier
    if quantifier == .none {
      return holds(number, comparator, left, first + 1, plan, input, &batch)
    }
    return holds(number, comparator, quantifier, left, first + 1, plan, input, &batch)
  }

  /// Whether it holds for as many elements of its left side as it has to.
  @inline(never)
  private mutating func holds(
    _ node: Int,
    _ comparator: ComparisonOperator,
    _ quantifier: ExpressionNode.Quantifier,
    _ left: ExpressionValue,
    _ other: Int,
    _ plan: borrowing MappingPlan,
    _ input: Span<UInt8>,
    _ batch: inout RecordBatch
  ) -> Bool {
    let elements = pushElements(of: left, plan, input, batch)
    let side = batch.side.count
    for number in elements where !items[number].isNil && stepsLeft >= 0 {
      // What was made for the element before it is not needed any more.
      batch.side.truncate(to: side)
      items.truncate(to: elements.upperBound)
      if holds(node, comparator, items[number], other, plan, input, &batch) {
        if quantifier != .all { return quantifier == .any }
      } else if quantifier == .all {
        return false
      }
    }
    return quantifier != .any
  }

  /// Whether it holds for one value and its right side, the node `other`.
  @inline(__always)
  private mutating func holds(
    _ node: Int,
    _ comparator: ComparisonOperator,
    _ left: ExpressionValue,
    _ other: Int,
    _ plan: borrowing MappingPlan,
    _ input: Span<UInt8>,
    _ batch: inout RecordBatch
  ) -> Bool {
    let folding = plan.expressions[node].folding
    // A list that is written out is looked at without being made.
    if case .list = plan.expressions[other].operation {
      if comparator == .isIn { return isAmong(left, other, folding, plan, input, &batch) }
      if comparator == .between { return isBetween(left, other, folding, plan, input, &batch) }
    }
    let right = value(of: other, plan, input, &batch)
    switch comparator {
    case .equal: return areEqual(left, right, folding, plan, input, &batch)
    case .notEqual: return !areEqual(left, right, folding, plan, input, &batch)
    case .less: return (order(left, right, folding, plan, input, batch) ?? 1) < 0
    case .lessOrEqual: return (order(left, right, folding, plan, input, batch) ?? 1) <= 0
    case .greater: return (order(left, right, folding, plan, input, batch) ?? -1) > 0
    case .greaterOrEqual: return (order(left, right, folding, plan, input, batch) ?? -1) >= 0
    case .between: return isBetween(left, right, folding, plan, input, &batch)
    case .isIn: return isElement(left, of: right, folding, plan, input, &batch)
    case .contains: return isElement(right, of: left, folding, plan, input, &batch)
    case .beginsWith:
      let bytes = CellBytes(input, batch.side.span, plan.text.span)
      return left.isString && right.isString
        && comparison.begins(left.cell, with: right.cell, folding, bytes)
    case .endsWith:
      let bytes = CellBytes(input, batch.side.span, plan.text.span)
      return left.isString && right.isString
        && comparison.ends(left.cell, with: right.cell, folding, bytes)
    case .like:
      let bytes = CellBytes(input, batch.side.span, plan.text.span)
      return left.isString && right.isString
        && comparison.isLike(left.cell, right.cell, folding, bytes)
    case .matches:
      let bytes = CellBytes(input, batch.side.span, plan.text.span)
      let pattern = plan.expressions[node].pattern
      return left.isString
        && comparison.matches(left.cell, pattern, folding, plan, &matcher, bytes)
    }
  }

  // MARK: - Equality and order

  /// R0.17: numbers and booleans by value, texts by their scalars, structures deeply, NIL with NIL.
  @inline(__always)
  mutating func areEqual(
    _ left: ExpressionValue,
    _ right: ExpressionValue,
    _ folding: TextFolding,
    _ plan: borrowing MappingPlan,
    _ input: Span<UInt8>,
    _ batch: inout RecordBatch
  ) -> Bool {
    if left.isText && right.isText {
      let bytes = CellBytes(input, batch.side.span, plan.text.span)
      return comparison.areEqual(left.cell, right.cell, folding, bytes)
    }
    return haveEqualTexts(left, right, folding, plan, input, &batch)
  }

  @inline(never)
  private mutating func haveEqualTexts(
    _ left: ExpressionValue,
    _ right: ExpressionValue,
    _ folding: TextFolding,
    _ plan: borrowing MappingPlan,
    _ input: Span<UInt8>,
    _ batch: inout RecordBatch
  ) -> Bool {
    if left.isNil || right.isNil { return left.isNil && right.isNil }
    let one = text(of: left, plan, input, &batch)
    let other = text(of: right, plan, input, &batch)
    let bytes = CellBytes(input, batch.side.span, plan.text.span)
    return comparison.areEqual(one, other, folding, bytes)
  }

  /// Less than zero, zero or more as the left value comes before the other, equals it or comes after
  /// it; nil where there is no order.
  @inline(__always)
  private mutating func order(
    _ left: ExpressionValue,
    _ right: ExpressionValue,
    _ folding: TextFolding,
    _ plan: borrowing MappingPlan,
    _ input: Span<UInt8>,
    _ batch: borrowing RecordBatch
  ) -> Int? {
    let bytes = CellBytes(input, batch.side.span, plan.text.span)
    return comparison.order(left.cell, right.cell, folding, bytes)
  }

  // MARK: - Lists

  /// Whether a value equals one of those that a list is written of.
  private mutating func isAmong(
    _ value: ExpressionValue,
    _ list: Int,
    _ folding: TextFolding,
    _ plan: borrowing MappingPlan,
    _ input: Span<UInt8>,
    _ batch: inout RecordBatch
  ) -> Bool {
    for number in plan.expressions[list].operands.indices {
      let element = self.value(of: number, plan, input, &batch)
      if areEqual(value, element, folding, plan, input, &batch) { return true }
    }
    return false
  }

  /// Whether a value equals an element of a collection, or a text is part of another.
  private mutating func isElement(
    _ value: ExpressionValue,
    of collection: ExpressionValue,
    _ folding: TextFolding,
    _ plan: borrowing MappingPlan,
    _ input: Span<UInt8>,
    _ batch: inout RecordBatch
  ) -> Bool {
    if collection.cell.kind == .string {
      guard value.cell.kind == .string else { return false }
      let bytes = CellBytes(input, batch.side.span, plan.text.span)
      return comparison.contains(collection.cell, value.cell, folding, bytes)
    }
    guard let elements = pushMembers(of: collection, plan, input, batch) else { return false }
    defer { items.truncate(to: elements.lowerBound) }
    for number in elements where areEqual(items[number], value, folding, plan, input, &batch) {
      return true
    }
    return false
  }

  private mutating func isBetween(
    _ value: ExpressionValue,
    _ list: Int,
    _ folding: TextFolding,
    _ plan: borrowing MappingPlan,
    _ input: Span<UInt8>,
    _ batch: inout RecordBatch
  ) -> Bool {
    let bounds = plan.expressions[list].operands
    guard bounds.count == 2 else { return false }
    let least = self.value(of: Int(bounds.first), plan, input, &batch)
    guard (order(value, least, folding, plan, input, batch) ?? -1) >= 0 else { return false }
    let most = self.value(of: Int(bounds.first) + 1, plan, input, &batch)
    return (order(value, most, folding, plan, input, batch) ?? 1) <= 0
  }

  private mutating func isBetween(
    _ value: ExpressionValue,
    _ list: ExpressionValue,
    _ folding: TextFolding,
    _ plan: borrowing MappingPlan,
    _ input: Span<UInt8>,
    _ batch: inout RecordBatch
  ) -> Bool {
    guard let bounds = pushMembers(of: list, plan, input, batch) else { return false }
    defer { items.truncate(to: bounds.lowerBound) }
    guard bounds.count == 2 else { return false }
    let (least, most) = (items[bounds.lowerBound], items[bounds.lowerBound + 1])
    return (order(value, least, folding, plan, input, batch) ?? -1) >= 0
      && (order(value, most, folding, plan, input, batch) ?? 1) <= 0
  }
}

extension ExpressionValue {
  fileprivate var isString: Bool { cell.kind == .string }
}

extension ExpressionNode {
  var folding: TextFolding {
    TextFolding(ignoresCase: ignoresCase, ignoresDiacritics: ignoresDiacritics)
  }
}
