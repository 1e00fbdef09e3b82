/// Goes through the representations that a value holds: itself, the elements of an array, the
/// members of an object, or the items of a list that distribution made.
///
/// Nulls are passed over, and counted.
struct ElementWalk: BitwiseCopyable {
  private enum Kind: UInt8, BitwiseCopyable {
    case one
    case elements
    case members
    case items
  }

  private var kind = Kind.one
  /// The next token, or the next item of the list.
  private var next: UInt32 = 0
  private var end: UInt32 = 0
  private var index: Int32 = 0
  private var key: ValueLocation = .missing
  private var document: UInt32 = 0

  init() {}

  /// nil when the value is nothing that `node` could map in that number.
  init?(
    of location: ValueLocation,
    cardinality: Cardinality,
    node: PlanNode,
    key: ValueLocation,
    document: UInt32,
    _ view: TokenView,
    _ lists: borrowing UniqueArray<ValueLocation>
  ) {
    self.key = key
    self.document = document
    guard location.kind == .token else {
      guard location.kind == .list, cardinality != .one else { return nil }
      kind = .items
      next = location.first
      end = location.first + location.second
      for item in next..<end where !Self.isRepresentation(lists[Int(item)], node, view) {
        return nil
      }
      return
    }
    let token = Int(location.first)
    switch view.token(token) {
    case .openArray where !(cardinality == .one && node.readsArrays):
      guard cardinality != .one else { return nil }
      kind = .elements
      next = UInt32(token + 1)
      var element = token + 1
      while view.token(element) != .closeArray {
        if view.token(element) == .openArray && !node.readsArrays { return nil }
        element = view.afterComma(view.next(after: element))
      }
    case .openObject where node.forcesCollection:
      kind = .members
      next = UInt32(token + 1)
    default:
      if node.forcesCollection { return nil }
      kind = cardinality == .many ? .elements : .one
      next = UInt32(token)
      end = 1
    }
  }

  /// What it holds makes a list, of however many.
  var isCollection: Bool { kind != .one }

  mutating func next(_ view: TokenView, _ lists: borrowing UniqueArray<ValueLocation>)
    -> Representation?
  {
    switch kind {
    case .one:
      guard end == 1 else { return nil }
      end = 0
      return Representation(
        token: Int(next),
        key: key,
        index: ValueLocation(.null),
        document: document
      )
    case .elements: return nextElement(view)
    case .members: return nextMember(view)
    case .items:
      while next < end {
        let item = lists[Int(next)]
        next += 1
        index += 1
        if item.kind == .token && view.token(Int(item.first)) != .ascii("n") {
          return Representation(
            token: Int(item.first),
            key: key,
            index: ValueLocation(.number, UInt32(index - 1)),
            document: document
          )
        }
      }
      return nil
    }
  }

  private mutating func nextElement(_ view: TokenView) -> Representation? {
    while true {
      let token = Int(next)
      // A single value taken for a list of one is followed by whatever follows it.
      if end == 1 && index == 1 { return nil }
      guard view.token(token) != .closeArray else { return nil }
      next = UInt32(view.afterComma(view.next(after: token)))
      index += 1
      if view.token(token) != .ascii("n") {
        return Representation(
          token: token,
          key: key,
          index: ValueLocation(.number, UInt32(index - 1)),
          document: document
        )
      }
    }
  }

  private mutating func nextMember(_ view: TokenView) -> Representation? {
    while true {
      let token = Int(next)
      guard view.token(token) == .quote else { return nil }
      next = UInt32(view.afterComma(view.next(after: token + 2)))
      index += 1
      if view.token(token + 2) != .ascii("n") {
        return Representation(
          token: token + 2,
          key: ValueLocation(token: token),
          isMember: true,
          index: ValueLocation(.number, UInt32(index - 1)),
          document: document
        )
      }
    }
  }

  private static func isRepresentation(_ item: ValueLocation, _ node: PlanNode, _ view: TokenView)
    -> Bool
  {
    switch item.kind {
    case .null: true
    case .token: view.token(Int(item.first)) != .openArray || node.readsArrays
    default: false
    }
  }
}
