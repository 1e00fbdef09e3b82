extension ExpressionMachine {
  /// Whether a comparison holds, for its left side or for the elements of its left side.
  mutating func holds(
    _ number: Int,
    _ comparator: ComparisonOperator,
    _ context: Evaluation,
    _ batch: inout RecordBatch
  ) -> Bool {
    let first = Int(context.plan.expressions[number].operands.first)
    unfit = nil
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
    for number in elements where stepsLeft >= 0 {
      if items[number].isNil {
        noteUnfit(items[number], .nil, context, &batch)
        continue
      }
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
    case .less: return (order(left, right, folding, context, &batch) ?? 1) < 0
    case .lessOrEqual: return (order(left, right, folding, context, &batch) ?? 1) <= 0
    case .greater: return (order(left, right, folding, context, &batch) ?? -1) > 0
    case .greaterOrEqual: return (order(left, right, folding, context, &batch) ?? -1) >= 0
    case .between: return isBetween(left, right, folding, context, &batch)
    case .isIn: return isElement(left, of: right, asText: false, folding, context, &batch)
    case .contains: return isElement(right, of: left, asText: true, folding, context, &batch)
    case .beginsWith, .endsWith, .like, .matches: break
    }
    guard areTexts(left, right, context, &batch) else { return false }
    let bytes = context.bytes(batch)
    switch comparator {
    case .beginsWith: return comparison.begins(left.cell, with: right.cell, folding, bytes)
    case .endsWith: return comparison.ends(left.cell, with: right.cell, folding, bytes)
    case .like: return comparison.isLike(left.cell, right.cell, folding, bytes)
    default:
      let pattern = context.plan.expressions[node].pattern
      return comparison.matches(left.cell, pattern, folding, context.plan, &matcher, bytes)
    }
  }

  /// Whether both values are texts, as an operator for texts needs.
  @inline(__always)
  private mutating func areTexts(
    _ left: ExpressionValue,
    _ right: ExpressionValue,
    _ context: Evaluation,
    _ batch: inout RecordBatch
  ) -> Bool {
    if left.isString && right.isString { return true }
    if left.isNil || right.isNil {
      noteUnfit(left, right, context, &batch)
    } else {
      let (bad, other) = left.isString ? (right, left) : (left, right)
      note(.noText, bad, other, context, &batch)
    }
    return false
  }

  // MARK: - Equality and order

  /// How two values compare for equality.
  private enum Match {
    case equal
    case different
    /// Of kinds that never compare.
    case unlike
    /// The same, but one is a text that would be read as the kind of the other.
    case apart
  }

  /// Whether two values are equal: numbers and booleans by value, texts by their scalars, dates by
  /// instant, structures deeply, NIL only to NIL.
  @inline(__always)
  private mutating func areEqual(
    _ left: ExpressionValue,
    _ right: ExpressionValue,
    _ folding: TextFolding,
    _ context: Evaluation,
    _ batch: inout RecordBatch
  ) -> Bool {
    let match = match(left, right, folding, context, &batch)
    if match == .apart { note(.kinds, left, right, context, &batch) }
    return match == .equal
  }

  @inline(__always)
  private mutating func match(
    _ left: ExpressionValue,
    _ right: ExpressionValue,
    _ folding: TextFolding,
    _ context: Evaluation,
    _ batch: inout RecordBatch
  ) -> Match {
    if left.cell.kind == right.cell.kind && left.isText && left.date.isNone && right.date.isNone {
      let bytes = context.bytes(batch)
      return comparison.areEqual(left.cell, right.cell, folding, bytes) ? .equal : .different
    }
    return matchOthers(left, right, folding, context, &batch)
  }

  @inline(never)
  private mutating func matchOthers(
    _ left: ExpressionValue,
    _ right: ExpressionValue,
    _ folding: TextFolding,
    _ context: Evaluation,
    _ batch: inout RecordBatch
  ) -> Match {
    let (left, right) = paired(left, right, context, batch)
    if left.isNil || right.isNil {
      noteUnfit(left, right, context, &batch)
      return left.isNil && right.isNil ? .equal : .different
    }
    if !left.date.isNone || !right.date.isNone {
      return orderOfDates(left, right, context, batch).map { $0 == 0 ? .equal : .different }
        ?? .unlike
    }
    let one = text(of: left, context, &batch)
    let other = text(of: right, context, &batch)
    let bytes = context.bytes(batch)
    if comparison.areEqual(one, other, folding, bytes) { return .equal }
    if one.kind.compares(with: other.kind) { return .different }
    let isApart = one.reads(as: other.kind, bytes) || other.reads(as: one.kind, bytes)
    return isApart ? .apart : .unlike
  }

  /// The values as they are compared: in a document of texts, a text beside a number is a number,
  /// if it can be.
  private func paired(
    _ left: ExpressionValue,
    _ right: ExpressionValue,
    _ context: Evaluation,
    _ batch: borrowing RecordBatch
  ) -> (ExpressionValue, ExpressionValue) {
    guard readsTexts, left.date.isNone, right.date.isNone else { return (left, right) }
    switch (left.cell.kind, right.cell.kind) {
    case (.string, .number): return (numeric(left, context, batch), right)
    case (.number, .string): return (left, numeric(right, context, batch))
    default: return (left, right)
    }
  }

  /// Negative, zero or positive if the left value comes before the other, equals it or comes after
  /// it; nil if they have no order.
  @inline(__always)
  private mutating func order(
    _ left: ExpressionValue,
    _ right: ExpressionValue,
    _ folding: TextFolding,
    _ context: Evaluation,
    _ batch: inout RecordBatch
  ) -> Int? {
    let kind = left.cell.kind
    if kind == right.cell.kind && (kind == .number || kind == .string && !readsTexts)
      && left.date.isNone && right.date.isNone
    {
      let bytes = context.bytes(batch)
      return comparison.order(left.cell, right.cell, folding, bytes)
    }
    return orderOthers(left, right, folding, context, &batch)
  }

  @inline(never)
  private mutating func orderOthers(
    _ left: ExpressionValue,
    _ right: ExpressionValue,
    _ folding: TextFolding,
    _ context: Evaluation,
    _ batch: inout RecordBatch
  ) -> Int? {
    let (one, other) = paired(left, right, context, batch)
    if one.isNil || other.isNil {
      noteUnfit(left, right, context, &batch)
      return nil
    }
    let order: Int?
    if !one.date.isNone || !other.date.isNone {
      order = orderOfDates(one, other, context, batch)
    } else {
      if one.isString && other.isString && numeric(one, context, batch).cell.kind == .number
        && numeric(other, context, batch).cell.kind == .number
      {
        note(.asTexts, one, other, context, &batch)
      }
      order = comparison.order(one.cell, other.cell, folding, context.bytes(batch))
    }
    if order == nil { note(.kinds, left, right, context, &batch) }
    return order
  }

  /// Notes what could not be converted or computed, if that is why a value is NIL.
  private mutating func noteUnfit(
    _ left: ExpressionValue,
    _ right: ExpressionValue,
    _ context: Evaluation,
    _ batch: inout RecordBatch
  ) {
    guard left.hasFailed || right.hasFailed else { return }
    guard let unfit else { return note(.uncomputed, .nil, .nil, context, &batch) }
    note(unfit.form, ExpressionValue(unfit.value), .nil, context, &batch)
  }

  // MARK: - Lists

  /// What comparing a value with the elements of a list came to.
  private struct Search {
    var isFound = false
    /// An element of a kind that compares was met.
    private var compares = false
    /// The first element that never compares.
    private var apart: ExpressionValue?

    mutating func add(_ match: Match, _ element: ExpressionValue) {
      switch match {
      case .equal: isFound = true
      case .different: compares = true
      case .unlike: break
      case .apart: apart = apart ?? element
      }
    }

    /// The element to tell of; nil if the search was sound.
    var inVain: ExpressionValue? { isFound || compares ? nil : apart }
  }

  /// Whether a value equals an element of a literal list.
  private mutating func isAmong(
    _ value: ExpressionValue,
    _ list: Int,
    _ folding: TextFolding,
    _ context: Evaluation,
    _ batch: inout RecordBatch
  ) -> Bool {
    var search = Search()
    for number in context.plan.expressions[list].operands.indices where !search.isFound {
      let element = self.value(of: number, context, &batch)
      search.add(match(value, element, folding, context, &batch), element)
    }
    if let element = search.inVain { note(.kinds, value, element, context, &batch) }
    return search.isFound
  }

  /// Whether a value equals an element of a collection, or is a text that another one contains.
  ///
  /// With `asText` a collection that is a text, and a value that is none, never compare.
  private mutating func isElement(
    _ value: ExpressionValue,
    of collection: ExpressionValue,
    asText: Bool,
    _ folding: TextFolding,
    _ context: Evaluation,
    _ batch: inout RecordBatch
  ) -> Bool {
    if collection.isString {
      guard value.isString else {
        if asText && !value.isNil { note(.noText, value, collection, context, &batch) }
        noteUnfit(value, collection, context, &batch)
        return false
      }
      let bytes = context.bytes(batch)
      return comparison.contains(collection.cell, value.cell, folding, bytes)
    }
    guard let elements = pushMembers(of: collection, context, batch) else {
      if collection.isNil {
        noteUnfit(value, collection, context, &batch)
      } else if asText && !value.isNil {
        note(.noText, collection, value, context, &batch)
      }
      return false
    }
    defer { items.truncate(to: elements.lowerBound) }
    var search = Search()
    for number in elements where !search.isFound {
      search.add(match(items[number], value, folding, context, &batch), items[number])
    }
    if let element = search.inVain { note(.kinds, element, value, context, &batch) }
    return search.isFound
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
    guard (order(value, least, folding, context, &batch) ?? -1) >= 0 else { return false }
    let most = self.value(of: Int(bounds.first) + 1, context, &batch)
    return (order(value, most, folding, context, &batch) ?? 1) <= 0
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
    return (order(value, least, folding, context, &batch) ?? -1) >= 0
      && (order(value, most, folding, context, &batch) ?? 1) <= 0
  }
}

extension Cell.Kind {
  /// Whether values of the two kinds, which differ, may be equal.
  fileprivate func compares(with other: Cell.Kind) -> Bool {
    func isNumeric(_ kind: Cell.Kind) -> Bool {
      kind == .number || kind == .true || kind == .false
    }
    return self == other || isNumeric(self) && isNumeric(other)
  }
}

extension Cell {
  /// Whether a text would be read as a number or a boolean, where such a kind is on the other side.
  fileprivate func reads(as other: Kind, _ bytes: CellBytes) -> Bool {
    guard kind == .string else { return false }
    let text = bytes.around(self)
    var range = contentRange
    while let first = range.first, text[first].isWhitespace { range.removeFirst() }
    while let last = range.last, text[last].isWhitespace { range.removeLast() }
    switch other {
    case .number: return DecimalText.parts(text, range) != nil
    case .true, .false:
      return ValueConverter.boolean(.string, text, range, in: range) != nil
    default: return false
    }
  }
}

extension ExpressionValue {
  var isString: Bool { cell.kind == .string }
}

extension ExpressionNode {
  var folding: TextFolding {
    TextFolding(ignoresCase: ignoresCase, ignoresDiacritics: ignoresDiacritics)
  }
}
