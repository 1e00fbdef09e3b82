internal import RKEngine

/// The keys that one mapping wants of its representations, as a tree: each key path is a way down.
struct ShapeTree {
  private struct Node {
    var key: String
    var children = KeyedValues<String, Int>()
    var slot = 0
    /// The slot behind those of everything below.
    var end = 0
    /// The attribute that the key's value is only copied to.
    var copy: (rule: PlanID<AttributeRule>, column: UInt32)?
  }

  private var nodes = [Node(key: "")]
  private let naming: KeyNaming

  init(_ naming: KeyNaming = KeyNaming()) { self.naming = naming }

  var isEmpty: Bool { nodes.count == 1 }
  var slotCount: Int { nodes.count - 1 }

  /// Makes a way for some keys.
  mutating func insert(_ keys: [String]) {
    var here = 0
    for key in keys.lazy.map(naming.folded) {
      if let child = nodes[here].children[key] {
        here = child
      } else {
        nodes.append(Node(key: key))
        nodes[here].children[key] = nodes.count - 1
        here = nodes.count - 1
      }
    }
  }

  /// Gives every key a slot, those below it right behind it.
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

  /// The slots of some keys on a way, outermost first.
  func slots(on keys: [String]) -> [Int] {
    var here = 0
    var slots: [Int] = []
    for key in keys.lazy.map(naming.folded) {
      guard let child = nodes[here].children[key] else { break }
      here = child
      slots.append(nodes[here].slot)
    }
    return slots
  }

  /// Makes an outermost key a mere copy; false when it is one already.
  mutating func copy(_ key: String, to rule: PlanID<AttributeRule>, column: UInt32) -> Bool {
    guard let child = nodes[0].children[naming.folded(key)],
      nodes[child].copy == nil
    else { return false }
    nodes[child].copy = (rule, column)
    return true
  }

  /// Puts the tree into a plan, inner shapes first.
  func add(to plan: inout MappingPlan) -> PlanID<ObjectShape> {
    add(0, to: &plan)
  }

  private func add(_ node: Int, to plan: inout MappingPlan) -> PlanID<ObjectShape> {
    let children = nodes[node].children.values
    guard !children.isEmpty else { return .none }
    var members: [ShapeMember] = []
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
    let table = plan.keys.add(spellings: children.map { naming.spellings(of: nodes[$0].key) })
    return plan.shapes.add(ObjectShape(table: table, members: plan.shapeMembers.add(members)))
  }
}
