internal import RKEngine

/// Finds the columns of tables that the values of records stand in.
struct TablePlaces: Sendable {
  private let plan: MappingPlan
  private let tables: CompiledTables

  init(_ tables: CompiledTables, _ plan: MappingPlan) {
    self.tables = tables
    self.plan = plan
  }

  /// The rules of the rows that the records of a root have by themselves; nil for those without.
  func rows(of records: [TracedRecord]) -> [PlanID<RowRule>?] {
    var rows: [PlanID<RowRule>?] = []
    // Those that records are related to come before them.
    for record in records { rows.append(row(of: record, among: records, rows)) }
    return rows
  }

  /// The table and the column of a value of a record, by its place among those of its root, which have
  /// these rows; nil if it stands in none.
  func place(
    of number: Int,
    _ column: Int,
    among records: [TracedRecord],
    _ rows: [PlanID<RowRule>?]
  ) -> (table: String, column: String)? {
    var way: [(column: UInt32, shape: PlanID<RecordShape>)] = []
    var owner = number
    var rule = rows[owner]
    while rule == nil {
      guard let (parent, relationship) = relation(of: records[owner]) else { return nil }
      way.insert((relationship, shape(of: records[owner])), at: 0)
      owner = parent
      rule = rows[owner]
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

  private func row(
    of record: TracedRecord,
    among records: [TracedRecord],
    _ rows: [PlanID<RowRule>?]
  ) -> PlanID<RowRule>? {
    guard let (parent, column) = relation(of: record) else {
      let roots = tables.plan.roots
      let shape = Int(shape(of: record).index)
      return roots.indices.contains(shape) && !roots[shape].isNone ? roots[shape] : nil
    }
    // What is below a record without a row belongs to the row that it is in.
    var owner: Int? = parent
    while let place = owner, rows[place] == nil { owner = records[place].parent }
    guard let owner, let rule = rows[owner] else { return nil }
    for relation in tables.plan.relations[tables.plan.rows[rule].relations]
    where relation.column == column || owner != parent {
      for relative in tables.plan.relatives[relation.relatives]
      where relative.record == shape(of: record) && !relative.row.isNone {
        return relative.row
      }
    }
    return nil
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
