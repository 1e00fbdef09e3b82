/// The nodes of a tree in the form that a walk over documents needs, one cache line each: their
/// keys, the keys that usually follow, and counts that were not added to the tree yet.
struct NodeCache: ~Copyable {
  struct Node: BitwiseCopyable {
    /// The first eight bytes of the key and its closing quote, and a mask for as many of them as
    /// there are.
    var first: UInt64 = 0
    var mask = ~0 as UInt64
    /// The last eight bytes of the key and its closing quote, if there are more than eight.
    var last: UInt64 = 0
    /// The leaves that only one rule has read, and the leaves that no rule has read; the latter is
    /// -1 before the first.
    var mapped = 0
    var unmapped = -1
    /// The mark of that rule; 0 before there is one.
    var mark: UInt32 = 0
    /// The length of the key and its closing quote; 0 for keys that are looked up.
    var length: Int32 = 0
    /// Where the words between the first and the last bytes begin.
    var words: Int32 = 0
    /// The key that came after this one, and the first one in an object at this node, at their last
    /// look-up; -1 before.
    var next: Int32 = -1
    var firstMember: Int32 = -1
    var elements: Int32 = -1
  }

  private var nodes = UniqueArray<Node>()
  private var words = UniqueArray<UInt64>()
  /// How often nodes of the tree have been combined.
  private(set) var foldCount = 0

  init() {}

  /// Adds the new nodes of a tree.
  @inline(__always)
  mutating func extend(_ tree: borrowing SourceTree) {
    if nodes.count < tree.nodes.count { addNodes(of: tree) }
  }

  @inline(never)
  private mutating func addNodes(of tree: borrowing SourceTree) {
    for number in nodes.count..<tree.nodes.count {
      var node = Node()
      if tree.nodes[number].isKey { spell(tree.keys[tree.nodes[number].key.range], &node) }
      if tree.nodes[number].examples.1 >= 0 { node.unmapped = 0 }
      nodes.append(node)
    }
  }

  /// Stores the bytes by which a key is recognized; none if it has a backslash or a quote, as
  /// another key with escapes may have the same bytes in documents.
  private mutating func spell(_ key: ArraySlice<UInt8>, _ node: inout Node) {
    if key.contains(.backslash) || key.contains(.quote) { return }
    let text = key + [.quote]
    node.length = Int32(truncatingIfNeeded: text.count)
    node.first = Self.word(text.prefix(8))
    node.mask = text.count < 8 ? .lowBytes(text.count) : ~0
    node.last = Self.word(text.suffix(8))
    node.words = Int32(truncatingIfNeeded: words.count)
    var rest = text.dropFirst(8)
    while rest.count > 8 {
      words.append(Self.word(rest.prefix(8)))
      rest = rest.dropFirst(8)
    }
  }

  /// At most eight bytes as a word, the first one lowest.
  private static func word(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Begins with another tree, or after nodes were combined.
  mutating func begin(_ tree: borrowing SourceTree) {
    nodes.removeAll()
    words.removeAll()
    foldCount = tree.foldCount
    extend(tree)
  }

  /// Adds the cached counts to a tree.
  mutating func flush(into tree: inout SourceTree) {
    for number in 0..<nodes.count where nodes[number].mapped > 0 || nodes[number].unmapped > 0 {
      let node = tree.current(number)
      tree.nodes[node].counts.mapped += nodes[number].mapped
      tree.nodes[node].counts.unmapped += max(nodes[number].unmapped, 0)
      nodes[number].mapped = 0
      nodes[number].unmapped = min(nodes[number].unmapped, 0)
    }
  }

  // MARK: - Keys

  /// Whether a key is that of a node.
  @inline(__always)
  private func isKey(_ key: Int, of number: Int32, _ view: TokenView) -> Bool {
    if number < 0 { return false }
    let start = view.position(key) &+ 1
    let node = nodes[Int(number)]
    if (view.word(start) ^ node.first) & node.mask != 0 { return false }
    if node.length <= 8 { return true }
    return (node.length <= 16 || hasWords(key, node, view))
      && view.word(start &+ Int(node.length) &- 8) == node.last
  }

  /// Whether a key is long enough to be that of a node, and has the same bytes between the first
  /// and the last ones.
  private func hasWords(_ key: Int, _ node: Node, _ view: TokenView) -> Bool {
    let start = view.position(key) &+ 1
    if start &+ Int(node.length) > view.position(key &+ 1) { return false }
    var place = 8
    var word = Int(node.words)
    while place &+ 8 < Int(node.length) {
      if view.word(start &+ place) != words[word] { return false }
      place &+= 8
      word &+= 1
    }
    return true
  }

  /// The node of a key after that of another one, or of the first key in an object at `parent` if
  /// `last` is negative; nil if the key must be looked up.
  @inline(__always)
  func member(_ key: Int, after last: Int32, of parent: Int32, _ view: TokenView) -> Int32? {
    var expected = last < 0 ? nodes[Int(parent)].firstMember : nodes[Int(last)].next
    if isKey(key, of: expected, view) { return expected }
    // Some of the expected keys may be missing.
    var left = 4
    while expected >= 0 && left > 0 {
      expected = nodes[Int(expected)].next
      if isKey(key, of: expected, view) { return expected }
      left &-= 1
    }
    return nil
  }

  /// Stores the result of a look-up, so that the key is expected next time.
  mutating func expect(_ node: Int, after last: Int32, of parent: Int32) {
    if last < 0 {
      nodes[Int(parent)].firstMember = Int32(truncatingIfNeeded: node)
    } else {
      nodes[Int(last)].next = Int32(truncatingIfNeeded: node)
    }
  }

  /// The node of the elements of arrays at a node.
  @inline(__always)
  mutating func elements(of node: Int, _ tree: inout SourceTree) -> Int {
    let known = nodes[node].elements
    if known >= 0 { return Int(known) }
    let made = tree.elements(of: node)
    extend(tree)
    nodes[node].elements = Int32(truncatingIfNeeded: made)
    return made
  }

  // MARK: - Leaves

  /// Counts a leaf without mark, or with only that of the rule that has read most leaves of its
  /// path; false for any other leaf, and for the first one.
  @inline(__always)
  mutating func count(_ number: Int, mark: UInt32) -> Bool {
    if mark == 0 {
      if nodes[number].unmapped < 0 { return false }
      nodes[number].unmapped &+= 1
      return true
    }
    if mark != nodes[number].mark { return false }
    nodes[number].mapped &+= 1
    return true
  }

  /// Notes that leaves of a node with a mark, or without one, were counted in the tree, and can be
  /// counted here from now on.
  mutating func note(_ number: Int, mark: UInt32) {
    if mark == 0 {
      nodes[number].unmapped = max(nodes[number].unmapped, 0)
    } else {
      nodes[number].mark = mark
    }
  }
}
