internal import RKEngine
internal import RKMapping

/// How the rows read from a table are identified for counting.
struct RowCounting {
  let table: Int
  /// The existing columns, in the order in which they are read.
  let columns: [Int]
  /// The sets of columns that identify rows, as indices into `columns`; empty if rows have no key.
  ///
  /// Rows that are found by their position in a list have one set for each kind of owner.
  private let keys: [[Int]]
  /// The position column, which is all the contents of a join table's row; nil for other tables.
  private let position: Int?
  private let isJoin: Bool

  /// The sets of columns that a table's rows may be found by: their key, or their position among
  /// the rows of an owner.
  static func keys(of table: Int, _ plan: TablePlan) -> [[Int]] {
    var keys: [[Int]] = []
    for rule in plan.rows where Int(rule.table) == table && !rule.key.isEmpty {
      let key = plan.places[rule.key].map { Int($0) }
      if !keys.contains(key) { keys.append(key) }
    }
    return keys
  }

  /// Whether rows are identified by columns instead of row numbers.
  var isKnownByPlace: Bool { !keys.isEmpty }

  init(_ table: Int, _ plan: TablePlan, _ stored: StoredSchema) {
    let definition = stored.schema.tables[table]
    let columns = definition.columns.indices.filter { stored.isThere(table: table, column: $0) }
    self.table = table
    self.columns = columns
    isJoin = definition.isJoin
    var keys = Self.keys(of: table, plan)
    if keys.isEmpty && !definition.primaryKey.isEmpty { keys = [definition.primaryKey] }
    func places(_ wanted: [Int]) -> [Int] { wanted.compactMap { columns.firstIndex(of: $0) } }
    self.keys = keys.map(places)
    let others = definition.columns.indices.filter { !definition.primaryKey.contains($0) }
    position = isJoin ? places(others).first : nil
  }

  /// The identity of a statement's current row.
  ///
  /// For a table without a key it is the column after `columns`, the row number.
  func row(_ row: Statement, _ rows: RunRows) -> RowHash {
    let known = keys.firstIndex { key in !key.contains { row.kind($0) == .null } } ?? 0
    var hash = rows.hash(table: table, key: known)
    for place in keys.isEmpty ? [columns.count] : keys[known] {
      if isJoin { hash.add(key: place, of: row) } else { hash.add(place, of: row) }
    }
    return hash.finished()
  }

  /// The hash of the current row's contents; for a join table's row, of its position only.
  func contents(_ row: Statement, _ rows: RunRows) -> UInt64 {
    guard isJoin else { return rows.contents(columns.indices, of: row) }
    var hash = KeyedHash(rows.hashKey)
    if let position { hash.add(position, of: row) }
    return hash.finished().low
  }
}
