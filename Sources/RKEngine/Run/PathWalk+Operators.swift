extension PathWalk {
  /// What an operator takes out of a collection, or tells of it.
  mutating func take(
    _ collection: CollectionOperator,
    of location: ValueLocation,
    _ view: TokenView
  ) -> ValueLocation {
    let isObject = firstByte(of: location, view) == .openObject
    guard var items = CollectionItems(location, view) else { return .missing }
    switch collection {
    case .count:
      var count: UInt32 = 0
      while items.next(view, lists) != nil { count += 1 }
      return ValueLocation(.number, count)
    case .first where !isObject: return items.next(view, lists) ?? .missing
    case .last where !isObject: return element(-1, of: location, view)
    case .values where !isObject: return location
    case .keys where isObject, .values where isObject:
      let base = pending.count
      defer { pending.truncate(to: base) }
      while let item = items.next(view, lists) {
        pending.append(collection == .keys ? ValueLocation(.token, item.second) : item)
      }
      return list(ofPendingFrom: base)
    default: return .missing
    }
  }

  /// What an operator makes of what `steps` lead to from each element of a collection.
  ///
  /// What is missing takes no part.
  mutating func combine(
    _ location: ValueLocation,
    by collection: CollectionOperator,
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
      switch collection {
      case .unionOfArrays, .distinctUnionOfArrays:
        guard firstByte(of: found, view) == .openArray,
          var elements = CollectionItems(found, view)
        else { continue }
        while let element = elements.next(view, lists) { pending.append(element) }
      default: pending.append(found)
      }
    }
    switch collection {
    case .distinctUnionOfObjects, .distinctUnionOfArrays: removeRepeated(from: base, view)
    default: break
    }
    return list(ofPendingFrom: base)
  }

  /// Of what is pending since, only the first of equal values stays.
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

  /// Appends the text of a number that is no part of the document.
  func appendNumber(_ location: ValueLocation, to output: inout UniqueArray<UInt8>) {
    if location.kind == .number { return DecimalText.append(UInt64(location.first), to: &output) }
    let start = Int(location.first)
    output.append(contentsOf: numbers.span, start..<(start + Int(location.second)))
  }
}
