extension PathWalk {
  /// The value that an operator selects from a collection, or a sign that there is none.
  mutating func select(
    _ part: CollectionOperator.Part,
    of location: ValueLocation,
    _ view: TokenView
  ) -> ValueLocation {
    let isObject = firstByte(of: location, view) == .openObject
    guard var items = CollectionItems(location, view) else { return .missing }
    let base = pending.count
    defer { pending.truncate(to: base) }
    switch part {
    case .count:
      var count: UInt32 = 0
      while items.next(view, lists) != nil { count += 1 }
      return ValueLocation(.number, count)
    case .element(let place):
      if isObject { return .missing }
      let found = element(place, of: location, view)
      if found.kind == .missing { hasFoundNothing = true }
      return found
    case .keys:
      guard isObject else { return .missing }
      while let item = items.next(view, lists) {
        pending.append(ValueLocation(.token, item.second))
      }
    case .values:
      guard isObject else { return location }
      while let item = items.next(view, lists) { pending.append(item) }
    }
    return list(ofPendingFrom: base)
  }

  /// The result of an operator on the values that `steps` lead to from each element of a
  /// collection.
  ///
  /// Missing values are ignored.
  mutating func combine(
    _ location: ValueLocation,
    by combination: CollectionOperator.Combination,
    _ steps: Range<Int>,
    _ findsNull: Bool,
    _ view: TokenView
  ) -> ValueLocation {
    guard firstByte(of: location, view) == .openArray,
      var items = CollectionItems(location, view)
    else { return .missing }
    let base = pending.count
    defer { pending.truncate(to: base) }
    while let item = items.next(view, lists) {
      let found = walk(steps, from: item, findsNull, view)
      if found.kind == .missing || found.kind == .broken { continue }
      if found.kind == .uncomputed { return found }
      switch combination {
      case .aggregate, .list(ofElements: false, isDistinct: _): pending.append(found)
      case .list(ofElements: true, isDistinct: _):
        guard firstByte(of: found, view) == .openArray,
          var elements = CollectionItems(found, view)
        else { continue }
        while let element = elements.next(view, lists) { pending.append(element) }
      }
    }
    switch combination {
    case .aggregate(let aggregation): return aggregate(aggregation, from: base, view)
    case .list(_, let isDistinct):
      if isDistinct { removeRepeated(from: base, view) }
      return list(ofPendingFrom: base)
    }
  }

  /// Removes pending values since `base` that equal an earlier one.
  private mutating func removeRepeated(from base: Int, _ view: TokenView) {
    distinct.removeAll()
    var count = base
    for index in base..<pending.count {
      let item = pending[index]
      guard distinct.insert(item, view, lists, numbers) else { continue }
      pending[count] = item
      count += 1
    }
    pending.truncate(to: count)
  }

  /// The aggregate of the pending values since `base`; uncomputed if they are not numeric.
  private mutating func aggregate(_ kind: Aggregation, from base: Int, _ view: TokenView)
    -> ValueLocation
  {
    aggregate.begin(kind)
    for index in base..<pending.count {
      if pending[index].kind == .number {
        let start = numbers.count
        DecimalText.append(UInt64(pending[index].first), to: &numbers)
        pending[index] = ValueLocation(
          .madeNumber,
          UInt32(truncatingIfNeeded: start),
          UInt32(truncatingIfNeeded: numbers.count - start)
        )
      }
      // The position of the minimum and the maximum is needed later.
      var cell = cell(at: pending[index], view)
      cell.token = UInt32(truncatingIfNeeded: index)
      Self.add(cell, to: &aggregate, view, numbers, text)
      if aggregate.hasFailed {
        return ValueLocation(.uncomputed, pending[index].firstToken(lists) ?? 0)
      }
    }
    let made = aggregate.finish(&numbers)
    let result = made.cell
    switch kind {
    case _ where made.hasFailed: return ValueLocation(.uncomputed)
    case _ where result.kind == .missing:
      hasFoundNothing = true
      return .missing
    case .minimum, .maximum:
      let chosen = pending[Int(result.token)]
      guard aggregate.readsTexts, result.kind == .number, chosen.kind == .token,
        view.token(Int(chosen.first)) == .quote
      else { return chosen }
      // A text that is a number gives the number.
      let start = numbers.count
      numbers.append(contentsOf: view.padded, result.range)
      return ValueLocation(
        .madeNumber,
        UInt32(truncatingIfNeeded: start),
        UInt32(truncatingIfNeeded: numbers.count - start)
      )
    case .sum, .count, .average, .median:
      return ValueLocation(.madeNumber, result.offset, result.count)
    }
  }

  private static func add(
    _ cell: Cell,
    to aggregate: inout Aggregate,
    _ view: TokenView,
    _ numbers: borrowing UniqueArray<UInt8>,
    _ text: [UInt8]
  ) {
    aggregate.add(cell, CellBytes(view.padded, numbers.span, text.span))
  }

  /// The cell of a value; for a number that an operator computed, it points into `numbers`.
  private func cell(at location: ValueLocation, _ view: TokenView) -> Cell {
    switch location.kind {
    case .madeNumber:
      return Cell(.number, space: .batch, offset: location.first, count: location.second)
    case .list: return Cell(.structure)
    case .token:
      let range = view.range(ofValue: Int(location.first))
      switch view.token(Int(location.first)) {
      case .quote: return Cell(.string, range, traits: .mayHaveEscapes)
      case .openArray, .openObject: return Cell(.structure, range)
      case .ascii("n"): return Cell(.null)
      case .ascii("t"): return Cell(.true)
      case .ascii("f"): return Cell(.false)
      default: return Cell(.number, range)
      }
    default: return Cell(.null)
    }
  }

  /// Appends the text of a number that is not part of the document.
  func appendNumber(_ location: ValueLocation, to output: inout UniqueArray<UInt8>) {
    if location.kind == .number { return DecimalText.append(UInt64(location.first), to: &output) }
    let start = Int(location.first)
    output.append(contentsOf: numbers.span, start..<(start + Int(location.second)))
  }
}
