internal import RKEngine
internal import RKMapping

/// The forms that turn the rows of all tables of a mapping back into records.
struct StoredForms {
  private let plan: MappingPlan
  private let tables: TablePlan
  private let schema: TableSchema
  /// For each table, the form of its rows; nil if they are not records of their own.
  private(set) var forms: [StoredForm?]
  /// For each table, whether some of its rows are root records.
  private(set) var holdRoots: [Bool]

  init(_ run: TableRun) {
    plan = run.plan
    tables = run.tables
    schema = run.schema
    forms = schema.tables.map { _ in nil }
    holdRoots = schema.tables.map { _ in false }
    var rules: [(shape: Int, rule: PlanID<RowRule>)] = []
    for (shape, rule) in tables.roots.enumerated() where !rule.isNone {
      rules.append((shape, rule))
      holdRoots[Int(tables.rows[rule].table)] = true
    }
    for relative in tables.relatives where !relative.row.isNone {
      rules.append((Int(relative.record.index), relative.row))
    }
    for (shape, rule) in rules { addValues(of: tables.rows[rule], shape) }
    // All columns of a table are known only now.
    for (shape, rule) in rules { addRelations(of: tables.rows[rule], shape) }
  }

  /// The merged kind of a record's kind, and a cell's index in it.
  private func merged(_ shape: Int, _ column: UInt32 = 0) -> (shape: Int, cell: Int) {
    let rule = plan.mergeRules[shape]
    if rule.merged.isNone || Int(rule.merged.index) == shape { return (shape, Int(column)) }
    let place = plan.mergeColumns[Int(rule.columns.first) + Int(column)].place
    return (Int(rule.merged.index), Int(place))
  }

  // MARK: - Values

  private mutating func addValues(of rule: RowRule, _ shape: Int) {
    let table = Int(rule.table)
    var form = forms[table] ?? StoredForm(shape: merged(shape).shape)
    add(rule.cells, shape, from: 0, to: &form)
    forms[table] = form
  }

  /// Adds the values of a record whose cells begin at `column`.
  private func add(
    _ cells: PlanRange<CellRule>,
    _ shape: Int,
    from first: Int,
    to form: inout StoredForm
  ) {
    var column = first
    for number in cells.indices {
      let rule = tables.cells[number]
      let cell = merged(shape, rule.column).cell
      switch rule.kind {
      case .cell: form.add(value: cell, in: column)
      case .related: addRelated(rule, cell, column, to: &form)
      case .empty, .record, .ownerCell, .ownerNumber, .number, .position, .constant, .foreignKey,
        .memberKey:
        break
      }
      column += Int(rule.width)
    }
  }

  private func addRelated(_ rule: CellRule, _ cell: Int, _ column: Int, to form: inout StoredForm) {
    for choice in rule.choices.indices {
      let related = Int(tables.choices[choice].record.index)
      let cells = tables.choices[choice].cells
      if cells.indices.contains(where: { tables.cells[$0].kind == .record }) {
        // The whole record is stored as JSON.
        form.add(value: cell, in: column)
      } else {
        form.change(single: cell, of: merged(related).shape) {
          add(cells, related, from: column, to: &$0)
        }
      }
    }
  }

  // MARK: - Relations

  private mutating func addRelations(of rule: RowRule, _ shape: Int) {
    let table = Int(rule.table)
    guard var form = forms[table] else { return }
    var column = 0
    for number in rule.cells.indices {
      let cell = tables.cells[number]
      if cell.kind == .foreignKey { addConnection(cell, rule, shape, column, to: &form) }
      column += Int(cell.width)
    }
    let rows = rule.cells.indices.reduce(into: (column: 0, number: -1)) { found, number in
      if tables.cells[number].kind == .number { found.number = found.column }
      found.column += Int(tables.cells[number].width)
    }
    let values = form.values
    addLists(rule.relations, shape, to: &form) { list in
      tables.cells[list.ownerCells].compactMap { cell in
        if cell.kind == .number { return rows.number }
        let own = merged(shape, cell.column).cell
        return values.first { $0.cell == own }?.column
      }
    }
    forms[table] = form
  }

  /// Adds the key of a connected record, which a column of the row holds.
  private func addConnection(
    _ cell: CellRule,
    _ rule: RowRule,
    _ shape: Int,
    _ column: Int,
    to form: inout StoredForm
  ) {
    let keys = schema.tables[Int(rule.table)].foreignKeys.filter { $0.columns.contains(column) }
    let connections = plan.nodes.filter { Int($0.record.index) == shape }.flatMap {
      plan.connections[$0.connections].filter { $0.column == cell.column }
    }
    for candidate in connections.flatMap({ plan.connectionCandidates[$0.candidates] }) {
      let related = Int(plan.nodes[candidate.node].record.index)
      for made in keys.compactMap({ key(of: related, in: $0.columns) }) {
        form.change(single: merged(shape, cell.column).cell, of: made.shape) { $0 = made }
      }
    }
  }

  private func addLists(
    _ relations: PlanRange<RelationRule>,
    _ shape: Int,
    to form: inout StoredForm,
    ownerKey: (ListRule) -> [Int]
  ) {
    for number in relations.indices {
      let relation = tables.relations[number]
      let cell = merged(shape, relation.column).cell
      for list in tables.lists[relation.lists] {
        var members = StoredForm.Members(
          table: Int(list.table),
          ownerKey: ownerKey(list),
          ownerColumns: tables.places[list.ownerColumns].map { Int($0) },
          position: list.positionColumn < 0 ? nil : Int(list.positionColumn)
        )
        if list.isJoin {
          let columns = tables.places[list.memberColumns].map { Int($0) }
          let member = tables.relatives[relation.relatives].first {
            !$0.list.isNone && tables.lists[$0.list].table == list.table
          }
          guard let member, let key = key(of: Int(member.record.index), in: columns) else {
            continue
          }
          members.key = key
        }
        if list.relationshipColumn >= 0 {
          let name = tables.text[list.relationship.range]
          members.relationship = (
            Int(list.relationshipColumn), String(decoding: name, as: UTF8.self)
          )
        }
        form.add(members, to: cell)
      }
      // A record without a row of its own is stored in its owner's row, and so are its lists.
      for relative in tables.relatives[relation.relatives] where relative.row.isNone {
        if relative.relations.isEmpty { continue }
        let related = Int(relative.record.index)
        form.change(single: cell, of: merged(related).shape) {
          addLists(relative.relations, related, to: &$0, ownerKey: ownerKey)
        }
      }
    }
  }

  /// The form of a connected record, whose key is all that the columns hold.
  private func key(of shape: Int, in columns: [Int]) -> StoredForm? {
    var key = StoredForm(shape: merged(shape).shape)
    let cells = plan.identityColumns[plan.identities[key.shape].columns]
    if cells.count != columns.count || cells.contains(-1) { return nil }
    for (cell, column) in zip(cells, columns) { key.add(value: Int(cell), in: column) }
    return key
  }
}
