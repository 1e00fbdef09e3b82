/// Evaluates key paths that collect several values, and their operators.
extension ExpressionMachine {
  /// A list of the values that such a path leads to, in document order, without missing values.
  mutating func collect(
    _ steps: PlanRange<PathStep>,
    from value: ExpressionValue,
    _ context: Evaluation,
    _ batch: inout RecordBatch
  ) -> ExpressionValue {
    let base = found.count
    find(steps, from: value, context, &batch)
    let first = items.count
    for number in base..<found.count { items.append(found[number]) }
    found.truncate(to: base)
    return ExpressionValue(items: first..<items.count)
  }

  /// The cost of following one branch of a path.
  private static var stepsOfWay: Int { 16 }

  private mutating func find(
    _ steps: PlanRange<PathStep>,
    from value: ExpressionValue,
    _ context: Evaluation,
    _ batch: inout RecordBatch
  ) {
    var here = value
    // The found values take memory, and a few elements may lead to many of them by many branches.
    stepsLeft &-= Self.stepsOfWay
    for number in steps.indices {
      if here.isNil || stepsLeft < 0 { return }
      let rest = PlanRange<PathStep>((number + 1)..<Int(steps.end))
      let first = items.count
      switch context.plan.steps[number] {
      case .key, .glob:
        guard isObject(here, context, batch) else {
          let way = PlanRange<PathStep>(number..<Int(steps.end))
          if isArray(here, context, batch),
            case .value(let list) = distribute(way, over: here, context, &batch)
          {
            found.append(list)
          }
          return
        }
        if case .key(let key) = context.plan.steps[number] {
          guard let member = member(key, of: here, context, &batch) else { return }
          here = member
          continue
        }
        if case .glob(let glob) = context.plan.steps[number] {
          pushMembers(of: here, matching: glob, context, &batch)
        }
      case .index(let index):
        guard isArray(here, context, batch),
          let element = element(Int(index), of: here, context, batch)
        else { return }
        here = element
        continue
      case .all: pushMembers(of: here, matching: nil, context, &batch)
      case .descendants(let name): pushDescendants(of: here, name, context, &batch)
      case .collection: return
      }
      for match in first..<items.count { find(rest, from: items[match], context, &batch) }
      return
    }
    found.append(here)
  }

  /// Pushes the elements of an array, or the values of an object whose keys match.
  private mutating func pushMembers(
    of value: ExpressionValue,
    matching glob: PlanID<KeyGlob>?,
    _ context: Evaluation,
    _ batch: inout RecordBatch
  ) {
    if isArray(value, context, batch) {
      if glob == nil { _ = pushElements(of: value, context, batch) }
      return
    }
    guard isObject(value, context, batch) else { return }
    let object = text(of: value, context, &batch)
    let bytes = context.bytes(batch)
    let text = bytes.around(object)
    var members = ObjectMembers(from: Int(object.offset))
    while let member = members.next(text) {
      if let glob, !spelling.isKey(text, member.name, like: context.plan.globs[glob]) { continue }
      items.append(ExpressionValue(Cell(member.value, in: object, text)))
    }
  }

  /// Pushes the values under a name, at any depth.
  private mutating func pushDescendants(
    of value: ExpressionValue,
    _ name: ByteRange,
    _ context: Evaluation,
    _ batch: inout RecordBatch
  ) {
    guard isArray(value, context, batch) || isObject(value, context, batch) else { return }
    let whole = text(of: value, context, &batch)
    let bytes = context.bytes(batch)
    let text = bytes.around(whole)
    var at = Int(whole.offset)
    while at < whole.range.upperBound {
      guard text[at] == .quote else {
        at += 1
        continue
      }
      let string = at..<text.end(ofStringAt: at)
      at = string.upperBound
      while at < whole.range.upperBound, text[at].isWhitespace { at += 1 }
      guard at < whole.range.upperBound, text[at] == .colon else { continue }
      at += 1
      while text[at].isWhitespace { at += 1 }
      guard spelling.isKey(text, string, name) else { continue }
      items.append(ExpressionValue(Cell(at..<text.end(ofValueAt: at), in: whole, text)))
    }
  }

  // MARK: - Operators

  /// Applies an operator to a collection, and follows the rest of the path.
  mutating func apply(
    _ operation: CollectionOperator,
    to value: ExpressionValue,
    _ rest: PlanRange<PathStep>,
    _ context: Evaluation,
    _ batch: inout RecordBatch
  ) -> PathEnd {
    switch operation.form {
    case .part(let part):
      guard let part = select(part, of: value, context, &batch) else { return .missing }
      return walk(rest, from: part, context, &batch)
    case .combination(let combination):
      guard isArray(value, context, batch) else { return .missing }
      let elements = pushElements(of: value, context, batch)
      for number in elements where !rest.isEmpty {
        items[number] = follow(rest, from: items[number], context, &batch)
      }
      return combine(elements, by: combination, context, &batch)
    }
  }

  /// The part of a collection that an operator selects; nil if there is none.
  private mutating func select(
    _ part: CollectionOperator.Part,
    of value: ExpressionValue,
    _ context: Evaluation,
    _ batch: inout RecordBatch
  ) -> ExpressionValue? {
    let isArray = isArray(value, context, batch)
    guard isArray || isObject(value, context, batch) else { return nil }
    let first = items.count
    switch part {
    case .element(let place):
      return isArray ? element(place, of: value, context, batch) : nil
    case .keys:
      if isArray { return nil }
      let object = text(of: value, context, &batch)
      let bytes = context.bytes(batch)
      let text = bytes.around(object)
      var members = ObjectMembers(from: Int(object.offset))
      while let member = members.next(text) {
        items.append(ExpressionValue(Cell(member.name, in: object, text)))
      }
    case .count:
      pushMembers(of: value, matching: nil, context, &batch)
      return ExpressionValue(count: items.count - first, &batch.side)
    case .values: pushMembers(of: value, matching: nil, context, &batch)
    }
    return ExpressionValue(items: first..<items.count)
  }

  /// The result of an operator on the values at the end of the path.
  private mutating func combine(
    _ found: Range<Int>,
    by combination: CollectionOperator.Combination,
    _ context: Evaluation,
    _ batch: inout RecordBatch
  ) -> PathEnd {
    switch combination {
    case .aggregate(let aggregation):
      return PathEnd(aggregate(aggregation, found, context, &batch))
    case .list(let ofElements, let isDistinct):
      let list = ofElements ? pushElements(ofItems: found, context, batch) : present(found)
      return .value(
        isDistinct ? distinct(list, context, &batch) : ExpressionValue(items: list)
      )
    }
  }

  /// Pushes the elements of those items that are arrays.
  private mutating func pushElements(
    ofItems found: Range<Int>,
    _ context: Evaluation,
    _ batch: borrowing RecordBatch
  ) -> Range<Int> {
    let first = items.count
    for number in found where isArray(items[number], context, batch) {
      _ = pushElements(of: items[number], context, batch)
    }
    return first..<items.count
  }

  /// The items that are not missing; null counts as present.
  private mutating func present(_ found: Range<Int>) -> Range<Int> {
    var end = found.lowerBound
    for number in found where items[number].cell.kind != .missing {
      items[end] = items[number]
      end += 1
    }
    return found.lowerBound..<end
  }

  /// A list of the items without duplicates.
  private mutating func distinct(
    _ list: Range<Int>,
    _ context: Evaluation,
    _ batch: inout RecordBatch
  ) -> ExpressionValue {
    met.removeAll()
    var end = list.lowerBound
    for number in list {
      let item = items[number]
      let cell = item.isNil ? .missing : text(of: item, context, &batch)
      if met.insert(cell, context.bytes(batch)) {
        items[end] = item
        end += 1
      }
    }
    return ExpressionValue(items: list.lowerBound..<end)
  }
}

extension ExpressionMachine.PathEnd {
  /// Converts the result of an aggregate; that of nothing is missing.
  fileprivate init(_ value: ExpressionValue) {
    self = !value.hasFailed && value.cell.kind == .missing ? .missing : .value(value)
  }
}
