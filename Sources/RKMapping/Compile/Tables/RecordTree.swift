internal import RKEngine

/// The members of a record in output order, with the nested objects that dotted destinations make.
struct RecordTree {
  private struct Node {
    var name: String
    var column: UInt32?
    var isRelated = false
    var children = KeyedValues<String, Int>()
  }

  private var nodes: [Node] = []

  /// Creates an empty tree with room for some columns.
  init(capacity: Int = 0) {
    nodes.reserveCapacity(capacity + 1)
    nodes.append(Node(name: ""))
    nodes[0].children.reserveCapacity(capacity)
  }

  /// Adds a column at a destination; an existing entry keeps its place.
  mutating func insert(_ keys: [String], column: Int, isRelated: Bool = false) {
    var here = 0
    for key in keys {
      if let child = nodes[here].children[key] {
        here = child
      } else {
        nodes.append(Node(name: key))
        nodes[here].children[key] = nodes.count - 1
        here = nodes.count - 1
      }
    }
    nodes[here].column = UInt32(column)
    nodes[here].isRelated = isRelated
  }

  /// Adds the tree to a schema, inner members first.
  func add(to schema: inout RowSchema) -> PlanRange<OutputMember> {
    add(0, to: &schema)
  }

  private func add(_ node: Int, to schema: inout RowSchema) -> PlanRange<OutputMember> {
    var members: [OutputMember] = []
    members.reserveCapacity(nodes[node].children.count)
    for child in nodes[node].children.values {
      let content: OutputMember.Content
      switch (nodes[child].column, nodes[child].children.isEmpty) {
      case (let column?, true): content = .column(column)
      case (let column?, false):
        content = .related(column: column, orGroup: add(child, to: &schema))
      case (nil, _): content = .group(add(child, to: &schema))
      }
      let name = schema.add(text: nodes[child].name.utf8)
      members.append(OutputMember(name: name, content: content))
    }
    return schema.members.add(members)
  }
}
