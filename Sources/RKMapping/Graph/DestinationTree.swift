/// The rules of a mapper by destination; each destination is a path from the root.
struct DestinationTree {
  /// A rule with its destination and place.
  struct Rule {
    var destination: DestinationKeyPath
    var place: SpecPlace
    var isRelationship: Bool
  }

  private struct Node {
    /// The number of the rule whose destination ends here.
    var rule: Int?
    var children = KeyedValues<String, Int>()
    /// The first rules that were added below.
    var firstBelow: Int?
    var firstRelationshipBelow: Int?
  }

  private var nodes: [Node] = []
  private var rules: [Rule] = []

  /// Creates an empty tree with room for some rules.
  init(capacity: Int) {
    nodes.reserveCapacity(capacity + 1)
    nodes.append(Node())
    nodes[0].children.reserveCapacity(capacity)
    rules.reserveCapacity(capacity)
  }

  /// Adds a rule; if a rule conflicts with it, returns that one instead.
  ///
  /// Attributes may be inside a relationship if they were added before it.
  mutating func insert(_ rule: Rule) -> Rule? {
    if let other = overlapping(rule.destination, onlyRelationshipsBelow: rule.isRelationship) {
      return other
    }
    let number = rules.count
    rules.append(rule)
    var here = 0
    for key in rule.destination.keys {
      if nodes[here].firstBelow == nil { nodes[here].firstBelow = number }
      if rule.isRelationship && nodes[here].firstRelationshipBelow == nil {
        nodes[here].firstRelationshipBelow = number
      }
      if let child = nodes[here].children[key] {
        here = child
      } else {
        nodes.append(Node())
        nodes[here].children[key] = nodes.count - 1
        here = nodes.count - 1
      }
    }
    nodes[here].rule = number
    return nil
  }

  /// Returns a rule with the same destination, one above it, or one below it.
  func overlapping(
    _ destination: DestinationKeyPath,
    onlyRelationshipsBelow: Bool = false
  ) -> Rule? {
    var here = 0
    for key in destination.keys {
      guard let child = nodes[here].children[key] else { return nil }
      here = child
      if let rule = nodes[here].rule { return rules[rule] }
    }
    let below =
      onlyRelationshipsBelow ? nodes[here].firstRelationshipBelow : nodes[here].firstBelow
    return below.map { rules[$0] }
  }

  /// Returns the attributes inside a destination.
  func attributes(inside destination: DestinationKeyPath) -> [Rule] {
    var here = 0
    for key in destination.keys {
      guard let child = nodes[here].children[key] else { return [] }
      here = child
    }
    var found: [Rule] = []
    var open = nodes[here].children.values
    while let next = open.popLast() {
      if let rule = nodes[next].rule, !rules[rule].isRelationship { found.append(rules[rule]) }
      open += nodes[next].children.values
    }
    return found
  }
}
