internal import RKEngine
internal import RKMapping

/// Marks values whose kind the table alone does not show: nulls as opposed to absent values, and
/// JSON or booleans in a column without a declared type.
///
/// Only such values are marked, so that ordinary ones cost nothing. Works for tables whose row
/// numbers do not change.
final class CellMarks {
  enum Mark: Int64 {
    case null = 1
    /// A text that is JSON, or a number that is a boolean.
    case other = 2
  }

  private static let name = "_rkmap_marks"

  private let database: Database
  private let stored: StoredSchema
  private let plan: TablePlan
  /// For each row rule, whether its rows are replaced as a whole.
  private let areWhole: [Bool]
  /// For each table, the columns without a declared type.
  private let undeclared: [[Bool]]
  /// For each table, whether any value has a mark.
  private var areMarked: [Bool]
  private let insertion: Statement
  private let deletion: Statement
  private let selection: Statement
  /// For each row rule, the statement that finds a row's number by its key.
  private var lookups: [Int: Statement] = [:]

  init(_ stored: StoredSchema, _ plan: TablePlan) throws(WriteError) {
    self.stored = stored
    self.plan = plan
    database = stored.database
    areWhole = plan.rows.map { rule in
      let position = RowForm.column(of: .position, plan.cells[rule.cells])
      return plan.places[rule.key].contains { Int($0) == position }
    }
    undeclared = stored.schema.tables.map { $0.columns.map { $0.type.form.storage == .anything } }
    areMarked = stored.schema.tables.map { _ in false }
    try stored.run(
      """
      CREATE TEMP TABLE \(Self.name) (
        "table" INTEGER, row INTEGER, "column" INTEGER, mark INTEGER,
        PRIMARY KEY ("table", row, "column")
      ) WITHOUT ROWID
      """
    )
    let place = "\"table\" = ?1 AND row = ?2 AND \"column\" = ?3"
    insertion = try .make(database, "INSERT OR REPLACE INTO \(Self.name) VALUES (?1, ?2, ?3, ?4)")
    deletion = try .make(database, "DELETE FROM \(Self.name) WHERE \(place)")
    selection = try .make(
      database,
      "SELECT \"column\", mark FROM \(Self.name) WHERE \"table\" = ?1 AND row = ?2"
    )
  }

  // MARK: - Rows

  /// Updates the marks for a row that was inserted or updated.
  func didTake(
    _ row: RowWriter.Row,
    number: Int64?,
    of batch: borrowing RowBatch
  ) throws(WriteError) {
    let table = Int(row.rule.table)
    let columns = stored.schema.tables[table].columns.indices
    guard areMarked[table] || columns.contains(where: { mark(of: $0, row, batch) != nil })
    else { return }
    var place = number
    if place == nil { place = try self.number(of: row, batch) }
    guard let place else { return }
    let isWhole = areWhole[Int(batch.events[row.event].rule)]
    for column in columns {
      let value = row.value(column, batch)
      if let mark = mark(of: column, row, batch) {
        areMarked[table] = true
        try insertion.set(1, Int64(table))
        try insertion.set(2, place)
        try insertion.set(3, Int64(column))
        try insertion.set(4, mark.rawValue)
        try insertion.execute()
      } else if areMarked[table] && (isWhole || value.kind != .absent && !value.isFallback) {
        try deletion.set(1, Int64(table))
        try deletion.set(2, place)
        try deletion.set(3, Int64(column))
        try deletion.execute()
      }
    }
  }

  private func mark(of column: Int, _ row: RowWriter.Row, _ batch: borrowing RowBatch) -> Mark? {
    let value = row.value(column, batch)
    if value.kind == .null { return .null }
    return value.isOther && undeclared[Int(row.rule.table)][column] ? .other : nil
  }

  /// The number of the row that was written: the last inserted one if rows of its kind have no key.
  private func number(of row: RowWriter.Row, _ batch: borrowing RowBatch) throws(WriteError)
    -> Int64?
  {
    let table = Int(row.rule.table)
    let key = plan.places[row.rule.key].map { Int($0) }
    if key.isEmpty { return database.lastRowID }
    let rule = Int(batch.events[row.event].rule)
    let lookup: Statement
    if let made = lookups[rule] {
      lookup = made
    } else {
      let definition = stored.definition(of: table)
      let columns = key.enumerated().map { "\(definition.columns[$1]) = ?\($0 + 1)" }
      lookup = try .make(
        database,
        "SELECT \(definition.rowName) FROM \(definition.name) WHERE "
          + columns.joined(separator: " AND ")
      )
      lookups[rule] = lookup
    }
    defer { lookup.reset() }
    for (place, column) in key.enumerated() {
      try lookup.set(place + 1, row.value(column, batch), batch.bytes)
    }
    return try lookup.next() ? lookup.integer(0) : nil
  }

  // MARK: - Reading

  /// The marks of a row's columns.
  func marks(table: Int, row: Int64) throws(WriteError) -> [Int: Mark] {
    guard areMarked[table] else { return [:] }
    defer { selection.reset() }
    try selection.set(1, Int64(table))
    try selection.set(2, row)
    var marks: [Int: Mark] = [:]
    while try selection.next() {
      marks[Int(selection.integer(0))] = Mark(rawValue: selection.integer(1))
    }
    return marks
  }
}
