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
      let isRoot = tables.rootTargets.contains(layouts[table].target)
      layouts[table].isLate = !isRoot && layouts[table].key.isEmpty
    }
    // One early table makes others early.
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      for table in layouts.indices where layouts[table].isLate {
        let links = lateness.earlyLinks[table, default: []]
        if links.contains(where: { !layouts[$0.owner].isLate }) {
          layouts[table].isLate = false
          hasChanged = true
        }
      }
    }
  }

  func isLate(_ join: Join) -> Bool {
    layouts[join.owner].isLate || !lateness.earlyJoins.contains(join)
  }
}
