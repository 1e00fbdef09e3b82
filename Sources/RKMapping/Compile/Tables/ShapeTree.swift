internal import RKEngine

/// The keys that a mapping wants from its representations, as a tree.
///
/// Each key path is a path from the root.
struct ShapeTree {
  private struct Node {
    var key: String
    var children = KeyedValues<String, Int>()
    var slot = 0
    /// The slot after those of all keys below.
    var end = 0
    /// The attribute that the key's value is copied to, if it is used for nothing else.
    var copy: (rule: PlanID<AttributeRule>, column: UInt32)?
  }

  private var nodes: [Node] = []
  private let naming: KeyNaming

  /// Creates an empty tree with room for some keys.
  init(_ naming: KeyNaming = KeyNaming(), capacity: Int = 0) {
    self.naming = naming
    nodes.reserveCapacity(capacity + 1)
    nodes.append(Node(key: ""))
    nodes[0].children.reserveCapacity(capacity)
  }

  var isEmpty: Bool { nodes.count == 1 }
  var slotCount: Int { nodes.count - 1 }

  /// Adds the leading keys of a path.
  mutating func insert(_ path: SourceKeyPath) {
    var here = 0
    for number in 0..<path.leadingKeyCount {
      let key = naming.folded(path.key(number))
      if let child = nodes[here].children[key] {
        here = child
      } else {
        nodes.append(Node(key: key))
        nodes[here].children[key] = nodes.count - 1
        here = nodes.count - 1
      }
    }
  }

  /// Assigns a slot to every key, followed by the slots of the keys below it.
  mutating func assignSlots() {
    var next = 0
    assignSlots(below: 0, &next)
  }

  private mutating func assignSlots(below node: Int, _ next: inout Int) {
    for child in nodes[node].children.values {
      nodes[child].slot = next
      next += 1
      assignSlots(below: child, &next)
      nodes[child].end = next
    }
  }

  /// The slots of the first `count` keys of a path, outermost first.
  func slots(on path: SourceKeyPath, _ count: Int) -> [UInt32] {
    var here = 0
    var slots: [UInt32] = []
    slots.reserveCapacity(count)
    for number in 0..<count {
      guard let child = nodes[here].children[naming.folded(path.key(number))] else { break }
      here = child
      slots.append(UInt32(nodes[here].slot))
    }
    return slots
  }

  /// Makes an outermost key a plain copy; returns false if it already is one.
  mutating func copy(_ key: String, to rule: PlanID<AttributeRule>, column: UInt32) -> Bool {
    guard let child = nodes[0].children[naming.folded(key)],
      nodes[child].copy == nil
    else { return false }
    nodes[child].copy = (rule, column)
    return true
  }

  /// Adds the tree to a plan, inner shapes first.
  func add(to plan: inout MappingPlan) -> PlanID<ObjectShape> {
    add(0, to: &plan)
  }

  private func add(_ node: Int, to plan: inout MappingPlan) -> PlanID<ObjectShape> {
    let children = nodes[node].children.values
    guard !children.isEmpty else { return .none }
    var members: [ShapeMember] = []
    members.reserveCapacity(children.count)
    for child in children {
      members.append(
        ShapeMember(
          slot: UInt32(nodes[child].slot),
          copy: nodes[child].copy?.rule ?? .none,
          column: nodes[child].copy?.column ?? 0,
          inner: add(child, to: &plan),
          innerSlots: Range32((nodes[child].slot + 1)..<nodes[child].end)
        )
      )
    }
    let table = plan.keys.add(spellings: naming.spellings(of: nodes[node].children.keys))
    return plan.shapes.add(ObjectShape(table: table, members: plan.shapeMembers.add(members)))
  }
}
