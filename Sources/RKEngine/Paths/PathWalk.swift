/// Follows key paths from a value, where shapes do not: after an array, from an ancestor, to an
/// index.
///
/// The rules are key-value coding's, corrected (docs/spec-format.md, Key paths; docs/restkit.md). A
/// key over an array distributes the path, up to the next operator, over its elements, with null
/// where an element lacks the key; nothing is flattened. A component applied to a scalar or to null
/// makes the whole path missing; but a path that finds nulls leads to that null. Stars and steps at
/// any depth are in `PathWalk+Matches`, operators in `PathWalk+Operators`.
struct PathWalk: ~Copyable {
  /// Lists that paths made, of tokens and of lists.
  var lists = UniqueArray<ValueLocation>()
  /// The numbers that operators computed, as text.
  var numbers = UniqueArray<UInt8>()
  /// Values found that are not in their list yet; those of each step follow those of the enclosing
  /// steps.
  var pending = UniqueArray<ValueLocation>()
  var distinct = DistinctValues()
  var aggregate = Aggregate()
  let steps: [PathStep]
  let globs: [KeyGlob]
  /// The text of the steps' keys.
  let text: [UInt8]
  private let keepsFirst: Bool
  var spelling: KeySpelling
  /// The token of a key that a path followed and that occurs again in its object.
  private(set) var repeatedKey: Int?

  init(plan: borrowing MappingPlan, keepsFirst: Bool) {
    steps = plan.steps
    globs = plan.globs
    text = plan.text
    spelling = KeySpelling(plan: plan)
    self.keepsFirst = keepsFirst
  }

  /// How many more items lists may get; limited because steps at any depth may find the same value
  /// many times.
  var itemsLeft = Int.max

  /// An operator has found a collection in which there is nothing that it can use.
  var hasFoundNothing = false

  /// Lists and numbers that belong to the document rather than to one of its records.
  private var keptCount = 0
  private var keptByteCount = 0

  /// Forgets the lists of a record.
  mutating func reset() {
    lists.truncate(to: keptCount)
    numbers.truncate(to: keptByteCount)
  }

  /// Keeps the current lists after the current record, for the whole document.
  mutating func keepLists() {
    keptCount = lists.count
    keptByteCount = numbers.count
  }

  /// Forgets all lists.
  mutating func forgetLists() {
    keptCount = 0
    keptByteCount = 0
    lists.removeAll()
    numbers.removeAll()
  }

  /// Returns the repeated key that was found, if any, and forgets it.
  mutating func takeRepeatedKey() -> Int? { repeatedKey.take() }

  /// The value at the end of `steps`, starting from `location`; missing if the path leads nowhere.
  mutating func follow(
    _ steps: PlanRange<PathStep>,
    from location: ValueLocation,
    findsNull: Bool = false,
    _ view: TokenView
  ) -> ValueLocation {
    let found = walk(steps.indices, from: location, findsNull, view)
    return found.kind == .broken ? .missing : found
  }

  /// Like `follow`, but `broken` if a component is applied to a scalar or to null.
  ///
  /// Recurses, through `distribute`, as deep as arrays are nested, and otherwise as a path has
  /// steps.
  mutating func walk(
    _ steps: Range<Int>,
    from location: ValueLocation,
    _ findsNull: Bool,
    _ view: TokenView
  ) -> ValueLocation {
    var here = location
    var number = steps.lowerBound
    while number < steps.upperBound {
      switch (self.steps[number], firstByte(of: here, view)) {
      case (.key(let key), .openObject):
        here = member(key, of: here, view)
        if here.kind == .missing { return here }
      case (.index(let index), .openArray):
        here = element(Int(index), of: here, view)
        if here.kind == .missing { return here }
      case (.key, .openArray), (.glob, .openArray):
        let end = endOfWay(from: number, steps.upperBound)
        here = distribute(number..<end, over: here, findsNull, view)
        if here.kind == .broken { return here }
        number = end
        continue
      case (.index, .openObject): return .missing
      case (.all, .openArray), (.all, .openObject), (.glob, .openObject),
        (.descendants, .openArray), (.descendants, .openObject):
        let end = endOfWay(from: number, steps.upperBound)
        here = matches(of: number..<end, from: here, findsNull, view)
        if here.kind == .missing { return here }
        number = end
        continue
      case (.collection(let collection), .openArray), (.collection(let collection), .openObject):
        switch collection.form {
        case .part(let part): here = select(part, of: here, view)
        case .combination(let combination):
          let rest = (number + 1)..<steps.upperBound
          return combine(here, by: combination, rest, findsNull, view)
        }
        if here.kind == .missing { return here }
      case (_, .ascii("n")) where findsNull: return here
      default: return ValueLocation(.broken)
      }
      number += 1
    }
    return here
  }

  /// The index of the next operator, before which everything found so far is combined; or the end.
  private func endOfWay(from first: Int, _ end: Int) -> Int {
    for number in first..<end {
      if case .collection = steps[number] { return number }
    }
    return end
  }

  /// The first byte of a value, which gives its kind; 0 for what is not in the document.
  func firstByte(of location: ValueLocation, _ view: TokenView) -> UInt8 {
    switch location.kind {
    case .token: view.token(Int(location.first))
    case .list: .openArray
    case .null: .ascii("n")
    default: 0
    }
  }

  /// The value of a member of an object; missing if there is none.
  mutating func member(_ key: ByteRange, of object: ValueLocation, _ view: TokenView)
    -> ValueLocation
  {
    let token = Int(object.first)
    let (value, repeated) =
      spelling.isExact
      ? view.member(key, of: token, in: text.span, keepsFirst: keepsFirst)
      : spelledMember(key, of: token, view)
    if let repeated { repeatedKey = repeated }
    guard let value else { return .missing }
    return ValueLocation(.token, UInt32(truncatingIfNeeded: value), UInt32(value - 2))
  }

  /// The value of a member of an object whose key is read by the plan's key rules.
  private mutating func spelledMember(_ key: ByteRange, of token: Int, _ view: TokenView)
    -> (value: Int?, repeatedKey: Int?)
  {
    var found: Int?
    var repeated: Int?
    var at = token + 1
    while view.token(at) == .quote {
      if spelling.isKey(at, key, view) {
        if found != nil { repeated = at }
        if found == nil || !keepsFirst { found = at + 2 }
      }
      at = view.afterComma(view.next(after: at + 2))
    }
    return (found, repeated)
  }

  /// An element of an array or an item of a list; negative from the end.
  func element(_ index: Int, of array: ValueLocation, _ view: TokenView) -> ValueLocation {
    guard array.kind == .list else {
      guard let element = view.element(index, of: Int(array.first)) else { return .missing }
      return ValueLocation(.token, UInt32(truncatingIfNeeded: element), array.second)
    }
    let place = index < 0 ? index + Int(array.second) : index
    guard place >= 0 && place < Int(array.second) else { return .missing }
    return lists[Int(array.first) + place]
  }

  /// A list as long as an array, with null where an element lacks the key.
  mutating func distribute(
    _ steps: Range<Int>,
    over array: ValueLocation,
    _ findsNull: Bool,
    _ view: TokenView
  ) -> ValueLocation {
    let base = pending.count
    defer { pending.truncate(to: base) }
    guard var items = CollectionItems(array, view) else { return ValueLocation(.broken) }
    while let item = items.next(view, lists) {
      let found = walk(steps, from: item, findsNull, view)
      switch found.kind {
      case .broken: return found
      case .missing: pending.append(ValueLocation(.null))
      default: pending.append(found)
      }
    }
    return list(ofPendingFrom: base)
  }

  /// A list of the values found since `base`; it stays pending.
  mutating func list(ofPendingFrom base: Int) -> ValueLocation {
    let first = lists.count
    itemsLeft &-= pending.count &- base
    for index in base..<pending.count { lists.append(pending[index]) }
    return ValueLocation(.list, UInt32(first), UInt32(lists.count - first))
  }
}
