internal import RKEngine
internal import RKMapping

/// A writer's data about a row rule: its table, how its rows are found there, and its statements.
final class RowForm {
  /// Columns that refer to a row.
  struct Reference {
    var table: Int
    var columns: [Int]
  }

  let rule: RowRule
  let table: Int
  let columnCount: Int
  /// The columns by which rows are found, in the rule's order.
  let key: [Int]
  /// Its index among the keys of the table's rows.
  let keyNumber: Int
  /// Rows belong to others, and are found by their place there: they are replaced as a whole.
  let isChild: Bool
  /// The column of that place, and that of the number assigned by the database; -1 if there is
  /// none.
  let positionColumn: Int
  let numberColumn: Int
  /// References whose old rows are deleted.
  let replacing: [Reference]
  /// The columns of foreign keys.
  let related: RowShape
  /// Rows are found by a number of their own, and one does not depend on another.
  private let isSorted: Bool
  /// How values of the modification attribute compare.
  let modification: MergeOrder?
  /// The names of the table and its columns, in SQL.
  let name: String
  let names: [String]

  /// The existing columns, and those that are created when a value comes.
  private(set) var columns: [Int] = []
  private(set) var missing: [Int] = []
  /// The columns that are given values.
  private(set) var usable: RowShape
  /// The table was made in this run.
  private(set) var isNew = false
  /// Rows are read before they are written, so that only missing ones are inserted.
  let isProbed: Bool
  /// The version of the schema that all this holds for.
  private(set) var version = -1
  /// The statements that give values to all columns: what is absent is null in a new row of a new table.
  private(set) var whole: RowStatements?

  private var latest: RowStatements?
  private var statements: [RowShape: RowStatements] = [:]
  /// At most this many sets of columns are kept.
  private static let limit = 256

  init(_ rule: RowRule, _ plan: TablePlan, _ schema: TableSchema, isProbed: Bool) {
    self.rule = rule
    table = Int(rule.table)
    let definition = TableDefinition(schema, table: table)
    let columns = schema.tables[table].columns
    name = definition.name
    names = definition.columns
    columnCount = columns.count
    let key = plan.places[rule.key].map { Int($0) }
    self.key = key
    keyNumber = RowCounting.keys(of: table, plan).firstIndex(of: key) ?? 0
    let cells = plan.cells[rule.cells]
    positionColumn = Self.column(of: .position, cells)
    isChild = key.contains(positionColumn)
    numberColumn = Self.column(of: .number, cells)
    replacing = plan.references[rule.references].map { reference in
      Reference(
        table: Int(reference.table),
        columns: plan.places[reference.columns].map { Int($0) }
      )
    }
    related = RowShape(columnCount, 3, of: schema.tables[table].foreignKeys.flatMap(\.columns))
    modification = rule.modification < 0 ? nil : columns[Int(rule.modification)].type.form.order
    self.isProbed = isProbed || modification != nil || !replacing.isEmpty
    usable = RowShape(columnCount)
    isSorted =
      definition.isNumbered && definition.table.primaryKey == key && definition.uniqueKeys.isEmpty
      && numberColumn < 0 && !isChild && modification == nil && replacing.isEmpty
  }

  /// The column that a cell of some kind fills, -1 if there is none.
  static func column(of kind: CellRule.Kind, _ cells: ArraySlice<CellRule>) -> Int {
    var column = 0
    for cell in cells {
      if cell.kind == kind { return column }
      column += Int(cell.width)
    }
    return -1
  }

  /// Whether the order in which rows are written is unobservable: they are found and stored by a
  /// number of their own, and nothing else depends on it.
  func isUnordered(_ stored: StoredSchema) -> Bool {
    isSorted && missing.isEmpty
      && (isNew || stored.isSorted(table: table) && stored.options.mode != .append)
  }

  /// Adapts to what exists.
  func update(_ stored: StoredSchema) {
    version = stored.version
    isNew = stored.isNew(table: table)
    columns = (0..<columnCount).filter { stored.isThere(table: table, column: $0) }
    missing = (0..<columnCount).filter { !stored.isThere(table: table, column: $0) }
    let given = columns.filter { $0 != numberColumn }
    usable = RowShape(columnCount, 3, of: given)
    latest = nil
    statements = [:]
    whole = RowStatements(RowShape(columnCount, RowShape.Column.value, of: given), self)
  }

  /// The statements for rows with these columns given.
  @inline(__always)
  func statements(_ shape: RowShape) -> RowStatements {
    if let latest, latest.shape == shape { return latest }
    let found = statements[shape] ?? RowStatements(shape, self)
    if statements.count == Self.limit { statements = [:] }
    statements[shape] = found
    latest = found
    return found
  }
}
