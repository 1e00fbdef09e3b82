/// Iterates over a collection: the elements of an array, the values of an object, or the items of a
/// list that a path made.
struct CollectionItems: BitwiseCopyable {
  private enum Form: BitwiseCopyable {
    case elements
    case members
    case items
  }

  private var form: Form
  /// The next token, or the next item.
  private var next: UInt32
  private var end: UInt32 = 0
  /// The token of the key that an array was found under.
  private var key: UInt32 = 0

  /// Nil if the location is not a collection.
  init?(_ location: ValueLocation, _ view: TokenView) {
    switch location.kind {
    case .list:
      form = .items
      next = location.first
      end = location.first + location.second
    case .token where view.token(Int(location.first)) == .openArray:
      form = .elements
      next = location.first + 1
      key = location.second
    case .token where view.token(Int(location.first)) == .openObject:
      form = .members
      next = location.first + 1
    default: return nil
    }
  }

  mutating func next(_ view: TokenView, _ lists: borrowing UniqueArray<ValueLocation>)
    -> ValueLocation?
  {
    switch form {
    case .items:
      guard next < end else { return nil }
      next += 1
      return lists[Int(next - 1)]
    case .elements:
      guard view.token(Int(next)) != .closeArray else { return nil }
      defer { pass(over: next, view) }
      return ValueLocation(.token, next, key)
    case .members:
      guard view.token(Int(next)) == .quote else { return nil }
      defer { pass(over: next + 2, view) }
      return ValueLocation(.token, next + 2, next)
    }
  }

  private mutating func pass(over value: UInt32, _ view: TokenView) {
    next = UInt32(truncatingIfNeeded: view.afterComma(view.next(after: Int(value))))
  }
}
