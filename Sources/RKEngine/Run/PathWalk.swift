/// Follows key paths from a value on, where a shape did not: behind an array, from an ancestor, to
/// an index.
///
/// The rules are key-value coding's, mended (spec-format.md, section 4; semantics.md R0.6 to R0.9):
/// a key over an array distributes the rest of the path over its elements, null where an element
/// lacks the key, nothing flattened; a component applied to a scalar or to null makes the whole
/// path missing, unless the path finds nulls: then it leads to that null.
struct PathWalk: ~Copyable {
  /// Lists that distribution made, of tokens and of lists.
  private(set) var lists = UniqueArray<ValueLocation>()
  private var pending = UniqueArray<ValueLocation>()
  private let steps: [PathStep]
  /// Where the keys of the steps stand.
  private let text: [UInt8]
  private let keepsFirst: Bool
  /// The token of a key that a path was followed by, and that occurs again in its object.
  private(set) var repeatedKey: Int?

  init(plan: borrowing MappingPlan, keepsFirst: Bool) {
    steps = plan.steps
    text = plan.text
    self.keepsFirst = keepsFirst
  }

  /// Lists that belong to the document rather than to one of its records.
  private var keptCount = 0

  /// Forgets the lists of a record.
  mutating func reset() { lists.truncate(to: keptCount) }

  /// The lists that there are stay when a record's are forgotten.
  mutating func keepLists() { keptCount = lists.count }

  /// Forgets all lists.
  mutating func forgetLists() {
    keptCount = 0
    lists.removeAll()
  }

  /// Gives up the repeated key that was met, if any.
  mutating func takeRepeatedKey() -> Int? { repeatedKey.take() }

  /// The value at the end of `steps`, starting from `location`; missing where the path leads
  /// nowhere.
  mutating func follow(
    _ steps: PlanRange<PathStep>,
    from location: ValueLocation,
    findsNull: Bool = false,
    _ view: TokenView
  ) -> ValueLocation {
    let found = walk(steps, from: location, findsNull, view)
    return found.kind == .broken ? .missing : found
  }

  /// As `follow`, but `broken` where a component is applied to a scalar or to null.
  private mutating func walk(
    _ steps: PlanRange<PathStep>,
    from location: ValueLocation,
    _ findsNull: Bool,
    _ view: TokenView
  ) -> ValueLocation {
    var here = location
    for number in steps.indices {
      guard here.kind == .token else { return ValueLocation(.broken) }
      let token = Int(here.first)
      switch (self.steps[number], view.token(token)) {
      case (.key(let key), .openObject):
        let member = view.member(key, of: token, in: text.span, keepsFirst: keepsFirst)
        if let repeated = member.repeatedKey { repeatedKey = repeated }
        guard let value = member.value else { return .missing }
        here = ValueLocation(token: value)
      case (.key, .openArray):
        return distribute(PlanRange(number..<Int(steps.end)), over: token, findsNull, view)
      case (.index(let index), .openArray):
        guard let element = view.element(Int(index), of: token) else { return .missing }
        here = ValueLocation(token: element)
      case (.index, .openObject): return .missing
      case (_, .ascii("n")) where findsNull: return here
      default: return ValueLocation(.broken)
      }
    }
    return here
  }

  /// A list as long as the array at `token`, with null where an element lacks the key.
  private mutating func distribute(
    _ steps: PlanRange<PathStep>,
    over token: Int,
    _ findsNull: Bool,
    _ view: TokenView
  ) -> ValueLocation {
    let base = pending.count
    defer { pending.truncate(to: base) }
    var element = token + 1
    while view.token(element) != .closeArray {
      let found = walk(steps, from: ValueLocation(token: element), findsNull, view)
      switch found.kind {
      case .broken: return found
      case .missing: pending.append(ValueLocation(.null))
      default: pending.append(found)
      }
      element = view.afterComma(view.next(after: element))
    }
    let first = lists.count
    for index in base..<pending.count { lists.append(pending[index]) }
    return ValueLocation(.list, UInt32(first), UInt32(lists.count - first))
  }
}
