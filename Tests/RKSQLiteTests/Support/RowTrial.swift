import RKDiagnostics
import RKEngine
@testable import RKMapping
@testable import RKSQLite

/// A value of a row that a test writes.
enum TrialValue: Hashable, Sendable {
  case absent
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  /// A default for a missing value.
  indirect case fallback(TrialValue)
  /// The number of the row that owns this one.
  case ownerNumber
}

extension TrialValue: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral,
  ExpressibleByFloatLiteral, ExpressibleByNilLiteral
{
  init(integerLiteral value: Int64) { self = .integer(value) }
  init(stringLiteral value: String) { self = .text(value) }
  init(floatLiteral value: Double) { self = .real(value) }
  init(nilLiteral: ()) { self = .null }
}

/// A row that a test writes: its values, and the rows that belong to it.
struct TrialRow: Sendable {
  var rule = 0
  var values: [TrialValue]
  var below: [TrialRow] = []
  var byteOffset: UInt64 = 0
}

extension RowBatch {
  init(_ rows: [TrialRow]) {
    self.init()
    for row in rows { add(row, owner: nil) }
  }

  private mutating func add(_ row: TrialRow, owner: Int?) {
    let place = events.count
    var event = Event(.row, rule: UInt32(row.rule), firstValue: values.count, owner: owner ?? place)
    event.byteOffset = row.byteOffset
    events.append(event)
    for value in row.values { values.append(stored(value)) }
    for next in row.below { add(next, owner: place) }
    events[place].end = UInt32(events.count)
  }

  mutating func add(_ value: TrialValue) { values.append(stored(value)) }

  private mutating func stored(_ value: TrialValue) -> StoredValue {
    switch value {
    case .absent: return .absent
    case .null: return .null
    case .integer(let number): return StoredValue(integer: number)
    case .real(let number): return StoredValue(real: number)
    case .text(let text):
      let start = bytes.count
      bytes.append(contentsOf: Array(text.utf8))
      return StoredValue(textAt: start..<bytes.count)
    case .ownerNumber: return StoredValue(.ownerNumber)
    case .fallback(let inner):
      var value = stored(inner)
      value.isFallback = true
      return value
    }
  }
}

/// Tables for rows that a test writes by hand.
struct TrialTables: Sendable {
  var schema = TableSchema()
  var plan = TablePlan()

  /// Adds a table, and the rule for its rows: the values are cells of a record.
  mutating func add(
    _ name: String,
    _ columns: [(String, TableSchema.ValueType)],
    key: [Int],
    modification: Int? = nil,
    change: (inout TableSchema.Table, inout RowRule) -> Void = { _, _ in }
  ) {
    var table = TableSchema.Table(name: name)
    table.columns = columns.map { TableSchema.Column(name: $0.0, type: $0.1) }
    table.primaryKey = key
    var rule = RowRule(table: schema.tables.count)
    rule.key = plan.places.add(key.map { UInt32($0) })
    rule.modification = Int32(modification ?? -1)
    rule.cells = plan.cells.add(columns.indices.map { CellRule(.cell, column: UInt32($0)) })
    change(&table, &rule)
    schema.tables.append(table)
    plan.tableCount += 1
    plan.rows.append(rule)
  }

  /// A writer into the tables, which are created if they do not exist.
  func writer(
    in database: Database,
    mode: DatabaseOptions.Mode = .upsert
  ) throws(WriteError) -> RowWriter {
    var options = DatabaseOptions()
    options.mode = mode
    let stored = StoredSchema(schema, database, options: options)
    try stored.prepare()
    return try RowWriter(database, schema, plan, stored: stored, options: options)
  }

  /// Writes rows in one run, a batch for each list of them.
  @discardableResult
  func run(
    _ batches: [[TrialRow]],
    in database: Database,
    mode: DatabaseOptions.Mode = .upsert,
    follower: (any RowFollower)? = nil
  ) throws(WriteError) -> RowCounts {
    try Self.run("BEGIN", database)
    let writer = try writer(in: database, mode: mode)
    writer.follower = follower
    for rows in batches { try writer.write(RowBatch(rows)) }
    try Self.run("COMMIT", database)
    return writer.counts
  }

  private static func run(_ sql: String, _ database: Database) throws(WriteError) {
    do { try database.run(sql) } catch { throw .failure(error) }
  }
}

extension Database {
  /// The rows of a query, each as text.
  func rows(_ sql: String) throws -> [String] {
    let statement = try Statement(self, sql)
    var rows: [String] = []
    while try statement.step() {
      rows.append(
        (0..<statement.columnCount).map { column in
          switch statement.kind(column) {
          case .null: "null"
          case .text: "'\(statement.text(column) ?? "")'"
          default: statement.text(column) ?? ""
          }
        }.joined(separator: " ")
      )
    }
    return rows
  }
}
