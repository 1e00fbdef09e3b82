internal import RKEngine
internal import RKMapping

/// The rows of a table in the order of some columns, one after the other.
final class OrderedRows {
  private enum Key {
    case null
    case integer(Int64)
    case real(Double)
    case text([UInt8])
    case blob([UInt8])
  }

  /// Columns that the table does not have are null.
  private let rows: Statement?
  private let constants: SQLConstantWriter
  /// The places of the ordering columns among those that are selected.
  private let order: [Int]
  /// Those of the current row; nil after the last one.
  private var key: [Key]?

  /// Selects columns of a table, of which `order` are compared first.
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

  /// There is a current row.
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

  /// Negative, zero or positive as the current row comes before that of other rows, has its key, or
  /// comes after it.
  func compare(_ other: OrderedRows) -> Int {
    guard let key, let otherKey = other.key else { return 0 }
    for (one, other) in zip(key, otherKey) {
      let result = Self.compare(one, other)
      if result != 0 { return result }
    }
    return 0
  }

  /// SQLite's order: null, numbers by their value, texts, blobs.
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

  /// Whether a value of the current row is the same as that of other rows.
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
