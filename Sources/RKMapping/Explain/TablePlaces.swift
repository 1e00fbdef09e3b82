internal import RKEngine

/// Finds the columns of tables that the values of records stand in.
struct TablePlaces: Sendable {
  private let plan: MappingPlan
  private let tables: CompiledTables

  init(_ tables: CompiledTables, _ plan: MappingPlan) {
    self.tables = tables
    self.plan = plan
  }

  /// Where a record is among the rows.
  struct Row {
    /// The rule of the row that it has by itself; nil where it is in its owner's row.
    var rule: PlanID<RowRule>?
    /// What is below it.
    var relations: PlanRange<RelationRule> = .empty
  }

  /// Where the records of a root are.
  func rows(of records: [TracedRecord]) -> [Row] {
    var rows: [Row] = []
    // Those that records are related to come before them.
    for record in records { rows.append(row(of: record, rows)) }
    return rows
  }

  /// The table and the column of a value of a record, by its place among those of its root, which are
  /// in these rows; nil if it stands in none.
  func place(
    of number: Int,
    _ column: Int,
    among records: [TracedRecord],
    _ rows: [Row]
  ) -> (table: String, column: String)? {
    var way: [(column: UInt32, shape: PlanID<RecordShape>)] = []
    var owner = number
    var rule = rows[owner].rule
    while rule == nil {
      // Members of a list are in no columns of their owner.
      guard let (parent, relationship) = relation(of: records[owner]), records[owner].index == nil
      else { return nil }
      way.insert((relationship, shape(of: records[owner])), at: 0)
      owner = parent
      rule = rows[owner].rule
    }
    guard let rule else { return nil }
    let row = tables.plan.rows[rule]
    guard let place = find(UInt32(column), in: row.cells, way[...]) else { return nil }
    let table = tables.schema.tables[Int(row.table)]
    guard table.columns.indices.contains(place) else { return nil }
    return (table.name, table.columns[place].name)
  }

  private func shape(of record: TracedRecord) -> PlanID<RecordShape> {
    plan.nodes[record.node].record
  }

  private func relation(of record: TracedRecord) -> (parent: Int, column: UInt32)? {
    guard let parent = record.parent, let relationship = record.relationship else { return nil }
    return (parent, plan.relationships[relationship].column)
  }

  private func row(of record: TracedRecord, _ rows: [Row]) -> Row {
    guard let (parent, column) = relation(of: record) else {
      let roots = tables.plan.roots
      let shape = Int(shape(of: record).index)
      return roots.indices.contains(shape) ? row(roots[shape]) : Row()
    }
    for relation in tables.plan.relations[rows[parent].relations] where relation.column == column {
      for relative in tables.plan.relatives[relation.relatives]
      where relative.record == shape(of: record)
        && relative.form.holds(isMember: record.index != nil)
      {
        return relative.row.isNone ? Row(relations: relative.relations) : row(relative.row)
      }
    }
    return Row()
  }

  private func row(_ rule: PlanID<RowRule>) -> Row {
    rule.isNone ? Row() : Row(rule: rule, relations: tables.plan.rows[rule].relations)
  }

  /// The place of a record's column in a row, along the relationships from the row's own record.
  private func find(
    _ column: UInt32,
    in cells: PlanRange<CellRule>,
    _ way: ArraySlice<(column: UInt32, shape: PlanID<RecordShape>)>
  ) -> Int? {
    var place = 0
    for cell in tables.plan.cells[cells] {
      defer { place += Int(cell.width) }
      guard let first = way.first else {
        if cell.kind == .cell && cell.column == column { return place }
        if cell.kind == .foreignKey && cell.column == column { return place }
        continue
      }
      guard cell.kind == .related, cell.column == first.column else { continue }
      for choice in tables.plan.choices[cell.choices] where choice.record == first.shape {
        if let inner = find(column, in: choice.cells, way.dropFirst()) { return place + inner }
      }
    }
    return nil
  }
}

extension Relative.Form {
  /// Whether it is that of a single record, or of a member of a list.
  fileprivate func holds(isMember: Bool) -> Bool {
    switch self {
    case .any: true
    case .one: !isMember
    case .many: isMember
    }
  }
}
