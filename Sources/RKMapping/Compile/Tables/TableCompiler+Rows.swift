internal import RKEngine

extension TableCompiler {
  /// What a row rule is made for.
  fileprivate struct RowKey: Hashable {
    /// The node of the records.
    var node: Int
    /// The node of the records' owner.
    var owner: Int?
    var link: Link?
    /// The number of the join.
    var join: Int?
    /// Whether the row adds a record's own row to a list as a member.
    var isMember = false
    /// Whether the row consists of a key alone.
    var isConnected = false
  }

  /// What the rule for the members of a relationship is made for.
  struct ListKey: Hashable {
    /// The node of the owners.
    var owner: Int
    /// The number of the join, or of the child table.
    var join: Int?
    var table: Int
    var link: Link
    /// The relationship's name, preceded by those of the flattened records on the way.
    var path: [String]
    var policy: ListRule.Policy
  }

  /// The requested rules, including those still to be made.
  struct RowRules {
    fileprivate var made = KeyedValues<RowKey, PlanID<RowRule>>()
    fileprivate var keys: [RowKey] = []
    var lists = KeyedValues<ListKey, PlanID<ListRule>>()
  }

  /// The columns of a table before those that a record itself adds.
  struct LeadColumns {
    /// Owners whose keys precede other columns.
    ///
    /// An owner without a key counts only if its rows are numbered.
    var owners: [Int] = []
    var hasNumber = false
    var hasPosition = false
    var hasRelationship = false
  }

  func leadColumns(of table: Int) -> LeadColumns { lookups.leads[table] }

  func findLeadColumns(of table: Int) -> LeadColumns {
    let layout = layouts[table]
    var lead = LeadColumns()
    var owners: Set<Int> = []
    for link in layout.links where owners.insert(link.owner).inserted {
      // In a standalone table a row number would refer to nothing.
      if form.isRelated || !layouts[link.owner].key.isEmpty { lead.owners.append(link.owner) }
    }
    lead.hasNumber = layout.isNumbered && form.isRelated
    lead.hasPosition = !layout.links.isEmpty
    lead.hasRelationship = layout.links.count > 1
    return lead
  }

  // MARK: - Rules

  /// Makes the rules for all rows, beginning with those of root records.
  mutating func addRows() {
    var rules = RowRules()
    tables.plan.tableCount = tables.schema.tables.count
    tables.plan.roots = compiled.plan.schema.records.map { _ in .none }
    for descriptor in compiled.plan.descriptors {
      for node in choices(of: descriptor.node) {
        let record = Int(compiled.plan.nodes[node].record.index)
        tables.plan.roots[record] = rule(RowKey(node: node), &rules)
      }
    }
    var next = 0
    while next < rules.keys.count {
      let key = rules.keys[next]
      guard mayGoOn() else { return }
      let rule: RowRule
      if key.isMember {
        rule = memberRow(key)
      } else {
        rule = key.join == nil ? recordRow(key, &rules) : joinRow(key)
      }
      tables.plan.rows[next] = rule
      next += 1
    }
  }

  /// Returns a row rule; it is completed after those requested before.
  private mutating func rule(_ key: RowKey, _ rules: inout RowRules) -> PlanID<RowRule> {
    if let made = rules.made[key] { return made }
    let id = tables.plan.rows.add(RowRule(table: 0))
    rules.made[key] = id
    tables.ruleNodes.append(key.join == nil && !key.isMember ? key.node : nil)
    rules.keys.append(key)
    return id
  }

  private mutating func recordRow(_ key: RowKey, _ rules: inout RowRules) -> RowRule {
    let number = table(of: targets[key.node])
    let layout = layouts[number]
    let lead = leadColumns(of: number)
    var row = RowRule(table: number)
    row.isNumbered = lead.hasNumber
    var cells: [CellRule] = []
    if lead.hasNumber { cells.append(CellRule(.number)) }
    for owner in lead.owners {
      let cell = CellRule(.empty)
      cells +=
        owner == key.link?.owner
        ? ownerKey(owner, key.owner) : keyNames(ofOwner: owner).map { _ in cell }
    }
    if lead.hasPosition { cells.append(CellRule(key.link == nil ? .empty : .position)) }
    if lead.hasRelationship { cells.append(constant(key.link.map { label(of: $0, in: number) })) }
    totalEffort += layout.columns.count
    var sources = layout.columns.map { layout.sources[key.node]?[$0.name] }
    if let link = key.link, let inverse = inverse(link, in: number) {
      fill(&sources, inverse, ownerKey(link.owner, key.owner))
    }
    cells += self.cells(sources)
    row.cells = tables.plan.cells.add(cells)
    row.identity = tables.plan.cells.add(identity(key, number, lead))
    if form == .database { addDatabaseRules(key.node, number, key.link, to: &row) }
    guard form.isDeep else { return row }
    effort = 0
    row.relations = add(relations(of: key.node), key.node, number, &rules)
    return row
  }

  /// The identity of a row: its record's key.
  ///
  /// A row without a key whose owner has one is identified by the owner's key and its position there.
  private mutating func identity(_ key: RowKey, _ number: Int, _ lead: LeadColumns) -> [CellRule] {
    let layout = layouts[number]
    if !layout.key.isEmpty {
      return keyColumns(of: key.node, layout.key).map { column in
        column.map { CellRule(.cell, column: $0) } ?? CellRule(.empty)
      }
    }
    guard let link = key.link, !lead.hasNumber, !layouts[link.owner].key.isEmpty else { return [] }
    return ownerKey(link.owner, key.owner) + [
      constant(label(of: link, in: number)), CellRule(.position),
    ]
  }

  private mutating func joinRow(_ key: RowKey) -> RowRule {
    let number = key.join ?? 0
    let join = joins[number]
    var row = RowRule(table: layouts.count + number)
    let keys = ownerKey(join.owner, key.owner) + memberKey(key, of: join.target)
    row.cells = tables.plan.cells.add(keys + [CellRule(.position)])
    row.identity = tables.plan.cells.add(keys)
    return row
  }

  /// The cells by which a row refers to a member of a list.
  private func memberKey(_ key: RowKey, of table: Int) -> [CellRule] {
    if key.isConnected { return [CellRule(.memberKey)] }
    return keyColumns(of: key.node, layouts[table].key).map { column in
      column.map { CellRule(.cell, column: $0) } ?? CellRule(.empty)
    }
  }

  /// A row with only a member's key, and the columns that make it a member.
  private mutating func memberRow(_ key: RowKey) -> RowRule {
    let number = table(of: targets[key.node])
    var row = RowRule(table: number)
    guard let link = key.link, let inverse = inverse(link, in: number) else { return row }
    let member = memberKey(key, of: number)
    var sources: [CellSource?] = layouts[number].columns.map { _ in nil }
    for (place, cell) in zip(keyPlaces(of: number), member) { sources[place] = .rule(cell) }
    fill(&sources, inverse, ownerKey(link.owner, key.owner))
    let cells = cells(sources)
    row.cells = tables.plan.cells.add(cells)
    row.identity = tables.plan.cells.add(member)
    return row
  }

  /// The cells by which a row refers to its owner.
  func ownerKey(_ table: Int, _ node: Int?) -> [CellRule] {
    guard let node, !layouts[table].key.isEmpty else { return [CellRule(.ownerNumber)] }
    return keyColumns(of: node, layouts[table].key).map { column in
      column.map { CellRule(.ownerCell, column: $0) } ?? CellRule(.empty)
    }
  }

  mutating func constant(_ text: String?) -> CellRule {
    guard let text else { return CellRule(.empty) }
    var cell = CellRule(.constant)
    cell.text = tables.plan.add(text: text.utf8)
    return cell
  }

  // MARK: - Cells

  /// The cell rules for these sources; adjacent sources from one related record share a rule.
  private mutating func cells(_ sources: [CellSource?]) -> [CellRule] {
    var cells: [CellRule] = []
    var next = 0
    while next < sources.count {
      let first = next
      next += 1
      switch sources[first] {
      case nil, .nothing: cells.append(CellRule(.empty))
      case .cell(let column): cells.append(CellRule(.cell, column: column))
      case .record: cells.append(CellRule(.record))
      case .rule(let cell): cells.append(cell)
      case .foreignKey(let column, let key, let takesFirst):
        var cell = CellRule(.foreignKey, column: column)
        cell.key = key
        cell.takesFirst = takesFirst
        cells.append(cell)
      case .related(let column, _, _):
        while next < sources.count, case .related(column, _, _) = sources[next] { next += 1 }
        cells.append(related(column, Array(sources[first..<next])))
      case .reference(let column, _):
        while next < sources.count, case .reference(column, _) = sources[next] { next += 1 }
        var cell = related(column, Array(sources[first..<next]))
        cell.isReference = true
        cells.append(cell)
      }
    }
    return cells
  }

  private mutating func related(_ column: UInt32, _ sources: [CellSource?]) -> CellRule {
    /// For each record shape that may be there, the indices and sources of its cells.
    var taken = KeyedValues<PlanID<RecordShape>, [(place: Int, source: CellSource)]>()
    for (place, source) in sources.enumerated() {
      for choice in source?.choices ?? []
      where taken[choice.record, default: []].last?.place != place {
        taken[choice.record, default: []].append((place, choice.source))
      }
    }
    var cell = CellRule(.related, column: column)
    cell.width = UInt32(sources.count)
    totalEffort += taken.count * sources.count
    guard mayGoOn() else { return cell }
    let choices = zip(taken.keys, taken.values).map { record, found in
      var inner: [CellSource?] = sources.map { _ in nil }
      for (place, source) in found { inner[place] = source }
      var cells = cells(inner)
      for (number, source) in sources.enumerated() where form == .database && inner[number] == nil {
        markOthers(&cells, number, source, record)
      }
      return CellChoice(record: record, cells: tables.plan.cells.add(cells))
    }
    cell.choices = tables.plan.choices.add(choices)
    // The record as a whole is JSON text, and null in its place is null.
    if case .related(_, let only, otherwise: nil)? = sources.first, sources.count == 1 {
      cell.isReference = only.allSatisfy { if case .record = $0.source { true } else { false } }
    }
    let otherwise = sources.map { $0?.otherwise }
    if otherwise.contains(where: { $0 != nil }) { cell.otherwise = add(otherwise) }
    return cell
  }

  /// Sets columns that only records of other targets have to null, if this record is there.
  ///
  /// A column of another mapper with the same target may hold a value that stays.
  private func markOthers(
    _ cells: inout [CellRule],
    _ place: Int,
    _ source: CellSource?,
    _ record: PlanID<RecordShape>
  ) {
    let schema = compiled.plan.schema
    let target = schema.text(schema.records[record].name)
    let isShared = (source?.choices ?? []).contains {
      schema.text(schema.records[$0.record].name) == target
    }
    if isShared { return }
    var first = 0
    for number in cells.indices {
      if first == place { cells[number].isOthers = true }
      first += Int(cells[number].width)
    }
  }

  private mutating func add(_ sources: [CellSource?]) -> PlanRange<CellRule> {
    let cells = cells(sources)
    return tables.plan.cells.add(cells)
  }

  // MARK: - Relationships

  private mutating func add(
    _ relations: [Relation],
    _ owner: Int,
    _ table: Int,
    _ rules: inout RowRules
  ) -> PlanRange<RelationRule> {
    var added: [RelationRule] = []
    for relation in relations {
      var relatives: [Relative] = []
      // The lists are made first, so that they are contiguous.
      let lists = relation.relatives.map { list(listKey($0, relation, owner, table), &rules) }
      for (related, list) in zip(relation.relatives, lists) {
        var relative = Relative(record: compiled.plan.nodes[related.node].record)
        relative.form = related.form
        relative.list = list
        switch related.use {
        case .identified(let isMany):
          if !related.isConnected { relative.row = rule(RowKey(node: related.node), &rules) }
          if isMany, let number = join(related, relation, of: table) {
            var key = RowKey(node: related.node, owner: owner, join: number)
            key.isConnected = related.isConnected
            relative.join = rule(key, &rules)
          }
          if isMany, relation.inverse != nil {
            add(related, relation, owner, table, to: &relative, &rules)
          }
        case .child:
          let link = Link(owner: table, path: relation.name)
          relative.row = rule(RowKey(node: related.node, owner: owner, link: link), &rules)
        case .inline(let inner):
          relative.relations = add(inner, owner, table, &rules)
        }
        relatives.append(relative)
      }
      if form == .database { addOthers(to: &relatives, relation) }
      var rule = RelationRule(
        column: relation.column,
        relatives: tables.plan.relatives.add(relatives)
      )
      rule.lists = run(of: lists)
      rule.key = relation.key
      added.append(rule)
    }
    return tables.plan.relations.add(added)
  }

  /// Adds the rules for records that refer to their owner.
  ///
  /// A database sets the reference through the list, other tables in the record's row.
  private mutating func add(
    _ related: Related,
    _ relation: Relation,
    _ owner: Int,
    _ table: Int,
    to relative: inout Relative,
    _ rules: inout RowRules
  ) {
    let link = Link(owner: table, path: relation.name)
    var key = RowKey(node: related.node, owner: owner, link: link)
    if form == .database {
      key.isMember = true
      key.isConnected = related.isConnected
      relative.join = rule(key, &rules)
    } else if !related.isConnected {
      relative.row = rule(key, &rules)
    }
  }

  /// The number of the join between a relationship's records and their owner.
  func join(_ related: Related, _ relation: Relation, of owner: Int) -> Int? {
    guard case .identified(isMany: true) = related.use else { return nil }
    let target = numbers[targets[related.node]]
    return target.flatMap { joinNumbers[Join(owner: owner, path: relation.name, target: $0)] }
  }
}

extension CellSource {
  fileprivate var choices: [(record: PlanID<RecordShape>, source: CellSource)] {
    switch self {
    case .related(_, let choices, _), .reference(_, let choices): choices
    case .nothing, .cell, .record, .foreignKey, .rule: []
    }
  }

  fileprivate var otherwise: CellSource? {
    if case .related(_, _, let otherwise) = self { otherwise } else { nil }
  }
}
