/// Iterates over the representations that a value contains: itself, the elements of an array, the
/// members of an object, or the items of a list that a path made.
///
/// Nulls are skipped and counted.
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
  /// Whether the members of an element that is an object are the representations, each under its
  /// key.
  private var entersElements = false
  /// In such an element, the key of the next member; 0 outside.
  private var member: UInt32 = 0
  private var memberIndex: Int32 = 0

  init() {}

  /// A value, or something in it, that is not a representation.
  struct Refusal: Error {
    /// Where the refused value begins; nil if it is not in the document.
    var token: UInt32?
    /// The first scalar beside it, which may not be a representation either.
    var scalar: UInt32?
  }

  /// Throws if a node cannot map the value, or not as many values.
  init(
    of location: ValueLocation,
    cardinality: Cardinality,
    readsArrays: Bool,
    forcesCollection: Bool,
    takesKeys: Bool,
    key: ValueLocation,
    _ view: TokenView,
    _ lists: borrowing UniqueArray<ValueLocation>
  ) throws(Refusal) {
    self.key = key
    entersElements = forcesCollection && takesKeys
    guard location.kind == .token else {
      guard location.kind == .list, cardinality != .one else {
        throw Refusal(token: location.firstToken(lists))
      }
      kind = .items
      next = location.first
      end = location.first + location.second
      for item in next..<end where !Self.isRepresentation(lists[Int(item)], readsArrays, view) {
        let scalar = (next..<end).map { lists[Int($0)] }.first {
          $0.kind == .token && Self.isScalar(Int($0.first), view)
        }
        throw Refusal(token: lists[Int(item)].firstToken(lists), scalar: scalar?.first)
      }
      return
    }
    let token = Int(location.first)
    next = UInt32(token + 1)
    switch view.token(token) {
    case .openArray:
      guard cardinality != .one else { throw Refusal(token: location.first) }
      kind = .elements
      try Self.check(from: token + 1, step: 0, readsArrays, view)
    case .openObject where forcesCollection:
      kind = .members
      try Self.check(from: token + 1, step: 2, readsArrays, view)
    default:
      if forcesCollection { throw Refusal(token: location.first) }
      kind = cardinality == .many ? .elements : .one
      next = UInt32(token)
      end = 1
    }
  }

  /// Throws if an element, or the value `step` tokens after a key, is an array that the node does
  /// not read.
  private static func check(from first: Int, step: Int, _ readsArrays: Bool, _ view: TokenView)
    throws(Refusal)
  {
    if readsArrays { return }
    var token = first
    while view.token(token) != .closeArray && view.token(token) != .closeObject {
      let value = token + step
      if view.token(value) == .openArray {
        throw Refusal(token: UInt32(value), scalar: scalar(from: first, step: step, view))
      }
      token = view.afterComma(view.next(after: value))
    }
  }

  /// The first scalar of an array or an object.
  private static func scalar(from first: Int, step: Int, _ view: TokenView) -> UInt32? {
    var token = first
    while view.token(token) != .closeArray && view.token(token) != .closeObject {
      if isScalar(token + step, view) { return UInt32(token + step) }
      token = view.afterComma(view.next(after: token + step))
    }
    return nil
  }

  private static func isScalar(_ token: Int, _ view: TokenView) -> Bool {
    view.token(token) != .openArray && view.token(token) != .openObject && !view.isNull(token)
  }

  /// Whether its contents form a list, whatever their number.
  var isCollection: Bool { kind != .one }

  /// The tokens of its nulls.
  func nulls(_ view: TokenView, _ lists: borrowing UniqueArray<ValueLocation>) -> [UInt32] {
    var nulls: [UInt32] = []
    if kind == .items {
      for number in next..<end {
        let item = lists[Int(number)]
        if item.kind == .null || item.kind == .token && view.isNull(Int(item.first)) {
          nulls.append(item.first)
        }
      }
    } else if isCollection && end == 0 {
      let step = kind == .members ? 2 : 0
      var token = Int(next)
      while view.token(token) != .closeArray && view.token(token) != .closeObject {
        let value = token + step
        if view.isNull(value) { nulls.append(UInt32(truncatingIfNeeded: value)) }
        token = view.afterComma(view.next(after: value))
      }
    }
    return nulls
  }

  mutating func next(_ view: TokenView, _ lists: borrowing UniqueArray<ValueLocation>)
    -> Representation?
  {
    while true {
      if member != 0 {
        let found = Self.nextMember(&member, &memberIndex, view)
        if found != nil { return found }
        member = 0
      }
      guard let found = nextWhole(view, lists) else { return nil }
      guard entersElements && !found.isMember && view.hasMembers(Int(found.token)) else {
        return found
      }
      (member, memberIndex) = (found.token + 1, 0)
    }
  }

  private mutating func nextWhole(
    _ view: TokenView,
    _ lists: borrowing UniqueArray<ValueLocation>
  ) -> Representation? {
    switch kind {
    case .one:
      guard end == 1 else { return nil }
      end = 0
      return Representation(
        token: Int(next),
        key: key,
        index: ValueLocation(.null)
      )
    case .elements: return nextElement(view)
    case .members: return Self.nextMember(&next, &index, view)
    case .items:
      while next < end {
        let item = lists[Int(next)]
        next += 1
        index += 1
        if item.kind == .token && !view.isNull(Int(item.first)) {
          return Representation(
            token: Int(item.first),
            key: item.second == 0 ? key : ValueLocation(.token, item.second),
            index: ValueLocation(.number, UInt32(index - 1))
          )
        }
      }
      return nil
    }
  }

  private mutating func nextElement(_ view: TokenView) -> Representation? {
    while true {
      let token = Int(next)
      // A single value that is used as a list of one has no elements after it.
      if end == 1 && index == 1 { return nil }
      guard view.token(token) != .closeArray else { return nil }
      next = UInt32(view.afterComma(view.next(after: token)))
      index += 1
      if !view.isNull(token) {
        return Representation(
          token: token,
          key: key,
          index: ValueLocation(.number, UInt32(index - 1))
        )
      }
    }
  }

  private static func nextMember(_ next: inout UInt32, _ index: inout Int32, _ view: TokenView)
    -> Representation?
  {
    while true {
      let token = Int(next)
      guard view.token(token) == .quote else { return nil }
      next = UInt32(view.afterComma(view.next(after: token + 2)))
      index += 1
      if !view.isNull(token + 2) {
        return Representation(
          token: token + 2,
          key: ValueLocation(token: token),
          isMember: true,
          index: ValueLocation(.number, UInt32(index - 1))
        )
      }
    }
  }

  private static func isRepresentation(
    _ item: ValueLocation,
    _ readsArrays: Bool,
    _ view: TokenView
  ) -> Bool {
    switch item.kind {
    case .null: true
    case .token: view.token(Int(item.first)) != .openArray || readsArrays
    default: false
    }
  }
}

extension TokenView {
  /// Whether a value is an object that is not empty.
  func hasMembers(_ token: Int) -> Bool {
    self.token(token) == .openObject && self.token(token + 1) == .quote
  }
}
