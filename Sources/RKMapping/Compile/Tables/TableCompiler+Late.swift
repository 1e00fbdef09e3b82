internal import RKEngine

extension TableCompiler {
  /// What is known not to be late: a relationship that says how many records it leads to needs it.
  struct Lateness {
    var earlyJoins: Set<Join> = []
    /// For each table the relationships that lead to it.
    var earlyLinks: [Int: [Link]] = [:]
  }

  /// Finds the tables that are made when the first record comes that belongs into them.
  ///
  /// A table of root records, or of records with a key, is there from the start; one of child rows is
  /// where its owner's is, and the relationship says that it leads to several.
  mutating func findLateTables() {
    for table in layouts.indices {
      layouts[table].isLate = !layouts[table].isRoot && layouts[table].key.isEmpty
    }
    var children: [Int: [Int]] = [:]
    for (table, links) in lateness.earlyLinks {
      for link in links { children[link.owner, default: []].append(table) }
    }
    // One early table makes others early.
    var open = layouts.indices.filter { !layouts[$0].isLate }
    while let owner = open.popLast() {
      for table in children[owner, default: []] where layouts[table].isLate {
        layouts[table].isLate = false
        open.append(table)
      }
    }
  }

  /// A relationship may lead to one record and to several.
  ///
  /// A record that is composed with its owner is one, unless its owner may be made of an array.
  func isOpen(_ rule: RelationshipRule, of node: Int) -> Bool {
    compiled.plan.isUndeclared(rule) && (!rule.isComposed || arrayNodes.contains(node))
  }

  /// Finds the nodes whose records may be made of an array: those of descriptors that say so, those
  /// below a key of the representation, and those that are composed with either.
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
