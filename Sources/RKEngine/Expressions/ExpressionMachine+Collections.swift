/// Key paths that take several values at once, and their operators.
extension ExpressionMachine {
  /// A list of what a path that takes several values leads to, in the order of the document; what is
  /// missing is left out.
  mutating func collect(
    _ steps: PlanRange<PathStep>,
    from value: ExpressionValue,
    _ plan: borrowing MappingPlan,
    _ input: Span<UInt8>,
    _ batch: inout RecordBatch
  ) -> ExpressionValue {
    let base = found.count
    find(steps, from: value, plan, input, &batch)
    let first = items.count
    for number in base..<found.count { items.append(found[number]) }
    found.truncate(to: base)
    return ExpressionValue(items: first..<items.count)
  }

  /// What it takes to follow one of the ways of a path.
  private static var stepsOfWay: Int { 16 }

  private mutating func find(
    _ steps: PlanRange<PathStep>,
    from value: ExpressionValue,
    _ plan: borrowing MappingPlan,
    _ input: Span<UInt8>,
    _ batch: inout RecordBatch
  ) {
    var here = value
    // What is found takes memory: of a few elements there may be many ways to many.
    stepsLeft &-= Self.stepsOfWay
    for number in steps.indices {
      if here.isNil || stepsLeft < 0 { return }
      let rest = PlanRange<PathStep>((number + 1)..<Int(steps.end))
      let first = items.count
      switch plan.steps[number] {
      case .key, .glob:
        guard isObject(here, plan, input, batch) else {
          let way = PlanRange<PathStep>(number..<Int(steps.end))
          if isArray(here, plan, input, batch),
            case .value(let list) = distribute(way, over: here, plan, input, &batch)
          {
            found.append(list)
          }
          return
        }
        if case .key(let key) = plan.steps[number] {
          guard let member = member(key, of: here, plan, input, &batch) else { return }
          here = member
          continue
        }
        if case .glob(let glob) = plan.steps[number] {
          pushMembers(of: here, matching: glob, plan, input, &batch)
        }
      case .index(let index):
        guard isArray(here, plan, input, batch),
          let element = element(Int(index), of: here, plan, input, batch)
        else { return }
        here = element
        continue
      case .all: pushMembers(of: here, matching: nil, plan, input, &batch)
      case .descendants(let name): pushDescendants(of: here, name, plan, input, &batch)
      case .collection: return
      }
      for match in first..<items.count { find(rest, from: items[match], plan, input, &batch) }
      return
    }
    found.append(here)
  }

  /// Puts the elements of an array, or the values of an object whose keys match, behind the items.
  private mutating func pushMembers(
    of value: ExpressionValue,
    matching glob: PlanID<KeyGlob>?,
    _ plan: borrowing MappingPlan,
    _ input: Span<UInt8>,
    _ batch: inout RecordBatch
  ) {
    if isArray(value, plan, input, batch) {
      if glob == nil { _ = pushElements(of: value, plan, input, batch) }
      return
    }
    guard isObject(value, plan, input, batch) else { return }
    let object = text(of: value, plan, input, &batch)
    let bytes = CellBytes(input, batch.side.span, plan.text.span)
    let text = bytes.around(object)
    var members = ObjectMembers(from: Int(object.offset))
    while let member = members.next(text) {
      if let glob, !isName(text, member.name, like: plan.globs[glob], plan) { continue }
      items.append(ExpressionValue(Cell(member.value, in: object, text)))
    }
  }

  /// The name is spelled as a glob wants it: its pieces in their order, the first one at the
  /// beginning and the last one at the end.
  private mutating func isName(
    _ text: Span<UInt8>,
    _ name: Range<Int>,
    like glob: KeyGlob,
    _ plan: borrowing MappingPlan
  ) -> Bool {
    if spellsKeys {
      return spelling.read(text, (name.lowerBound + 1)..<(name.upperBound - 1))
        && spelling.matches(glob.pieces)
    }
    self.text.removeAll()
    guard StringText.append(text, (name.lowerBound + 1)..<(name.upperBound - 1), to: &self.text)
    else { return false }
    var at = 0
    for number in glob.pieces.indices {
      let piece = plan.keyPieces[number].range
      if number == Int(glob.pieces.first) {
        guard self.text.span.has(plan.text.span, piece, at: 0) else { return false }
        at = piece.count
      } else if number == Int(glob.pieces.end) - 1 {
        let last = self.text.count - piece.count
        return last >= at && self.text.span.has(plan.text.span, piece, at: last)
      } else {
        while !self.text.span.has(plan.text.span, piece, at: at) {
          at += 1
          if at > self.text.count { return false }
        }
        at += piece.count
      }
    }
    return at == self.text.count
  }

  /// Puts the values under a name, at any depth, behind the items.
  private mutating func pushDescendants(
    of value: ExpressionValue,
    _ name: ByteRange,
    _ plan: borrowing MappingPlan,
    _ input: Span<UInt8>,
    _ batch: inout RecordBatch
  ) {
    guard isArray(value, plan, input, batch) || isObject(value, plan, input, batch) else { return }
    let whole = text(of: value, plan, input, &batch)
    let bytes = CellBytes(input, batch.side.span, plan.text.span)
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
      guard isName(text, string, name, plan) else { continue }
      items.append(ExpressionValue(Cell(at..<text.end(ofValueAt: at), in: whole, text)))
    }
  }

  // MARK: - Operators

  /// What an operator makes of a collection, the rest of the path being looked up in each element
  /// first where there are such.
  mutating func apply(
    _ operation: CollectionOperator,
    to value: ExpressionValue,
    _ rest: PlanRange<PathStep>,
    _ plan: borrowing MappingPlan,
    _ input: Span<UInt8>,
    _ batch: inout RecordBatch
  ) -> PathEnd {
    switch operation {
    case .count, .keys, .values:
      return apply(toMembers: operation, value, rest, plan, input, &batch)
    default: break
    }
    guard isArray(value, plan, input, batch) else { return .missing }
    let elements = pushElements(of: value, plan, input, batch)
    switch operation {
    case .first:
      guard let first = elements.first else { return .missing }
      return walk(rest, from: items[first], plan, input, &batch)
    case .last:
      guard let last = elements.last else { return .missing }
      return walk(rest, from: items[last], plan, input, &batch)
    default: break
    }
    for number in elements where !rest.isEmpty {
      items[number] = follow(rest, from: items[number], plan, input, &batch)
    }
    switch operation {
    case .sum: return .init(aggregate(.sum, elements, plan, input, &batch))
    case .average: return .init(aggregate(.average, elements, plan, input, &batch))
    case .minimum: return .init(aggregate(.minimum, elements, plan, input, &batch))
    case .maximum: return .init(aggregate(.maximum, elements, plan, input, &batch))
    case .unionOfArrays, .distinctUnionOfArrays:
      let first = items.count
      for number in elements where isArray(items[number], plan, input, batch) {
        _ = pushElements(of: items[number], plan, input, batch)
      }
      let list = first..<items.count
      return .value(
        operation == .unionOfArrays
          ? ExpressionValue(items: list) : distinct(list, plan, input, &batch)
      )
    default:
      // What is missing is left out, null is not.
      var end = elements.lowerBound
      for number in elements where items[number].cell.kind != .missing {
        items[end] = items[number]
        end += 1
      }
      let list = elements.lowerBound..<end
      return .value(
        operation == .unionOfObjects
          ? ExpressionValue(items: list) : distinct(list, plan, input, &batch)
      )
    }
  }

  /// `@count`, `@keys` and `@values`, which objects have, too.
  private mutating func apply(
    toMembers operation: CollectionOperator,
    _ value: ExpressionValue,
    _ rest: PlanRange<PathStep>,
    _ plan: borrowing MappingPlan,
    _ input: Span<UInt8>,
    _ batch: inout RecordBatch
  ) -> PathEnd {
    let isArray = isArray(value, plan, input, batch)
    guard isArray && operation != .keys || isObject(value, plan, input, batch) else {
      return .missing
    }
    let first = items.count
    if operation == .keys {
      let object = text(of: value, plan, input, &batch)
      let bytes = CellBytes(input, batch.side.span, plan.text.span)
      let text = bytes.around(object)
      var members = ObjectMembers(from: Int(object.offset))
      while let member = members.next(text) {
        items.append(ExpressionValue(Cell(member.name, in: object, text)))
      }
    } else {
      pushMembers(of: value, matching: nil, plan, input, &batch)
    }
    let list = first..<items.count
    let result =
      operation == .count
      ? ExpressionValue(count: list.count, &batch.side) : ExpressionValue(items: list)
    return walk(rest, from: result, plan, input, &batch)
  }

  /// A list of the items that are equal to none before.
  private mutating func distinct(
    _ list: Range<Int>,
    _ plan: borrowing MappingPlan,
    _ input: Span<UInt8>,
    _ batch: inout RecordBatch
  ) -> ExpressionValue {
    met.removeAll()
    var end = list.lowerBound
    for number in list {
      let item = items[number]
      let cell = item.isNil ? .missing : text(of: item, plan, input, &batch)
      if met.insert(cell, CellBytes(input, batch.side.span, plan.text.span)) {
        items[end] = item
        end += 1
      }
    }
    return ExpressionValue(items: list.lowerBound..<end)
  }
}

extension ExpressionMachine.PathEnd {
  /// What an aggregate came to; what could not be worked out is missing (semantics.md R0.11).
  fileprivate init(_ value: ExpressionValue) {
    self = value.hasFailed || value.cell.kind == .missing ? .missing : .value(value)
  }
}
