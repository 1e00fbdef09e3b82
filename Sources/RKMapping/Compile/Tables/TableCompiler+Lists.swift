internal import RKEngine

/// What only a database needs in row rules: how an existing row is found, and what happens to rows
/// it no longer refers to.
extension TableCompiler {
  /// What happens to the former records of a relationship.
  func policy(of node: Int, relationship number: Int) -> ListRule.Policy {
    guard case .object(let mapping) = graph[compiled.mappings[node]] else { return .set }
    // Connections are determined by their keys.
    guard number < mapping.relationships.count else { return .set }
    switch mapping.relationships[number].assignmentPolicy {
    case .set: return .set
    case .union: return .union
    case .replace: return .replace
    }
  }

  mutating func addDatabaseRules(
    _ node: Int,
    _ number: Int,
    _ link: Link?,
    to row: inout RowRule
  ) {
    let table = tables.schema.tables[number]
    let layout = layouts[number]
    if !layout.key.isEmpty {
      row.key = places(table.primaryKey)
    } else if let link {
      row.key = places(childPlaces(of: number, owner: link.owner).key)
      row.isWhole = true
    }
    let start = table.columns.count - layout.columns.count
    if case .object(let mapping) = graph[compiled.mappings[node]], !layout.key.isEmpty {
      if let name = mapping.modification, let column = compiled.columns[node][name],
        let place = place(of: UInt32(column), node)
      {
        row.modification = Int32(start + place)
      }
      row.relatesUnmodified = mapping.mapsRelationshipsIfUnmodified
    }
    let replacing = layout.replacing[node, default: []]
    if replacing.isEmpty { return }
    var references: [ReferenceRule] = []
    for key in table.foreignKeys where !key.isOwner {
      guard let first = key.columns.first, replacing.contains(layout.columns[first - start].name)
      else { continue }
      references.append(
        ReferenceRule(columns: places(key.columns), table: key.table)
      )
    }
    row.references = tables.plan.references.add(references)
  }

  private mutating func places(_ columns: [Int]) -> PlanRange<UInt32> {
    tables.plan.places.add(columns.map { UInt32($0) })
  }

  // MARK: - Lists

  /// The key of the list that a relationship's records are in; nil if they are in none.
  mutating func listKey(_ related: Related, _ relation: Relation, _ owner: Int, _ table: Int)
    -> ListKey?
  {
    guard form == .database, related.use.isMany else { return nil }
    return ListKey(
      owner: owner,
      join: join(related, relation, of: table),
      table: self.table(of: targets[related.node]),
      link: Link(owner: table, path: relation.name),
      path: relation.name,
      // A record without a key is always new, so that it was in no list before.
      policy: relation.policy == .union && layouts[table].key.isEmpty ? .set : relation.policy
    )
  }

  /// Returns the rule for the members of a relationship.
  mutating func list(_ key: ListKey?, _ rules: inout RowRules) -> PlanID<ListRule> {
    guard let key else { return .none }
    if let made = rules.lists[key] { return made }
    let owner = key.link.owner
    var list: ListRule
    if let number = key.join {
      list = ListRule(table: layouts.count + number, isJoin: true)
      list.target = UInt32(key.table)
      let ownerCount = keyNames(ofOwner: owner).count
      let memberEnd = tables.schema.tables[Int(list.table)].columns.count - 1
      list.ownerColumns = places(Array(0..<ownerCount))
      list.memberColumns = places(Array(ownerCount..<memberEnd))
      list.positionColumn = Int32(memberEnd)
    } else if let inverse = inverse(key.link, in: key.table) {
      list = ListRule(table: key.table, isJoin: true)
      list.isInverse = true
      list.target = UInt32(key.table)
      let start = tables.schema.tables[key.table].columns.count - layouts[key.table].columns.count
      let columns = inverse.columns.map { start + $0 }
      let ownerCount = keyNames(ofOwner: owner).count
      list.ownerColumns = places(Array(columns[..<ownerCount]))
      list.memberColumns = places(tables.schema.tables[key.table].primaryKey)
      list.positionColumn = Int32(inverse.isOrdered ? columns[ownerCount] : -1)
    } else {
      list = ListRule(table: key.table, isJoin: false)
      let columns = childPlaces(of: key.table, owner: owner)
      list.ownerColumns = places(Array(columns.owner))
      list.positionColumn = Int32(columns.position)
      if let place = columns.relationship {
        list.relationshipColumn = Int32(place)
        list.relationship = constant(label(of: key.link, in: key.table)).text
      }
    }
    list.policy = key.policy
    list.ownerCells = tables.plan.cells.add(ownCells(ofKey: owner, key.owner))
    let id = tables.plan.lists.add(list)
    rules.lists[key] = id
    return id
  }

  /// A row's own key, as seen by rows that belong to it.
  private func ownCells(ofKey table: Int, _ node: Int) -> [CellRule] {
    ownerKey(table, node).map { cell in
      var own = cell
      switch cell.kind {
      case .ownerCell: own.kind = .cell
      case .ownerNumber: own.kind = .number
      default: break
      }
      return own
    }
  }

  /// The range of a relationship's lists, which were made consecutively.
  func run(of lists: [PlanID<ListRule>]) -> PlanRange<ListRule> {
    let places = lists.filter { !$0.isNone }.map { Int($0.index) }
    guard let first = places.min(), let last = places.max() else { return .empty }
    return PlanRange(first..<last + 1)
  }

  /// Adds, for each related record, the lists in which records of other targets may have been in its place.
  mutating func addOthers(to relatives: inout [Relative], _ relation: Relation) {
    let inner = relatives.map { lists(below: $0) }
    if inner.allSatisfy({ $0.isEmpty }) { return }
    for number in relatives.indices where relatives[number].form != .many {
      let target = targets[relation.relatives[number].node]
      var others: [ListRule] = []
      for (other, lists) in zip(relation.relatives, inner) where targets[other.node] != target {
        others += lists
      }
      relatives[number].others = tables.plan.lists.add(others)
    }
  }

  /// The lists of the owner's row that belong to a record without a row.
  private func lists(below relative: Relative) -> [ListRule] {
    guard relative.row.isNone else { return [] }
    return tables.plan.relations[relative.relations].flatMap { relation in
      tables.plan.lists[relation.lists]
        + tables.plan.relatives[relation.relatives].flatMap { lists(below: $0) }
    }
  }
}

extension TableCompiler.Use {
  /// Whether several related records are in a list.
  var isMany: Bool {
    switch self {
    case .identified(let isMany): isMany
    case .child: true
    case .inline: false
    }
  }
}
