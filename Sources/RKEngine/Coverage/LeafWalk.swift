/// Walks over the tokens of documents in order, and counts their leaves.
///
/// It may pause anywhere, so that a document need not be in memory as a whole.
struct LeafWalk: ~Copyable {
  /// An open container.
  struct Container: BitwiseCopyable {
    /// The container's node in the tree.
    var node: Int32
    var isArray: Bool
    /// The index of the current element.
    var index: Int32 = 0
    /// The token of the current member's key; -1 if the key is kept as text.
    var key: Int32 = -1
    /// The node of the last key, after which the next one is expected.
    var lastMember: Int32 = -1
    /// The number of marks on the values around it.
    var markCount: Int32
  }

  /// A leaf that is the first of its path in its state.
  struct Discovery {
    var node: Int
    var state: SourceTree.State
    var token: Int
  }

  private var containers = UniqueArray<Container>()
  /// For each open container, the key of the current member if that is no longer in the window.
  private var keptKeys: [[UInt8]] = []
  /// The marks of the open containers.
  private var open = UniqueArray<ReadMarks.Mark>()
  /// The next token.
  private(set) var cursor = 0
  /// The node of the documents.
  private var root = SourceTree.document
  /// The nodes of the tree in the form that the walk needs.
  private var cache = NodeCache()
  /// The number of documents that have ended.
  private var endedCount = 0
  /// Counts lines, if line counts are wanted.
  var lines: LineCounter?

  init() {}

  // MARK: - Beginning and pausing

  /// Begins with another tree.
  mutating func begin(_ tree: borrowing SourceTree) { cache.begin(tree) }

  /// Begins documents whose paths are below a node.
  mutating func begin(below root: Int, _ tree: borrowing SourceTree) {
    self.root = root
    cache.extend(tree)
  }

  /// Adds the counts in the cache to the tree.
  mutating func flush(into tree: inout SourceTree) { cache.flush(into: &tree) }

  /// Begins a document.
  mutating func begin(at token: Int) {
    containers.removeAll()
    open.removeAll()
    cursor = token
  }

  /// Begins at an element of the list that some keys lead to.
  mutating func begin(inListAt path: [[UInt8]], _ tree: inout SourceTree) {
    begin(at: 0)
    var node = root
    for key in path {
      push(node, isArray: false)
      keptKeys[containers.count - 1] = key
      node = tree.member(key, of: node)
    }
    push(node, isArray: true)
  }

  /// Skips elements that were walked elsewhere: continues at the first token after them.
  mutating func pass(elements count: Int) {
    if containers.count > 0 { containers[containers.count - 1].index += Int32(count) }
    cursor = 0
  }

  /// Follows the window, whose tokens have moved down.
  mutating func shift(by count: Int) {
    cursor -= count
    for number in 0..<containers.count where containers[number].key >= 0 {
      containers[number].key -= Int32(count)
    }
  }

  /// Keeps the keys of the open containers, before they leave the window.
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

  /// Walks up to a token, or up to the first leaf of some path in its state, which is returned.
  mutating func advance(
    to end: Int,
    _ view: TokenView,
    _ marks: inout ReadMarks,
    _ tree: inout SourceTree,
    _ lineStates: inout [Int: Bool]
  ) -> Discovery? {
    while cursor < end {
      let top = containers.count &- 1
      var node = root
      var value = cursor
      if top >= 0 {
        if !containers[top].isArray { passLeaves(to: end, top, view, &marks) }
        let byte = view.token(cursor)
        if byte == .comma {
          if containers[top].isArray { containers[top].index &+= 1 }
          cursor &+= 1
          continue
        }
        if byte == .closeObject || byte == .closeArray {
          close(top)
          continue
        }
        if containers[top].isArray {
          value = cursor
          node = cache.elements(of: Int(containers[top].node), &tree)
        } else {
          value = cursor &+ 2
          guard value < end else { return nil }
          node = member(at: top, view, &tree)
        }
      } else if view.token(cursor) == .lineFeed {
        // Between documents.
        cursor &+= 1
        continue
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
      if top >= 0 { keep(node, cursor, at: top) } else { endedCount &+= 1 }
      cursor = TokenView.opens(first) ? value &+ 2 : value &+ 1
      if countPlainly(value, node, &marks) { continue }
      if let found = count(value, node, view, &marks, &tree, &lineStates) { return found }
    }
    return nil
  }

  /// Walks over the members of the innermost container, an object, while they are leaves of known
  /// paths without other marks than that of the rule that usually reads them.
  ///
  /// Ends before the token at which the walk continues.
  @inline(__always)
  private mutating func passLeaves(
    to end: Int,
    _ top: Int,
    _ view: TokenView,
    _ marks: inout ReadMarks
  ) {
    if open.count > 0 || lines != nil { return }
    let parent = containers[top].node
    var last = containers[top].lastMember
    var token = cursor
    if view.token(token) == .comma { token &+= 1 }
    // The value and the token after it must be available, too.
    while token &+ 4 < end && view.token(token) == .quote {
      guard let node = cache.member(token, after: last, of: parent, view) else { break }
      let value = token &+ 2
      var next = value &+ 1
      if TokenView.opens(view.token(value)) {
        let inner = view.token(next)
        if inner != .closeObject && inner != .closeArray { break }
        next &+= 1
      }
      let mark = marks.only(at: value)
      if !cache.count(Int(node), mark: mark) { break }
      if mark != 0 { marks.takeOnly(at: value) }
      last = node
      containers[top].key = Int32(truncatingIfNeeded: token)
      cursor = next
      token = next &+ 1
      if view.token(next) != .comma { break }
    }
    containers[top].lastMember = last
  }

  @inline(__always)
  private mutating func close(_ top: Int) {
    open.truncate(to: Int(containers[top].markCount))
    containers.truncate(to: top)
    if top == 0 { endedCount &+= 1 }
    cursor &+= 1
  }

  @inline(__always)
  private mutating func member(at top: Int, _ view: TokenView, _ tree: inout SourceTree) -> Int {
    let (parent, last) = (containers[top].node, containers[top].lastMember)
    if let node = cache.member(cursor, after: last, of: parent, view) { return Int(node) }
    return lookUpMember(at: top, view, &tree)
  }

  @inline(never)
  private mutating func lookUpMember(
    at top: Int,
    _ view: TokenView,
    _ tree: inout SourceTree
  ) -> Int {
    let (parent, last) = (containers[top].node, containers[top].lastMember)
    let node = tree.member(view.text(ofString: cursor), of: Int(parent))
    if tree.foldCount != cache.foldCount {
      followFolds(&tree)
    } else {
      cache.extend(tree)
      cache.expect(node, after: last, of: parent)
    }
    return node
  }

  @inline(__always)
  private mutating func keep(_ node: Int, _ key: Int, at top: Int) {
    if containers[top].isArray { return }
    containers[top].lastMember = Int32(truncatingIfNeeded: node)
    containers[top].key = Int32(truncatingIfNeeded: key)
  }

  /// Replaces nodes that were combined with others.
  @inline(never)
  private mutating func followFolds(_ tree: inout SourceTree) {
    cache.flush(into: &tree)
    cache.begin(tree)
    for number in 0..<containers.count {
      containers[number].node = Int32(tree.current(Int(containers[number].node)))
      containers[number].lastMember = -1
    }
  }

  /// The number of documents that have ended since the last call.
  mutating func takeEndedCount() -> Int {
    defer { endedCount = 0 }
    return endedCount
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

  /// Counts a leaf that needs no look-up; false for any other.
  @inline(__always)
  private mutating func countPlainly(_ token: Int, _ node: Int, _ marks: inout ReadMarks) -> Bool {
    if open.count > 0 || lines != nil { return false }
    let mark = marks.only(at: token)
    if !cache.count(node, mark: mark) { return false }
    if mark != 0 { marks.takeOnly(at: token) }
    return true
  }

  @inline(never)
  private mutating func count(
    _ token: Int,
    _ node: Int,
    _ view: TokenView,
    _ marks: inout ReadMarks,
    _ tree: inout SourceTree,
    _ lineStates: inout [Int: Bool]
  ) -> Discovery? {
    var (isMapped, isIgnored, hasFailed) = (false, false, false)
    let only = marks.only(at: token)
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
    if open.count == 0 && (only == 0 || ReadMarks.isOnly(only)) { cache.note(node, mark: only) }
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

  /// The pointer to the last leaf of the walk.
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
