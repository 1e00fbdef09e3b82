internal import RKEngine

extension TableCompiler {
  /// Finds what exists from the start because a relationship of declared cardinality needs it.
  struct Lateness {
    var earlyJoins: Set<Join> = []
    /// For each table, the relationships that lead to it.
    var earlyLinks: [Int: [Link]] = [:]
  }

  /// Finds the tables that are created with their first record.
  ///
  /// A table of root records, or of records with a key, exists from the start. A table of child
  /// rows does if its owner's table does and the relationship is declared to-many.
  mutating func findLateTables() {
    for table in layouts.indices {
      layouts[table].isLate = !layouts[table].isRoot && layouts[table].key.isEmpty
    }
    var children: [Int: [Int]] = [:]
    for (table, links) in lateness.earlyLinks {
      for link in links { children[link.owner, default: []].append(table) }
    }
    // Early tables make other tables early.
    var open = layouts.indices.filter { !layouts[$0].isLate }
    while let owner = open.popLast() {
      for table in children[owner, default: []] where layouts[table].isLate {
        layouts[table].isLate = false
        open.append(table)
      }
    }
  }

  /// Whether a relationship may turn out to-one or to-many.
  ///
  /// A record composed of its owner's members is a single one, unless the owner may be made from an array.
  func isOpen(_ rule: RelationshipRule, of node: Int) -> Bool {
    compiled.plan.isUndeclared(rule) && (!rule.isComposed || arrayNodes.contains(node))
  }

  /// Finds the nodes whose records may be made from an array: those of descriptors that say so,
  /// those below a key of the representation, and those composed with either.
  mutating func findArrays() {
    let plan = compiled.plan
    var open = plan.descriptors.filter { $0.cardinality == .one }.flatMap { choices(of: $0.node) }
    for (number, node) in plan.nodes.enumerated()
    where node.takesNestingKey || node.forcesCollection {
      open += choices(of: PlanID(number))
    }
    while let node = open.popLast() {
      guard arrayNodes.insert(node).inserted else { continue }
      for rule in relationships(of: node) where rule.isComposed { open += choices(of: rule.node) }
    }
  }

  func isLate(_ join: Join) -> Bool {
    layouts[join.owner].isLate || !lateness.earlyJoins.contains(join)
  }
}
