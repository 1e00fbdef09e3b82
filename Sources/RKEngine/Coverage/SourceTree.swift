/// The paths of the leaves of documents, as a tree, with the counts of their leaves.
///
/// Keys that are data share one path, as do the keys of an object that has too many of them, so
/// memory is bounded by the number of paths. However an input is divided into parts, merging their
/// trees gives the same tree.
package struct SourceTree: Sendable {
  /// Whether a leaf was mapped, and if not, whether it was ignored.
  package enum State: String, Sendable, CaseIterable {
    case mapped
    case unmapped
    case ignored
  }

  /// A component of a path.
  package enum Component: Sendable, Hashable {
    /// At the beginning: the name of the set of descriptors that were considered; none for the set of
    /// all.
    case set(String)
    case key([UInt8])
    case elements
    /// Keys as data.
    case everyKey
  }

  /// The first leaf of a path in a state.
  package struct Example: Sendable {
    /// As JSON, shortened.
    package var value: String
    package var file: String
    package var line: Int
    package var column: Int
    /// The number of the document, from 1; 0 if there is only one.
    package var document: Int
    package var pointer: String

    package init(
      value: String,
      file: String,
      line: Int,
      column: Int,
      document: Int,
      pointer: String
    ) {
      self.value = value
      self.file = file
      self.line = line
      self.column = column
      self.document = document
      self.pointer = pointer
    }
  }

  /// The numbers of leaves of a path in each state.
  package struct Counts: Sendable, BitwiseCopyable {
    package var mapped = 0
    package var unmapped = 0
    package var ignored = 0
    package var failed = 0

    package init() {}

    package var occurrences: Int { mapped + unmapped + ignored }

    /// The state of the path.
    package var state: State { mapped > 0 ? .mapped : unmapped > 0 ? .unmapped : .ignored }

    package mutating func add(_ other: Counts) {
      mapped += other.mapped
      unmapped += other.unmapped
      ignored += other.ignored
      failed += other.failed
    }
  }

  struct Node: BitwiseCopyable {
    enum Kind: UInt8, BitwiseCopyable {
      case document
      case elements
      case everyKey
      /// A key that a rule names, or any other key.
      case named
      case unnamed
    }

    var kind: Kind
    /// The range of its key among the tree's, without escapes.
    var key = ByteRange(0..<0)
    var parent: Int32
    var firstChild: Int32 = -1
    var lastChild: Int32 = -1
    var sibling: Int32 = -1
    /// Its children for elements, and for keys as data.
    var elements: Int32 = -1
    var everyKey: Int32 = -1
    /// The set of scopes that it is in.
    var scopes: Int32
    /// The rule that last read a leaf of the path.
    var lastRule: Int32 = -1
    /// The number of keys below it that no rule names.
    var unnamedCount: Int32 = 0
    var counts = Counts()
    /// For each state, the number of its first leaf among the examples.
    var examples: (Int32, Int32, Int32) = (-1, -1, -1)
    /// The node that has replaced it; -1 for none.
    var successor: Int32 = -1

    /// Whether it is the node of a key, and was not replaced.
    var isKey: Bool { kind.rawValue >= Kind.named.rawValue && successor < 0 }
  }

  var nodes: [Node] = []
  /// For each node, the rules that read its leaves, in ascending order.
  private(set) var rules: [[Int32]] = []
  private(set) var examples: [Example] = []
  private(set) var keys: [UInt8] = []
  /// The nodes of keys, by a hash of the key and the parent; 0 for none.
  private var slots: [Int32] = Array(repeating: 0, count: 64)
  private var keyCount = 0
  var sets: ScopeSets
  /// The most keys of an object, not named by rules, that get paths of their own.
  let mostKeys: Int
  /// How often nodes were combined.
  var foldCount = 0

  package init(_ options: CoverageOptions) {
    sets = ScopeSets(options.scopes)
    mostKeys = options.mostKeys
    nodes.append(Node(kind: .document, parent: -1, scopes: Int32(sets.documents(of: ""))))
    rules.append([])
  }

  static var document: Int { 0 }

  /// The node of the documents that a set of descriptors is considered for.
  mutating func document(ofSet name: String) -> Int {
    if name.isEmpty { return Self.document }
    let key = Array(name.utf8)
    if let known = findDocument(key) { return known }
    return add(.document, to: Self.document, key: key, sets.documents(of: name))
  }

  func findDocument(_ key: [UInt8]) -> Int? {
    var child = Int(nodes[Self.document].firstChild)
    while child >= 0 {
      if nodes[child].kind == .document && keys[nodes[child].key.range].elementsEqual(key) {
        return child
      }
      child = Int(nodes[child].sibling)
    }
    return nil
  }

  /// The place of the first descriptor of a set among those that are counted.
  package func firstDescriptor(ofSet name: String) -> Int {
    name.isEmpty ? -1 : sets.scopes.places(ofSet: name).first ?? 0
  }

  // MARK: - Children

  private mutating func add(_ kind: Node.Kind, to parent: Int, key: [UInt8] = [], _ set: Int) -> Int
  {
    var node = Node(kind: kind, parent: Int32(parent), scopes: Int32(set))
    node.key = ByteRange(keys.count..<(keys.count + key.count))
    keys += key
    let number = nodes.count
    nodes.append(node)
    rules.append([])
    let last = Int(nodes[parent].lastChild)
    if last < 0 { nodes[parent].firstChild = Int32(number) }
    if last >= 0 { nodes[last].sibling = Int32(number) }
    nodes[parent].lastChild = Int32(number)
    return number
  }

  /// The node of the elements of arrays at a node.
  mutating func elements(of node: Int) -> Int {
    let known = nodes[node].elements
    if known >= 0 { return Int(known) }
    let made = add(.elements, to: node, sets.elements(of: Int(nodes[node].scopes)))
    nodes[node].elements = Int32(made)
    return made
  }

  /// The node of keys that are data, of objects at a node.
  mutating func everyKey(of node: Int) -> Int {
    let known = nodes[node].everyKey
    if known >= 0 { return Int(known) }
    let made = add(.everyKey, to: node, sets.otherMember(of: Int(nodes[node].scopes)))
    nodes[node].everyKey = Int32(made)
    return made
  }

  /// The node of a key, without escapes, of objects at a node.
  mutating func member(_ key: [UInt8], of node: Int) -> Int {
    if let known = find(key, of: node) { return known }
    let set = Int(nodes[node].scopes)
    if let inner = sets.member(key, of: set) { return addMember(key, .named, of: node, inner) }
    if sets.takesEveryKey[set] || nodes[node].everyKey >= 0 { return everyKey(of: node) }
    if nodes[node].unnamedCount == mostKeys {
      fold(node)
      return Int(nodes[node].everyKey)
    }
    nodes[node].unnamedCount += 1
    return addMember(key, .unnamed, of: node, sets.otherMember(of: set))
  }

  private mutating func addMember(_ key: [UInt8], _ kind: Node.Kind, of node: Int, _ set: Int)
    -> Int
  {
    let made = add(kind, to: node, key: key, set)
    keyCount += 1
    if keyCount * 2 > slots.count { enlarge() }
    insert(made)
    return made
  }

  // MARK: - The table of keys

  private func hash(_ key: some Collection<UInt8>, _ parent: Int) -> Int {
    var hash = UInt64(truncatingIfNeeded: parent) &* 0x9E37_79B9_7F4A_7C15
    for byte in key { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    return Int(truncatingIfNeeded: (hash ^ hash &>> 29) & UInt64(slots.count - 1))
  }

  func find(_ key: [UInt8], of parent: Int) -> Int? {
    var place = hash(key, parent)
    while slots[place] != 0 {
      let node = nodes[Int(slots[place])]
      if node.parent == Int32(parent), node.successor < 0, Int(node.key.count) == key.count,
        keys[node.key.range].elementsEqual(key)
      {
        return Int(slots[place])
      }
      place = (place + 1) & (slots.count - 1)
    }
    return nil
  }

  private mutating func insert(_ number: Int) {
    let node = nodes[number]
    var place = hash(keys[node.key.range], Int(node.parent))
    while slots[place] != 0 { place = (place + 1) & (slots.count - 1) }
    slots[place] = Int32(number)
  }

  private mutating func enlarge() {
    slots = Array(repeating: 0, count: slots.count * 2)
    keyCount = 0
    for number in nodes.indices where nodes[number].successor < 0 {
      switch nodes[number].kind {
      case .named, .unnamed:
        keyCount += 1
        insert(number)
      case .document, .elements, .everyKey: break
      }
    }
  }

  // MARK: - Leaves

  /// Counts a leaf; true if it is the first one in its state.
  @inline(__always)
  mutating func count(_ node: Int, _ state: State, hasFailed: Bool) -> Bool {
    switch state {
    case .mapped:
      nodes[node].counts.mapped &+= 1
      if hasFailed { nodes[node].counts.failed &+= 1 }
      return nodes[node].examples.0 < 0
    case .unmapped:
      nodes[node].counts.unmapped &+= 1
      return nodes[node].examples.1 < 0
    case .ignored:
      nodes[node].counts.ignored &+= 1
      return nodes[node].examples.2 < 0
    }
  }

  /// Notes that a rule has read a leaf.
  @inline(__always)
  mutating func note(_ rule: Int32, at node: Int) {
    if nodes[node].lastRule == rule { return }
    nodes[node].lastRule = rule
    insert(rule, at: node)
  }

  @inline(never)
  private mutating func insert(_ rule: Int32, at node: Int) {
    if rules[node].contains(rule) { return }
    let place = rules[node].firstIndex { $0 > rule } ?? rules[node].count
    rules[node].insert(rule, at: place)
  }

  /// Stores the first leaf of a path in a state, unless there is an earlier one.
  mutating func add(_ example: Example, at node: Int, _ state: State) {
    examples.append(example)
    keep(example: examples.count - 1, at: node, state)
  }

  mutating func keep(example: Int, at node: Int, _ state: State) {
    let known = nodes[node][state]
    if example < 0 || known >= 0 && known < Int32(example) { return }
    nodes[node][state] = Int32(example)
  }

  // MARK: - Results

  /// A path with leaves.
  package struct Path: Sendable {
    package var components: [Component]
    package var counts: Counts
    package var rules: [Int32]
    /// The first leaf that is in the path's own state.
    package var example: Example
  }

  /// All paths with leaves, in no particular order.
  package var paths: [Path] {
    nodes.indices.compactMap { number in
      let node = nodes[number]
      guard node.successor < 0, node.counts.occurrences > 0 else { return nil }
      let example = node[node.counts.state]
      guard example >= 0 else { return nil }
      return Path(
        components: components(of: number),
        counts: node.counts,
        rules: rules[number],
        example: examples[Int(example)]
      )
    }
  }

  private func components(of number: Int) -> [Component] {
    var components: [Component] = []
    var number = number
    while number > 0 {
      let node = nodes[number]
      switch node.kind {
      case .document:
        components.append(.set(String(decoding: keys[node.key.range], as: UTF8.self)))
      case .elements: components.append(.elements)
      case .everyKey: components.append(.everyKey)
      case .named, .unnamed: components.append(.key(Array(keys[node.key.range])))
      }
      number = Int(node.parent)
    }
    return components.reversed()
  }

  /// Removes the document number from the examples of a file that had only one document.
  mutating func forgetDocument(from first: Int) {
    for number in first..<examples.count { examples[number].document = 0 }
  }
}

extension SourceTree.Node {
  /// The number of the first leaf in a state among the examples; -1 for none.
  subscript(state: SourceTree.State) -> Int32 {
    get {
      switch state {
      case .mapped: examples.0
      case .unmapped: examples.1
      case .ignored: examples.2
      }
    }
    set {
      switch state {
      case .mapped: examples.0 = newValue
      case .unmapped: examples.1 = newValue
      case .ignored: examples.2 = newValue
      }
    }
  }
}
