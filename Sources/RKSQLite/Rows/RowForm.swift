internal import RKEngine
internal import RKMapping

/// What a writer knows about a row rule: its table, how its rows are found there, and its
/// statements.
final class RowForm {
  /// Columns that refer to a row of another table.
  struct Reference {
    var table: Int
    var columns: [Int]
  }

  let rule: RowRule
  let table: Int
  let columnCount: Int
  /// The columns that identify rows, in the rule's order.
  let key: [Int]
  /// The key's index among the keys of the table's rows.
  let keyNumber: Int
  /// Whether rows are found by their position among an owner's rows; they are replaced as a whole.
  let isChild: Bool
  /// The columns of the position, and of the number that the database assigns; -1 if there is none.
  let positionColumn: Int
  let numberColumn: Int
  /// References that delete the row that they referred to when they change.
  let replacing: [Reference]
  /// The columns of foreign keys.
  let related: RowShape
  /// Whether rows are found by their row number and do not depend on one another.
  private let isSorted: Bool
  /// How values of the modification attribute compare; nil if there is none.
  let modification: MergeOrder?
  /// The names of the table and its columns, in SQL.
  let name: String
  let names: [String]

  /// The columns that exist now, and those that are created when a value comes.
  private(set) var columns: [Int] = []
  private(set) var missing: [Int] = []
  /// The columns that can be given values now.
  private(set) var usable: RowShape
  /// Whether the table was created in this run.
  private(set) var isNew = false
  /// Whether rows are read before they are written, so that only missing ones are inserted.
  let isProbed: Bool
  /// The version of the schema that this data is for.
  private(set) var version = -1
  /// The statements for all columns; a new row of a new table stores absent values as null.
  private(set) var whole: RowStatements?

  private var latest: RowStatements?
  private var statements: [RowShape: RowStatements] = [:]
  /// The most sets of columns for which statements are kept.
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

  /// The column that a cell of some kind fills; -1 if there is none.
  static func column(of kind: CellRule.Kind, _ cells: ArraySlice<CellRule>) -> Int {
    var column = 0
    for cell in cells {
      if cell.kind == kind { return column }
      column += Int(cell.width)
    }
    return -1
  }

  /// Whether the order in which rows are written cannot be observed: they are found and stored by
  /// their row number, and nothing else depends on it.
  func isUnordered(_ stored: StoredSchema) -> Bool {
    isSorted && missing.isEmpty
      && (isNew || stored.isSorted(table: table) && stored.options.mode != .append)
  }

  /// Adapts to the tables and columns that exist now.
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

  /// The statements for rows that give values to these columns.
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
