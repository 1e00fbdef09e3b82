/// Cuts an input into units that can be mapped independently: whole documents, or the
/// representations at a key path of a document that is never in memory as a whole.
///
/// It walks the window's tokens as they arrive and returns events. If a value is incomplete it asks
/// for more, and continues from there when the window has moved. Only the values that it returns
/// need to fit into the window; the rest of a document may be of any size.
package struct DocumentSplitter: ~Copyable {
  /// What the splitter has reached; tokens are the first and the last of a value.
  package enum Event {
    /// More input is needed, or the input has ended.
    case more
    /// A whole document.
    case document(first: Int, last: Int)
    /// A document begins, and its values are returned one by one.
    case begin(first: Int)
    /// The value at the key path, which is one representation.
    case single(first: Int, last: Int)
    /// Several representations begin, possibly none.
    case collection(first: Int)
    /// An element of an array, or a member of an object whose key is the token `key`.
    case element(first: Int, last: Int, key: Int?, index: Int)
    /// A value before the end of the key path that is not an object, with the rest of the path.
    case turn(first: Int, last: Int, rest: PlanRange<PathStep>)
    /// The end of a document whose values were returned one by one.
    case end
    /// An element of a list in a document that is taken apart.
    case part(first: Int, last: Int)
    /// The end of a list in a document that is taken apart.
    case partEnd
    /// All elements of the document that is taken apart were returned.
    case rest
    /// A key on the path occurs a second time, after its values have been returned.
    case repeatedKey(Int)
  }

  /// Where the splitter is.
  ///
  /// A level counts the keys of the path that lead to a value: 0 for the document itself.
  private enum State {
    case betweenDocuments
    /// At a value.
    case value(level: Int)
    /// After a value.
    case after(level: Int)
    /// At a key, or the end, of the object at this level.
    case member(level: Int)
    /// In an unwanted value, inside `depth` containers; 0 at its beginning.
    case skipping(level: Int, depth: Int)
    case elements(level: Int, index: Int)
    case members(level: Int, index: Int)
    /// In a document that is taken apart.
    case large
  }

  /// The keys to the representations; nil if documents are returned whole.
  private let path: PlanRange<PathStep>?
  /// The steps of all paths, and how keys are read.
  private let steps: [PathStep]
  private var spelling: KeySpelling
  private let cardinality: Cardinality
  private let forcesCollection: Bool
  private let separator: UInt8?
  /// Records read the number of their document in a stream.
  private let readsIndex: Bool
  /// A list is one value unless its first element is an object or a list.
  private let givesListsOfScalars: Bool
  /// The document that is taken apart because it is too large.
  private(set) var large = LargeDocument()
  /// The current document is one of several.
  ///
  /// For the first document of an input this is known only after it has ended and something
  /// follows, or nothing does. Events that depend on it wait until then: a document or a value that
  /// may be the only one, and the end. Elements of a list do not depend on it.
  package private(set) var isStream: Bool
  private var state = State.betweenDocuments
  /// The next token to examine.
  package private(set) var cursor = 0
  /// How many keys of the path have been found in the current document.
  private var foundCount = 0
  /// The keys of the current document's outermost object, if they are skipped one by one.
  package private(set) var outermostKeys: [[UInt8]] = []
  private let keptKeyCount = 100

  /// `descriptor` is the one whose representations are returned one by one; nil to return whole
  /// documents, or documents on lines unless it `dividesLines`.
  ///
  /// `isStream` says that the document is known to be one of several.
  package init(
    descriptor: DescriptorPlan?,
    plan: borrowing MappingPlan,
    separator: UInt8?,
    isStream: Bool = false,
    givesListsOfScalars: Bool = false,
    dividesLines: Bool = false
  ) {
    self.givesListsOfScalars = givesListsOfScalars
    self.separator = separator
    self.isStream = isStream || separator != nil
    readsIndex = plan.readsIndex
    steps = plan.steps
    spelling = KeySpelling(plan: plan)
    path = separator == nil || dividesLines ? descriptor?.path : nil
    cardinality = descriptor?.cardinality ?? .automatic
    forcesCollection = descriptor.map { plan.nodes[$0.node].forcesCollection } ?? false
  }

  /// The unit border at the current token; nil inside a unit.
  var border: UnitBorder? {
    switch state {
    case .betweenDocuments: .documents
    case .elements(let level, _): .elements(level: level)
    default: nil
    }
  }

  /// While the splitter waits at a unit's first token for its end, the border before that unit.
  var borderBefore: UnitBorder? {
    if case .value(level: 0) = state { return .documents }
    return border
  }

  /// Continues at a token that begins a unit, after `count` skipped elements.
  mutating func move(to token: Int, at border: UnitBorder, passing count: Int = 0) {
    cursor = token
    if case .elements(let level) = border { foundCount = level }
    switch (border, state) {
    case (.documents, _): state = .betweenDocuments
    case (.elements(let level), .elements(_, let index)):
      state = .elements(level: level, index: index + count)
    case (.elements(let level), _): state = .elements(level: level, index: count)
    }
  }

  /// Follows the window, whose tokens have moved down.
  package mutating func shift(by count: Int) { cursor -= count }

  /// Skips the rest of an NDJSON line.
  package mutating func skip(to token: Int) {
    cursor = token
    state = .betweenDocuments
  }

  /// The next event in the window.
  ///
  /// `isAtEnd` says that the window contains the rest of the input, or of its readable part.
  package mutating func next(_ view: TokenView, isAtEnd: Bool) -> Event {
    while true {
      if case .betweenDocuments = state {
        while cursor < view.count && view.token(cursor) == separator { cursor += 1 }
      } else if case .after(level: 0) = state {
        guard isSettled(after: cursor - 1, view, isAtEnd: isAtEnd) else { return .more }
        state = .betweenDocuments
        return .end
      }
      guard cursor < view.count else { return .more }
      let event: Event? =
        switch state {
        case .betweenDocuments: beginDocument(view, isAtEnd: isAtEnd)
        case .value(let level): takeValue(level, view, isAtEnd: isAtEnd)
        case .after(let level): leaveValue(level, view)
        case .member(let level): takeMember(level, view)
        case .skipping(let level, let depth): skip(level, depth, view)
        case .elements(let level, let index): takeElement(level, index, view, isAtEnd: isAtEnd)
        case .members(let level, let index): takeKeyedElement(level, index, view, isAtEnd: isAtEnd)
        case .large: takePart(view, isAtEnd: isAtEnd)
        }
      if let event { return event }
    }
  }

  /// The last token of a value; nil if it is not available yet.
  private func lastToken(of first: Int, _ view: TokenView, isAtEnd: Bool) -> Int? {
    let byte = view.token(first)
    if TokenView.opens(byte) { return view.close(of: first) }
    // A number's end is known only when something follows.
    return byte == .quote || first + 1 < view.count || isAtEnd ? first : nil
  }

  /// Whether it is known if the document that ends with token `last` is one of several.
  private mutating func isSettled(after last: Int, _ view: TokenView, isAtEnd: Bool) -> Bool {
    if !isStream && last + 1 < view.count { isStream = true }
    return isStream || isAtEnd
  }

  // MARK: - Documents

  private mutating func beginDocument(_ view: TokenView, isAtEnd: Bool) -> Event? {
    let first = cursor
    if path != nil {
      foundCount = 0
      outermostKeys = []
      state = .value(level: 0)
      return .begin(first: first)
    }
    if separator != nil {
      // A line is mapped or fails as a whole, so its end must be known.
      if let end = view.separator(after: first) {
        cursor = end
        return .document(first: first, last: end - 1)
      }
      if !isAtEnd { return .more }
    }
    guard let last = lastToken(of: first, view, isAtEnd: isAtEnd),
      isSettled(after: last, view, isAtEnd: isAtEnd)
    else {
      return .more
    }
    cursor = last + 1
    return .document(first: first, last: last)
  }

  // MARK: - Along the key path

  private var levelCount: Int { path?.count ?? 0 }

  private mutating func takeValue(_ level: Int, _ view: TokenView, isAtEnd: Bool) -> Event? {
    let first = cursor
    let byte = view.token(first)
    if level < levelCount { return takeTurn(level, byte, view) }
    // Whether a list is one value is known only with its first element.
    if byte == .openArray && givesListsOfScalars && first + 1 == view.count { return .more }
    let isOne = givesListsOfScalars && !TokenView.opens(view.token(first + 1))
    if byte == .openArray && cardinality != .one && !isOne {
      cursor += 1
      state = .elements(level: level, index: 0)
      return .collection(first: first)
    }
    if byte == .openObject && forcesCollection {
      cursor += 1
      state = .members(level: level, index: 0)
      return .collection(first: first)
    }
    guard let last = lastToken(of: first, view, isAtEnd: isAtEnd) else {
      guard givesListsOfScalars, LargeDocument.isLarge(first, view) else { return .more }
      large = LargeDocument()
      state = .large
      return nil
    }
    guard mayGiveOut(last, level, view, isAtEnd: isAtEnd) else { return .more }
    cursor = last + 1
    state = .after(level: level)
    return .single(first: first, last: last)
  }

  private mutating func takePart(_ view: TokenView, isAtEnd: Bool) -> Event {
    switch large.next(&cursor, view, isAtEnd: isAtEnd) {
    case .more: return .more
    case .element(let first, let last): return .part(first: first, last: last)
    case .listEnd: return .partEnd
    case .end:
      state = .after(level: 0)
      return .rest
    }
  }

  /// Whether a single value that ends with token `last` can be returned: it is complete, and if
  /// records read their document's number, that is known.
  ///
  /// Until then the rest of its document stays in memory.
  private mutating func mayGiveOut(
    _ last: Int,
    _ level: Int,
    _ view: TokenView,
    isAtEnd: Bool
  ) -> Bool {
    if level == 0 { return isSettled(after: last, view, isAtEnd: isAtEnd) }
    guard last + 1 < view.count else { return false }
    if isStream || !readsIndex { return true }
    var depth = level
    guard let end = view.unwind(from: last + 1, depth: &depth) else { return isAtEnd }
    return isSettled(after: end, view, isAtEnd: isAtEnd)
  }

  /// Handles a value before the end of the path: enters an object, leaves an array to the caller,
  /// skips a scalar.
  private mutating func takeTurn(_ level: Int, _ byte: UInt8, _ view: TokenView) -> Event? {
    guard let path else { return nil }
    let first = cursor
    switch byte {
    case .openObject:
      cursor += 1
      state = .member(level: level)
      return nil
    case .openArray:
      guard let last = view.close(of: first) else { return .more }
      cursor = last + 1
      state = .after(level: level)
      return .turn(
        first: first,
        last: last,
        rest: PlanRange((Int(path.first) + level)..<Int(path.end))
      )
    default:
      cursor += 1
      state = .after(level: level)
      return nil
    }
  }

  /// Moves on after a value: to the next member of the enclosing object, or out of it.
  private mutating func leaveValue(_ level: Int, _ view: TokenView) -> Event? {
    let byte = view.token(cursor)
    cursor += 1
    state = byte == .comma ? .member(level: level - 1) : .after(level: level - 1)
    return nil
  }

  /// Handles one member of an object on the path: enters the member that the path names, skips the
  /// others.
  private mutating func takeMember(_ level: Int, _ view: TokenView) -> Event? {
    let key = cursor
    if view.token(key) == .closeObject {
      cursor += 1
      state = .after(level: level)
      return nil
    }
    guard key + 2 < view.count, let path else { return .more }
    if level == 0 && outermostKeys.count < keptKeyCount {
      outermostKeys.append(view.text(ofString: key))
    }
    cursor += 2
    guard case .key(let wanted) = steps[Int(path.first) + level],
      spelling.isKey(key, wanted, view)
    else {
      state = .skipping(level: level + 1, depth: 0)
      return nil
    }
    if foundCount > level { return .repeatedKey(key) }
    foundCount = level + 1
    state = .value(level: level + 1)
    return nil
  }

  private mutating func skip(_ level: Int, _ depth: Int, _ view: TokenView) -> Event? {
    var depth = depth
    let opens = TokenView.opens(view.token(cursor))
    if depth == 0 {
      cursor += 1
      depth = opens ? 1 : 0
    }
    if depth > 0 {
      guard let last = view.unwind(from: cursor, depth: &depth) else {
        cursor = view.count
        state = .skipping(level: level, depth: depth)
        return .more
      }
      cursor = last + 1
    }
    state = .after(level: level)
    return nil
  }

  // MARK: - Several representations

  private mutating func takeElement(_ level: Int, _ index: Int, _ view: TokenView, isAtEnd: Bool)
    -> Event?
  {
    let first = cursor
    if view.token(first) == .closeArray { return endCollection(level) }
    guard let last = lastToken(of: first, view, isAtEnd: isAtEnd), last + 1 < view.count else {
      return .more
    }
    cursor = view.afterComma(last + 1)
    state = .elements(level: level, index: index + 1)
    return .element(first: first, last: last, key: nil, index: index)
  }

  private mutating func takeKeyedElement(
    _ level: Int,
    _ index: Int,
    _ view: TokenView,
    isAtEnd: Bool
  ) -> Event? {
    let key = cursor
    if view.token(key) == .closeObject { return endCollection(level) }
    guard key + 2 < view.count, let last = lastToken(of: key + 2, view, isAtEnd: isAtEnd),
      last + 1 < view.count
    else {
      return .more
    }
    cursor = view.afterComma(last + 1)
    state = .members(level: level, index: index + 1)
    return .element(first: key + 2, last: last, key: key, index: index)
  }

  private mutating func endCollection(_ level: Int) -> Event? {
    cursor += 1
    state = .after(level: level)
    return nil
  }
}
