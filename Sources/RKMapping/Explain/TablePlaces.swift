internal import RKEngine

/// Finds the table columns that hold the values of records.
struct TablePlaces: Sendable {
  private let plan: MappingPlan
  private let tables: CompiledTables

  init(_ tables: CompiledTables, _ plan: MappingPlan) {
    self.tables = tables
    self.plan = plan
  }

  /// The row of a record.
  struct Row {
    /// The rule of the record's own row; nil if it is part of its owner's row.
    var rule: PlanID<RowRule>?
    /// The relations below it.
    var relations: PlanRange<RelationRule> = .empty
  }

  /// Returns the rows of a root record and of its related records.
  func rows(of records: [TracedRecord]) -> [Row] {
    var rows: [Row] = []
    // Owners precede their related records.
    for record in records { rows.append(row(of: record, rows)) }
    return rows
  }

  /// Returns the table and the column of a record's value.
  ///
  /// `number` is the index of the record among those of its root record, and `rows` has their rows.
  /// Returns nil if the value is in no column.
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
      // Members of a list have no columns in the row of their owner.
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

  /// The index of a record's column in a row.
  ///
  /// `way` has the relationships from the record that the row belongs to.
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
  /// Whether a record that is, or is not, a member of a list can have this form.
  fileprivate func holds(isMember: Bool) -> Bool {
    switch self {
    case .any: true
    case .one: !isMember
    case .many: isMember
    }
  }
}
