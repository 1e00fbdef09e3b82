extension PathWalk {
  /// A list of all values that a path leads to whose first step leads to several values.
  ///
  /// Missing if there are none, unless that step takes all values.
  mutating func matches(
    of steps: Range<Int>,
    from location: ValueLocation,
    _ findsNull: Bool,
    _ view: TokenView
  ) -> ValueLocation {
    let base = pending.count
    defer { pending.truncate(to: base) }
    gather(steps, from: location, findsNull, view)
    if pending.count == base {
      guard case .all = self.steps[steps.lowerBound] else { return .missing }
    }
    return list(ofPendingFrom: base)
  }

  /// Appends all values that a path leads to: for each value of the first step, the results of the
  /// rest of the path.
  ///
  /// Missing values are left out. Recurses only as deep as the path has steps.
  private mutating func gather(
    _ steps: Range<Int>,
    from location: ValueLocation,
    _ findsNull: Bool,
    _ view: TokenView
  ) {
    var here = location
    if itemsLeft < 0 { return }
    for number in steps {
      let rest = (number + 1)..<steps.upperBound
      switch (self.steps[number], firstByte(of: here, view)) {
      case (.key(let key), .openObject):
        here = member(key, of: here, view)
        if here.kind == .missing { return }
      case (.index(let index), .openArray):
        here = element(Int(index), of: here, view)
        if here.kind == .missing { return }
      case (.key, .openArray), (.glob, .openArray):
        let list = distribute(number..<steps.upperBound, over: here, findsNull, view)
        if list.kind != .broken { append(list) }
        return
      case (.all, .openArray), (.all, .openObject):
        guard var items = CollectionItems(here, view) else { return }
        while let item = items.next(view, lists) { gather(rest, from: item, findsNull, view) }
        return
      case (.glob(let glob), .openObject):
        guard var items = CollectionItems(here, view) else { return }
        while let item = items.next(view, lists) {
          if spelling.read(Int(item.second), view) && spelling.matches(globs[glob].pieces) {
            gather(rest, from: item, findsNull, view)
          }
        }
        return
      case (.descendants(let key), .openArray), (.descendants(let key), .openObject):
        return gatherDescendants(key, rest, below: here, findsNull, view)
      case (_, .ascii("n")) where findsNull:
        append(here)
        return
      default: return
      }
    }
    append(here)
  }

  private mutating func append(_ location: ValueLocation) {
    itemsLeft &-= 1
    pending.append(location)
  }

  /// Appends the results for each value under a key at any depth below a value, whose tokens are
  /// examined in order.
  private mutating func gatherDescendants(
    _ key: ByteRange,
    _ rest: Range<Int>,
    below location: ValueLocation,
    _ findsNull: Bool,
    _ view: TokenView
  ) {
    if location.kind == .list {
      // Recurses as deep as the arrays are nested that lists are made from.
      for item in location.first..<(location.first + location.second) {
        gatherDescendants(key, rest, below: lists[Int(item)], findsNull, view)
      }
      return
    }
    guard location.kind == .token, TokenView.opens(view.token(Int(location.first))) else { return }
    for token in (Int(location.first) + 1)..<view.next(after: Int(location.first))
    where view.token(token) == .quote && view.token(token + 1) == .colon {
      if itemsLeft < 0 { return }
      guard spelling.isKey(token, key, view) else { continue }
      let value = ValueLocation(
        .token,
        UInt32(truncatingIfNeeded: token + 2),
        UInt32(truncatingIfNeeded: token)
      )
      gather(rest, from: value, findsNull, view)
    }
  }
}
