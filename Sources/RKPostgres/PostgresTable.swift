internal import RKEngine
internal import RKMapping

/// A table as PostgreSQL defines it, and the temporary tables that a run has for it.
struct PostgresTable {
  let schema: TableSchema
  let number: Int

  var table: TableSchema.Table { schema.tables[number] }
  var name: String { PostgresName.quoted(table.name) }
  /// The rows that the run brings, in columns `c0`, `c1` and so on.
  var staging: String { "_rkmap_\(number)" }
  /// Rows as they were before the run, of those that it has met.
  var old: String { "_rkmap_old_\(number)" }
  /// The places of rows that are to be deleted.
  var gone: String { "_rkmap_gone_\(number)" }
  /// The keys of rows that are deleted at the end if nothing refers to them.
  var dropped: String { "_rkmap_dropped_\(number)" }

  /// The keys of rows that came for nothing.
  var kept: String { "_rkmap_kept_\(number)" }

  /// A column's name in SQL.
  func column(_ column: Int) -> String { PostgresName.quoted(table.columns[column].name) }

  func type(_ column: Int) -> String { table.columns[column].type.postgres.name }

  /// Some columns in a list; `prefix` is a table's name with a point.
  func list(_ columns: some Sequence<Int>, _ prefix: String = "") -> String {
    columns.map { prefix + column($0) }.joined(separator: ", ")
  }

  /// What tells a row from others: its place among those of an owner, or its primary key.
  var identity: [[Int]] {
    let places = table.unique.prefix(isLoose ? table.foreignKeys.count(where: \.isOwner) : 0)
    return places.isEmpty ? table.primaryKey.isEmpty ? [] : [table.primaryKey] : Array(places)
  }

  /// What refers to the rows of other tables by their keys.
  var foreignKeys: [TableSchema.ForeignKey] {
    table.foreignKeys.filter { schema.tables[$0.table].primaryKey.count == $0.columns.count }
  }

  /// Its rows are numbered.
  var isNumbered: Bool { table.columns.first?.name == "_id" && table.primaryKey == [0] && isLoose }

  /// Records without identification become its rows.
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

  /// The statement that adds a reference, without a semicolon.
  func addition(of key: TableSchema.ForeignKey) -> String {
    let other = PostgresTable(schema: schema, number: key.table, isLoose: false)
    return "ALTER TABLE \(name) ADD FOREIGN KEY (\(list(key.columns))) REFERENCES \(other.name) "
      + "(\(other.list(other.table.primaryKey))) DEFERRABLE INITIALLY DEFERRED"
  }
}

/// The type of a column of PostgreSQL.
enum PostgresType: Equatable {
  case bigint, numeric, scaled(UInt8), double, boolean, timestamp, text, uuid, bytea, json

  var name: String {
    switch self {
    case .bigint: "bigint"
    case .numeric: "numeric"
    case .scaled(let scale): "numeric(19,\(scale))"
    case .double: "double precision"
    case .boolean: "boolean"
    case .timestamp: "timestamptz"
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
    switch form.kind {
    case .text: return .text
    case .uuid: return .uuid
    case .bytes: return .bytea
    case .integer: return .bigint
    case .boolean: return .boolean
    case .instant: return .timestamp
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
