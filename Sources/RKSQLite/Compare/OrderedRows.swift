internal import RKEngine
internal import RKMapping

/// Reads the rows of a table one by one, in the order of some columns.
final class OrderedRows {
  private enum Key {
    case null
    case integer(Int64)
    case real(Double)
    case text([UInt8])
    case blob([UInt8])
  }

  /// The query; columns that the table lacks are null.
  private let rows: Statement?
  private let constants: SQLConstantWriter
  /// The indices of the ordering columns among the selected ones.
  private let order: [Int]
  /// The ordering values of the current row; nil after the last row.
  private var key: [Key]?

  /// Selects columns of a table, ordered by those in `order`.
  init(
    of stored: StoredSchema,
    _ table: Int,
    _ columns: [Int],
    orderedBy order: [Int]
  ) throws(WriteError) {
    do { constants = try SQLConstantWriter(stored.database) } catch { throw .failure(error) }
    self.order = order.compactMap { columns.firstIndex(of: $0) }
    guard stored.isThere(table: table) else {
      rows = nil
      return
    }
    let names = columns.map { column in
      stored.isThere(table: table, column: column)
        ? SQLText.quoted(stored.schema.tables[table].columns[column].name) : "NULL"
    }
    let places = self.order.map { String($0 + 1) }.joined(separator: ", ")
    rows = try Statement.make(
      stored.database,
      "SELECT \(names.joined(separator: ", ")) FROM "
        + "\(SQLText.quoted(stored.schema.tables[table].name)) ORDER BY \(places)"
    )
    try advance()
  }

  /// Whether there is a current row.
  var hasRow: Bool { key != nil }

  func advance() throws(WriteError) {
    guard let rows, try rows.next() else {
      key = nil
      return
    }
    key = order.map { column in
      switch rows.kind(column) {
      case .null: .null
      case .integer: .integer(rows.integer(column))
      case .real: .real(rows.real(column))
      case .text: .text(rows.bytes(column))
      case .blob: .blob(rows.bytes(column))
      }
    }
  }

  /// Compares the keys of the two current rows: negative if this one comes first, zero if the keys
  /// are equal, positive if the other comes first.
  func compare(_ other: OrderedRows) -> Int {
    guard let key, let otherKey = other.key else { return 0 }
    for (one, other) in zip(key, otherKey) {
      let result = Self.compare(one, other)
      if result != 0 { return result }
    }
    return 0
  }

  /// Compares as SQLite does: null, then numbers by value, then texts, then blobs.
  private static func compare(_ one: Key, _ other: Key) -> Int {
    switch (one, other) {
    case (.integer(let left), .integer(let right)): order(left, right)
    case (.real(let left), .real(let right)): order(left, right)
    case (.integer(let left), .real(let right)): -right.order(to: left)
    case (.real(let left), .integer(let right)): left.order(to: right)
    case (.text(let left), .text(let right)), (.blob(let left), .blob(let right)):
      left == right ? 0 : left.lexicographicallyPrecedes(right) ? -1 : 1
    default: rank(one) - rank(other)
    }
  }

  private static func order<Value: Comparable>(_ left: Value, _ right: Value) -> Int {
    left == right ? 0 : left < right ? -1 : 1
  }

  private static func rank(_ key: Key) -> Int {
    switch key {
    case .null: 0
    case .integer, .real: 1
    case .text: 2
    case .blob: 3
    }
  }

  /// Appends a value of the current row as a constant.
  func write(_ column: Int, to output: inout OutputBuffer) throws(WriteError) {
    guard let rows else { return }
    do { try constants.write(rows, column, to: &output) } catch { throw .failure(error) }
  }

  /// Whether both current rows have the same value in a column.
  func equals(_ other: OrderedRows, _ column: Int) -> Bool {
    guard let rows, let others = other.rows, rows.kind(column) == others.kind(column) else {
      return false
    }
    switch rows.kind(column) {
    case .null: return true
    case .integer: return rows.integer(column) == others.integer(column)
    case .real: return rows.real(column) == others.real(column)
    case .text, .blob: return rows.bytes(column) == others.bytes(column)
    }
  }
}
