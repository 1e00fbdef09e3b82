internal import RKEngine
internal import RKMapping

/// A table as PostgreSQL defines it, and the temporary tables that a run has for it.
struct PostgresTable {
  let schema: TableSchema
  let number: Int

  var table: TableSchema.Table { schema.tables[number] }
  var name: String { PostgresName.quoted(table.name) }
  /// The temporary table for the rows that the run brings, with columns `c0`, `c1` and so on.
  var staging: String { "_rkmap_\(number)" }
  /// The temporary table with the rows that the run has met, as they were before it.
  var old: String { "_rkmap_old_\(number)" }
  /// The temporary table with the places of rows to delete.
  var gone: String { "_rkmap_gone_\(number)" }
  /// The temporary table with the keys of rows to delete at the end if nothing refers to them.
  var dropped: String { "_rkmap_dropped_\(number)" }

  /// The temporary table with the keys of skipped rows.
  var kept: String { "_rkmap_kept_\(number)" }

  /// A column's name in SQL.
  func column(_ column: Int) -> String { PostgresName.quoted(table.columns[column].name) }

  func type(_ column: Int) -> String { table.columns[column].type.postgres.name }

  /// Columns as a list; `prefix` is a table's name with a dot.
  func list(_ columns: some Sequence<Int>, _ prefix: String = "") -> String {
    columns.map { prefix + column($0) }.joined(separator: ", ")
  }

  /// The sets of columns that identify a row: its position among an owner's rows, or its primary key.
  var identity: [[Int]] {
    let places = table.unique.prefix(isLoose ? table.foreignKeys.count(where: \.isOwner) : 0)
    return places.isEmpty ? table.primaryKey.isEmpty ? [] : [table.primaryKey] : Array(places)
  }

  /// The foreign keys that refer to the whole primary key of their table.
  var foreignKeys: [TableSchema.ForeignKey] {
    table.foreignKeys.filter { schema.tables[$0.table].primaryKey.count == $0.columns.count }
  }

  /// Whether its rows have numbers.
  var isNumbered: Bool { table.columns.first?.name == "_id" && table.primaryKey == [0] && isLoose }

  /// Whether its rows are not found by the keys of their records.
  let isLoose: Bool

  // MARK: - Statements

  /// The statement that creates the table with some columns, without a semicolon.
  func creation(_ columns: [Int], ifMissing: Bool = false) -> String {
    var lines = columns.map { column in
      let isRequired = table.columns[column].isRequired || table.primaryKey.contains(column)
      return "\(self.column(column)) \(type(column))\(isRequired ? " NOT NULL" : "")"
    }
    if !table.primaryKey.isEmpty { lines.append("PRIMARY KEY (\(list(table.primaryKey)))") }
    return "CREATE TABLE \(ifMissing ? "IF NOT EXISTS " : "")\(name) (\n  "
      + lines.joined(separator: ",\n  ") + "\n)"
  }

  /// The statement that adds a foreign key, without a semicolon.
  func addition(of key: TableSchema.ForeignKey) -> String {
    let other = PostgresTable(schema: schema, number: key.table, isLoose: false)
    return "ALTER TABLE \(name) ADD FOREIGN KEY (\(list(key.columns))) REFERENCES \(other.name) "
      + "(\(other.list(other.table.primaryKey))) DEFERRABLE INITIALLY DEFERRED"
  }
}

/// The type of a column in PostgreSQL.
enum PostgresType: Equatable {
  case bigint, numeric, scaled(UInt8), double, boolean, timestamp, day, local, text, uuid, bytea,
    json

  var name: String {
    switch self {
    case .bigint: "bigint"
    case .numeric: "numeric"
    case .scaled(let scale): "numeric(19,\(scale))"
    case .double: "double precision"
    case .boolean: "boolean"
    case .timestamp: "timestamptz"
    case .day: "date"
    case .local: "timestamp"
    case .text: "text"
    case .uuid: "uuid"
    case .bytea: "bytea"
    case .json: "jsonb"
    }
  }
}

extension TableSchema.ValueType {
  var postgres: PostgresType {
    if self == .epoch { return .bigint }
    if self == .text { return .text }
    switch form.kind {
    case .text: return .text
    case .uuid: return .uuid
    case .bytes: return .bytea
    case .integer: return .bigint
    case .boolean: return .boolean
    case .instant: return .timestamp
    case .day: return .day
    case .local: return .local
    case .object, .list, .anything: return .json
    case .number, .decimal:
      switch form.storage {
      case .real: return .double
      case .scaled(let scale): return .scaled(scale)
      case .integer, .flag, .text, .digits, .json, .anything: return .numeric
      }
    }
  }
}
