/// Goes through the tokens of documents in their order, and counts their leaves: it may pause
/// anywhere, so that a document need not be in memory as a whole.
struct LeafWalk: ~Copyable {
  /// A container that is open.
  struct Container: BitwiseCopyable {
    /// Its node in the tree.
    var node: Int32
    var isArray: Bool
    /// The number of the current element.
    var index: Int32 = 0
    /// The key of the current member; -1 if it is kept as a text.
    var key: Int32 = -1
    /// The node of the last key, after which the next one is expected.
    var lastMember: Int32 = -1
    /// How many values around it are marked.
    var markCount: Int32
  }

  /// A leaf that is the first of its path in its state.
  struct Discovery {
    var node: Int
    var state: SourceTree.State
    var token: Int
  }

  private var containers = UniqueArray<Container>()
  /// For each open container, the key of the current member where that has left the window.
  private var keptKeys: [[UInt8]] = []
  /// The marks of the containers that are open.
  private var open = UniqueArray<ReadMarks.Mark>()
  /// The next token.
  private(set) var cursor = 0
  /// Counts lines, if they are wanted.
  var lines: LineCounter?

  init() {}

  // MARK: - Beginning and pausing

  /// Begins a document.
  mutating func begin(at token: Int) {
    containers.removeAll()
    open.removeAll()
    cursor = token
  }

  /// Begins at an element of a list that some keys lead to.
  mutating func begin(inListAt path: [[UInt8]], _ tree: inout SourceTree) {
    begin(at: 0)
    var node = SourceTree.document
    for key in path {
      push(node, isArray: false)
      keptKeys[containers.count - 1] = key
      node = tree.member(key, of: node)
    }
    push(node, isArray: true)
  }

  /// Elements were gone through elsewhere: continues at the first token after them.
  mutating func pass(elements count: Int) {
    if containers.count > 0 { containers[containers.count - 1].index += Int32(count) }
    cursor = 0
  }

  /// The window's tokens move down.
  mutating func shift(by count: Int) {
    cursor -= count
    for number in 0..<containers.count where containers[number].key >= 0 {
      containers[number].key -= Int32(count)
    }
  }

  /// Keeps the keys of the open containers, which leave the window.
  mutating func keepKeys(_ view: TokenView) {
    for number in 0..<containers.count where containers[number].key >= 0 {
      keptKeys[number] = view.text(ofString: Int(containers[number].key))
      containers[number].key = -1
    }
  }

  private mutating func push(_ node: Int, isArray: Bool) {
    if keptKeys.count <= containers.count { keptKeys.append([]) }
    containers.append(
      Container(node: Int32(node), isArray: isArray, markCount: Int32(open.count))
    )
  }

  // MARK: - Tokens

  /// Goes on up to a token, or to the first leaf of some path in its state.
  mutating func advance(
    to end: Int,
    _ view: TokenView,
    _ marks: inout ReadMarks,
    _ tree: inout SourceTree,
    _ lineStates: inout [Int: Bool]
  ) -> Discovery? {
    while cursor < end {
      let top = containers.count &- 1
      let byte = view.token(cursor)
      var node = SourceTree.document
      var value = cursor
      if top >= 0 {
        if byte == .comma {
          if containers[top].isArray { containers[top].index &+= 1 }
          cursor &+= 1
          continue
        }
        if byte == .closeObject || byte == .closeArray {
          open.truncate(to: Int(containers[top].markCount))
          _ = containers.removeLast()
          cursor &+= 1
          continue
        }
        if containers[top].isArray {
          node = tree.elements(of: Int(containers[top].node))
        } else {
          value = cursor &+ 2
          guard value < end else { return nil }
          node = member(at: top, view, &tree)
        }
      }
      let first = view.token(value)
      if TokenView.opens(first) {
        guard value &+ 1 < end else { return nil }
        let next = view.token(value &+ 1)
        if next != .closeObject && next != .closeArray {
          if top >= 0 { keep(node, cursor, at: top) }
          push(node, isArray: first == .openArray)
          openMarks(of: value, &marks)
          cursor = value &+ 1
          continue
        }
      }
      if top >= 0 { keep(node, cursor, at: top) }
      cursor = TokenView.opens(first) ? value &+ 2 : value &+ 1
      if let found = count(value, node, view, &marks, &tree, &lineStates) { return found }
    }
    return nil
  }

  @inline(__always)
  private mutating func member(at top: Int, _ view: TokenView, _ tree: inout SourceTree) -> Int {
    let (parent, last) = (Int(containers[top].node), containers[top].lastMember)
    let expected = last < 0 ? tree.firstMember(of: parent) : tree.member(after: Int(last))
    let foldCount = tree.foldCount
    let node = tree.member(view, cursor, of: parent, expected: expected)
    if tree.foldCount != foldCount { followFolds(tree) }
    return node
  }

  @inline(__always)
  private mutating func keep(_ node: Int, _ key: Int, at top: Int) {
    if containers[top].isArray { return }
    containers[top].lastMember = Int32(truncatingIfNeeded: node)
    containers[top].key = Int32(truncatingIfNeeded: key)
  }

  /// Nodes were combined.
  @inline(never)
  private mutating func followFolds(_ tree: borrowing SourceTree) {
    for number in 0..<containers.count {
      containers[number].node = Int32(tree.current(Int(containers[number].node)))
      containers[number].lastMember = -1
    }
  }

  // MARK: - Marks

  private mutating func openMarks(of token: Int, _ marks: inout ReadMarks) {
    var number = marks.first(at: token)
    while number != 0 {
      let (mark, next) = marks.take(number, at: token)
      if !mark.isOfEmpty { open.append(mark) }
      number = next
    }
  }

  @inline(__always)
  private mutating func count(
    _ token: Int,
    _ node: Int,
    _ view: TokenView,
    _ marks: inout ReadMarks,
    _ tree: inout SourceTree,
    _ lineStates: inout [Int: Bool]
  ) -> Discovery? {
    var (isMapped, isIgnored, hasFailed) = (false, false, false)
    for number in 0..<open.count {
      use(open[number], node, &tree, &isMapped, &isIgnored, &hasFailed)
    }
    var number = marks.first(at: token)
    while number != 0 {
      let (mark, next) = marks.take(number, at: token)
      number = next
      if mark.isOfEmpty && !view.isNull(token) && !TokenView.opens(view.token(token)) { continue }
      use(mark, node, &tree, &isMapped, &isIgnored, &hasFailed)
    }
    let state: SourceTree.State = isMapped ? .mapped : isIgnored ? .ignored : .unmapped
    if lines != nil && state != .ignored {
      countLine(of: token, isMapped: isMapped, view, &lineStates)
    }
    let isFirst = tree.count(node, state, hasFailed: hasFailed)
    return isFirst ? Discovery(node: node, state: state, token: token) : nil
  }

  @inline(__always)
  private mutating func use(
    _ mark: ReadMarks.Mark,
    _ node: Int,
    _ tree: inout SourceTree,
    _ isMapped: inout Bool,
    _ isIgnored: inout Bool,
    _ hasFailed: inout Bool
  ) {
    if mark.rule < 0 { return isIgnored = true }
    isMapped = true
    hasFailed = hasFailed || mark.hasFailed
    tree.note(mark.rule, at: node)
  }

  @inline(never)
  private mutating func countLine(
    of token: Int,
    isMapped: Bool,
    _ view: TokenView,
    _ lineStates: inout [Int: Bool]
  ) {
    guard let line = lines?.line(at: view.position(token), in: view.padded) else { return }
    lineStates[line] = lineStates[line, default: true] && isMapped
  }

  // MARK: - Places

  /// The pointer to the leaf that was gone through last.
  func pointer(_ view: TokenView) -> [UInt8] {
    var pointer: [UInt8] = []
    for number in 0..<containers.count {
      let container = containers[number]
      if container.isArray {
        JSONPointer.append(index: Int(container.index), to: &pointer)
      } else if container.key >= 0 {
        JSONPointer.append(key: view.text(ofString: Int(container.key)), to: &pointer)
      } else {
        JSONPointer.append(key: keptKeys[number], to: &pointer)
      }
    }
    return pointer
  }
}
