internal import RKEngine
internal import RKMapping

/// How the rows read from a table are identified for counting.
struct RowCounting {
  let table: Int
  /// The existing columns, to be read in this order.
  let columns: [Int]
  /// The columns that identify rows, as indices of those; none if rows have no key.
  ///
  /// For rows that are found by their place in a list there are some for each owner.
  private let keys: [[Int]]
  /// The column that is the contents of a join table's rows.
  private let position: Int?
  private let isJoin: Bool

  /// What the rows of a table may be found by: their key, or their place among those of an owner.
  static func keys(of table: Int, _ plan: TablePlan) -> [[Int]] {
    var keys: [[Int]] = []
    for rule in plan.rows where Int(rule.table) == table && !rule.key.isEmpty {
      let key = plan.places[rule.key].map { Int($0) }
      if !keys.contains(key) { keys.append(key) }
    }
    return keys
  }

  /// Rows are identified by their place among those of an owner, or the table has no key.
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

  /// The identity of the current row of a statement that has read the columns; for a table without
  /// a key it is the column after them.
  func row(_ row: Statement, _ rows: RunRows) -> RowHash {
    let known = keys.firstIndex { key in !key.contains { row.kind($0) == .null } } ?? 0
    var hash = rows.hash(table: table, key: known)
    for place in keys.isEmpty ? [columns.count] : keys[known] {
      if isJoin { hash.add(key: place, of: row) } else { hash.add(place, of: row) }
    }
    return hash.finished()
  }

  /// The hash of its contents: for a join table's row its place alone.
  func contents(_ row: Statement, _ rows: RunRows) -> UInt64 {
    guard isJoin else { return rows.contents(columns.indices, of: row) }
    var hash = KeyedHash(rows.hashKey)
    if let position { hash.add(position, of: row) }
    return hash.finished().low
  }
}
