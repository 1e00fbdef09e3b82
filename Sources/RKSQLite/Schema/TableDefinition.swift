package import RKMapping

/// The definition of a table, and the SQL that creates it.
package struct TableDefinition: Sendable {
  /// The whole schema, of which this is one table.
  let schema: TableSchema
  let number: Int
  /// Whether SQLite enforces the table's types.
  let isStrict: Bool
  /// For each column, whether the table has it or will have it; late ones may be missing.
  let present: [Bool]

  /// Defines a table with some of its columns, by default all.
  package init(
    _ schema: TableSchema,
    table number: Int,
    isStrict: Bool = false,
    present: [Bool]? = nil
  ) {
    self.schema = schema
    self.number = number
    self.isStrict = isStrict
    self.present = present ?? schema.tables[number].columns.map { _ in true }
  }

  var table: TableSchema.Table { schema.tables[number] }

  /// The table's name in SQL.
  package var name: String { SQLText.quoted(table.name) }

  /// The name of the row number; no column has this name.
  package var rowName: String {
    let taken = Set(table.columns.map { SQLText.folded($0.name) })
    return ["rowid", "_rowid_", "oid"].first { !taken.contains($0) } ?? "rowid"
  }

  /// The names of all columns in SQL.
  package var columns: [String] { table.columns.map { SQLText.quoted($0.name) } }

  /// The names of some columns as a list in SQL.
  package func list(_ columns: some Sequence<Int>) -> String {
    columns.map { SQLText.quoted(table.columns[$0].name) }.joined(separator: ", ")
  }

  /// Whether the key is a single column that is SQLite's row number.
  package var isNumbered: Bool {
    table.primaryKey.count == 1 && typeName(table.primaryKey[0]) == "INTEGER" && !isWithoutRowID
  }

  /// Whether rows are stored in key order; true for join tables, whose rows are mostly key.
  var isWithoutRowID: Bool { table.isJoin && !table.primaryKey.isEmpty }

  // MARK: - Statements

  /// The statement that creates the table, without a semicolon.
  package var sql: String { text(lineBreak: "\n  ", lastBreak: "\n") }

  /// The statement that creates the table, with comments for people.
  var commentedSQL: String { text(lineBreak: "\n  ", lastBreak: "\n", hasComments: true) }

  /// The statement that creates the table, on one line.
  package var sqlLine: String { text(lineBreak: "", lastBreak: "") }

  private func text(lineBreak: String, lastBreak: String, hasComments: Bool = false) -> String {
    let columns = present.indices.filter { present[$0] }
    let parts = columns.map { columnText($0, isUnique: uniqueKeys.contains([$0])) } + constraints
    var text = ""
    for (number, part) in parts.enumerated() {
      let isLast = number == parts.count - 1
      text += part + (isLast ? "" : ",")
      // The comma comes before the comment, since the comment takes the rest of the line.
      if hasComments, number < columns.count, let comment = comment(columns[number]) {
        text += " -- " + comment
      }
      if !isLast { text += lineBreak.isEmpty ? " " : lineBreak }
    }
    var options: [String] = []
    if isWithoutRowID { options.append("WITHOUT ROWID") }
    if isStrict { options.append("STRICT") }
    let end = options.isEmpty ? "" : " " + options.joined(separator: ", ")
    return
      "CREATE TABLE \(name) (\(lineBreak)\(text)\(lastBreak))\(end)"
  }

  /// A comment with what the SQL type does not say about a column.
  private func comment(_ column: Int) -> String? {
    switch table.columns[column].type.form.storage {
    case .digits: "decimal as text"
    case .real: "decimal as real"
    case .scaled(let scale): "decimal, scale \(scale)"
    case .integer, .flag, .text, .json, .anything: nil
    }
  }

  /// The statement that adds a column to the table, without a semicolon.
  ///
  /// A unique index needs another statement.
  func additionSQL(of column: Int) -> String {
    "ALTER TABLE \(name) ADD COLUMN \(columnText(column, isUnique: false))"
  }

  // MARK: - Columns

  /// The text of a column, including all that concerns it alone.
  private func columnText(_ place: Int, isUnique: Bool) -> String {
    let column = table.columns[place]
    let name = SQLText.quoted(column.name)
    var words = [name]
    if let type = typeName(place) { words.append(type) }
    let isNumber = isNumbered && table.primaryKey == [place]
    if isRequired(place) && !isNumber { words.append("NOT NULL") }
    if table.primaryKey == [place] { words.append("PRIMARY KEY") }
    if isUnique { words.append("UNIQUE") }
    if column.type.form.storage == .flag { words.append("CHECK (\(name) IN (0, 1))") }
    for key in table.foreignKeys where key.columns == [place] && leadsToKey(key) {
      words.append(reference(key))
    }
    return words.joined(separator: " ")
  }

  /// Whether every row has a value in a column.
  func isRequired(_ column: Int) -> Bool {
    table.columns[column].isRequired || table.primaryKey.contains(column)
  }

  /// The type of a column; nil if values must stay unchanged.
  private func typeName(_ column: Int) -> String? {
    switch table.columns[column].type.form.storage {
    case .integer, .flag, .scaled: "INTEGER"
    case .real: "REAL"
    case .text, .digits, .json: "TEXT"
    case .anything: isStrict ? "ANY" : nil
    }
  }

  // MARK: - Constraints

  private var constraints: [String] {
    var constraints: [String] = []
    if table.primaryKey.count > 1 { constraints.append("PRIMARY KEY (\(list(table.primaryKey)))") }
    for columns in uniqueKeys where columns.count > 1 {
      constraints.append("UNIQUE (\(list(columns)))")
    }
    for key in foreignKeys where key.columns.count > 1 {
      constraints.append("FOREIGN KEY (\(list(key.columns))) \(reference(key))")
    }
    return constraints
  }

  /// The unique sets besides the primary key whose columns exist.
  package var uniqueKeys: [[Int]] {
    var keys: [[Int]] = []
    for columns in table.unique where !columns.isEmpty && isPresent(columns) {
      if columns != table.primaryKey && !keys.contains(columns) { keys.append(columns) }
    }
    return keys
  }

  /// The foreign keys whose columns exist.
  var foreignKeys: [TableSchema.ForeignKey] {
    table.foreignKeys.filter { isPresent($0.columns) && leadsToKey($0) }
  }

  private func leadsToKey(_ key: TableSchema.ForeignKey) -> Bool {
    schema.tables[key.table].primaryKey.count == key.columns.count
  }

  func isPresent(_ columns: [Int]) -> Bool { columns.allSatisfy { present[$0] } }

  private func reference(_ key: TableSchema.ForeignKey) -> String {
    let other = TableDefinition(schema, table: key.table)
    return
      "REFERENCES \(other.name) (\(other.list(other.table.primaryKey))) DEFERRABLE INITIALLY DEFERRED"
  }
}
