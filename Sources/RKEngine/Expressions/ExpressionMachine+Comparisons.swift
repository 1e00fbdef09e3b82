extension ExpressionMachine {
  /// Whether a comparison holds, for its left side or for the elements of its left side.
  mutating func holds(
    _ number: Int,
    _ comparator: ComparisonOperator,
    _ context: Evaluation,
    _ batch: inout RecordBatch
  ) -> Bool {
    let first = Int(context.plan.expressions[number].operands.first)
    let left = value(of: first, context, &batch)
    let quantifier = context.plan.expressions[number].quantifier
    if quantifier == .none {
      return holds(number, comparator, left, first + 1, context, &batch)
    }
    return holds(number, comparator, quantifier, left, first + 1, context, &batch)
  }

  /// Whether a comparison holds for as many elements of its left side as required.
  @inline(never)
  private mutating func holds(
    _ node: Int,
    _ comparator: ComparisonOperator,
    _ quantifier: ExpressionNode.Quantifier,
    _ left: ExpressionValue,
    _ other: Int,
    _ context: Evaluation,
    _ batch: inout RecordBatch
  ) -> Bool {
    let elements = pushElements(of: left, context, batch)
    let side = batch.side.count
    for number in elements where !items[number].isNil && stepsLeft >= 0 {
      // The bytes made for the previous element are no longer needed.
      batch.side.truncate(to: side)
      items.truncate(to: elements.upperBound)
      if holds(node, comparator, items[number], other, context, &batch) {
        if quantifier != .all { return quantifier == .any }
      } else if quantifier == .all {
        return false
      }
    }
    return quantifier != .any
  }

  /// Whether a comparison holds for one value and the right side, the node `other`.
  @inline(__always)
  private mutating func holds(
    _ node: Int,
    _ comparator: ComparisonOperator,
    _ left: ExpressionValue,
    _ other: Int,
    _ context: Evaluation,
    _ batch: inout RecordBatch
  ) -> Bool {
    let folding = context.plan.expressions[node].folding
    // A literal list is examined without being built.
    if case .list = context.plan.expressions[other].operation {
      if comparator == .isIn { return isAmong(left, other, folding, context, &batch) }
      if comparator == .between { return isBetween(left, other, folding, context, &batch) }
    }
    let right = value(of: other, context, &batch)
    switch comparator {
    case .equal: return areEqual(left, right, folding, context, &batch)
    case .notEqual: return !areEqual(left, right, folding, context, &batch)
    case .less: return (order(left, right, folding, context, batch) ?? 1) < 0
    case .lessOrEqual: return (order(left, right, folding, context, batch) ?? 1) <= 0
    case .greater: return (order(left, right, folding, context, batch) ?? -1) > 0
    case .greaterOrEqual: return (order(left, right, folding, context, batch) ?? -1) >= 0
    case .between: return isBetween(left, right, folding, context, &batch)
    case .isIn: return isElement(left, of: right, folding, context, &batch)
    case .contains: return isElement(right, of: left, folding, context, &batch)
    case .beginsWith:
      let bytes = context.bytes(batch)
      return left.isString && right.isString
        && comparison.begins(left.cell, with: right.cell, folding, bytes)
    case .endsWith:
      let bytes = context.bytes(batch)
      return left.isString && right.isString
        && comparison.ends(left.cell, with: right.cell, folding, bytes)
    case .like:
      let bytes = context.bytes(batch)
      return left.isString && right.isString
        && comparison.isLike(left.cell, right.cell, folding, bytes)
    case .matches:
      let bytes = context.bytes(batch)
      let pattern = context.plan.expressions[node].pattern
      return left.isString
        && comparison.matches(left.cell, pattern, folding, context.plan, &matcher, bytes)
    }
  }

  // MARK: - Equality and order

  /// Whether two values are equal: numbers and booleans by value, texts by their scalars,
  /// structures deeply, NIL only to NIL.
  @inline(__always)
  mutating func areEqual(
    _ left: ExpressionValue,
    _ right: ExpressionValue,
    _ folding: TextFolding,
    _ context: Evaluation,
    _ batch: inout RecordBatch
  ) -> Bool {
    if left.isText && right.isText {
      let bytes = context.bytes(batch)
      return comparison.areEqual(left.cell, right.cell, folding, bytes)
    }
    return haveEqualTexts(left, right, folding, context, &batch)
  }

  @inline(never)
  private mutating func haveEqualTexts(
    _ left: ExpressionValue,
    _ right: ExpressionValue,
    _ folding: TextFolding,
    _ context: Evaluation,
    _ batch: inout RecordBatch
  ) -> Bool {
    if left.isNil || right.isNil { return left.isNil && right.isNil }
    let one = text(of: left, context, &batch)
    let other = text(of: right, context, &batch)
    let bytes = context.bytes(batch)
    return comparison.areEqual(one, other, folding, bytes)
  }

  /// Negative, zero or positive if the left value comes before the other, equals it or comes after
  /// it; nil if they have no order.
  @inline(__always)
  private mutating func order(
    _ left: ExpressionValue,
    _ right: ExpressionValue,
    _ folding: TextFolding,
    _ context: Evaluation,
    _ batch: borrowing RecordBatch
  ) -> Int? {
    let bytes = context.bytes(batch)
    return comparison.order(left.cell, right.cell, folding, bytes)
  }

  // MARK: - Lists

  /// Whether a value equals an element of a literal list.
  private mutating func isAmong(
    _ value: ExpressionValue,
    _ list: Int,
    _ folding: TextFolding,
    _ context: Evaluation,
    _ batch: inout RecordBatch
  ) -> Bool {
    for number in context.plan.expressions[list].operands.indices {
      let element = self.value(of: number, context, &batch)
      if areEqual(value, element, folding, context, &batch) { return true }
    }
    return false
  }

  /// Whether a value equals an element of a collection, or is a text that another one contains.
  private mutating func isElement(
    _ value: ExpressionValue,
    of collection: ExpressionValue,
    _ folding: TextFolding,
    _ context: Evaluation,
    _ batch: inout RecordBatch
  ) -> Bool {
    if collection.cell.kind == .string {
      guard value.cell.kind == .string else { return false }
      let bytes = context.bytes(batch)
      return comparison.contains(collection.cell, value.cell, folding, bytes)
    }
    guard let elements = pushMembers(of: collection, context, batch) else { return false }
    defer { items.truncate(to: elements.lowerBound) }
    for number in elements where areEqual(items[number], value, folding, context, &batch) {
      return true
    }
    return false
  }

  private mutating func isBetween(
    _ value: ExpressionValue,
    _ list: Int,
    _ folding: TextFolding,
    _ context: Evaluation,
    _ batch: inout RecordBatch
  ) -> Bool {
    let bounds = context.plan.expressions[list].operands
    guard bounds.count == 2 else { return false }
    let least = self.value(of: Int(bounds.first), context, &batch)
    guard (order(value, least, folding, context, batch) ?? -1) >= 0 else { return false }
    let most = self.value(of: Int(bounds.first) + 1, context, &batch)
    return (order(value, most, folding, context, batch) ?? 1) <= 0
  }

  private mutating func isBetween(
    _ value: ExpressionValue,
    _ list: ExpressionValue,
    _ folding: TextFolding,
    _ context: Evaluation,
    _ batch: inout RecordBatch
  ) -> Bool {
    guard let bounds = pushMembers(of: list, context, batch) else { return false }
    defer { items.truncate(to: bounds.lowerBound) }
    guard bounds.count == 2 else { return false }
    let (least, most) = (items[bounds.lowerBound], items[bounds.lowerBound + 1])
    return (order(value, least, folding, context, batch) ?? -1) >= 0
      && (order(value, most, folding, context, batch) ?? 1) <= 0
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
