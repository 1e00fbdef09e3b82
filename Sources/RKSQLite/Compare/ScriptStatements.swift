internal import RKEngine
internal import RKMapping

/// The statements of a script for the rows of one table.
struct ScriptStatements {
  private let definition: TableDefinition
  /// The columns that are compared, and their names in SQL.
  private let names: [String]
  /// The indices of the key's columns in `names`; empty if the table has no key.
  private let key: [Int]
  /// Columns of the key or of unique sets, whose values another row may have to give up first.
  private let unique: Set<Int>
  /// The columns that new rows have.
  private let written: [Int]

  /// `columns` are the columns that either side has.
  init(_ new: StoredSchema, _ table: Int, _ columns: [Int]) {
    definition = TableDefinition(new.schema, table: table)
    let all = definition.columns
    names = columns.map { all[$0] }
    let schema = new.schema.tables[table]
    key = schema.primaryKey.compactMap { columns.firstIndex(of: $0) }
    unique = Set(
      (schema.primaryKey + schema.unique.flatMap { $0 }).compactMap { columns.firstIndex(of: $0) }
    )
    written = columns.indices.filter { new.isThere(table: table, column: columns[$0]) }
  }

  /// Whether a row with these changed columns must be deleted and inserted instead of updated.
  func needNewRow(_ changed: [Int]) -> Bool { !unique.isDisjoint(with: changed) }

  func delete(_ row: OrderedRows, _ text: inout OutputBuffer) throws(WriteError) {
    append("DELETE FROM \(definition.name) WHERE ", &text)
    if key.isEmpty {
      // Of several equal rows, the statement affects only one.
      let number = definition.rowName
      append("\(number) = (SELECT \(number) FROM \(definition.name) WHERE ", &text)
      try addCondition(Array(names.indices), row, &text)
      append(" LIMIT 1)", &text)
    } else {
      try addCondition(key, row, &text)
    }
    append(";\n", &text)
  }

  func insert(_ row: OrderedRows, _ text: inout OutputBuffer) throws(WriteError) {
    let list = written.map { names[$0] }.joined(separator: ", ")
    append("INSERT INTO \(definition.name) (\(list)) VALUES (", &text)
    for (number, column) in written.enumerated() {
      if number > 0 { append(", ", &text) }
      try row.write(column, to: &text)
    }
    append(");\n", &text)
  }

  func update(
    _ row: OrderedRows,
    _ changed: [Int],
    _ text: inout OutputBuffer
  ) throws(WriteError) {
    append("UPDATE \(definition.name) SET ", &text)
    for (number, column) in changed.enumerated() {
      append((number > 0 ? ", " : "") + names[column] + " = ", &text)
      try row.write(column, to: &text)
    }
    append(" WHERE ", &text)
    try addCondition(key, row, &text)
    append(";\n", &text)
  }

  private func addCondition(
    _ columns: [Int],
    _ row: OrderedRows,
    _ text: inout OutputBuffer
  ) throws(WriteError) {
    for (number, column) in columns.enumerated() {
      append((number > 0 ? " AND " : "") + names[column] + (key.isEmpty ? " IS " : " = "), &text)
      try row.write(column, to: &text)
    }
  }

  private func append(_ sql: String, _ text: inout OutputBuffer) {
    text.append(Array(sql.utf8).span)
  }
}
