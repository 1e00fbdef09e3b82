/// A table that a database has.
///
/// Its names are folded, as SQLite compares them, unless stated otherwise.
struct StoredTable {
  struct Column {
    var name: String
    /// The table's name as written.
    var writtenName: String
    /// The declared type; empty if there is none.
    var type: String
    /// Whether its values are computed, so that nothing can be written to it.
    var isGenerated: Bool
  }

  /// What the object is if it is not a table: a view, a virtual table, an index.
  var otherKind: String?
  var columns: [Column] = []
  /// Whether SQLite enforces its types.
  var isStrict = false
  /// The columns of its primary key, in key order.
  var primaryKey: [String] = []
  /// The columns of its primary key as written.
  var primaryKeyNames: [String] = []
  /// The key's column, if it is SQLite's row number.
  private(set) var rowNumber: String?
  /// The columns of its keys and of other unique sets that cover all rows.
  ///
  /// An index with a different collation than its columns is not a key, because nothing can refer
  /// to it.
  var uniqueKeys: [[String]] = []
  /// The tables that its foreign keys lead to, with their columns.
  private(set) var references: [(table: String, columns: [String])] = []
  /// Whether an index forbids equal values, even if only in some rows.
  private(set) var hasUniqueIndex = false
  /// The leading columns of all of its indexes and keys.
  var indexes: [[String]] = []

  /// Reads the database's object with a name; nil if there is none.
  init?(named name: String, in database: Database) throws(Database.Failure) {
    let kind = try database.rows(
      "SELECT type, strict FROM pragma_table_list WHERE schema = 'main' AND name = ?1 COLLATE NOCASE",
      name
    )
    guard let row = kind.first, let kind = row[0] else {
      let index = try database.rows(
        "SELECT 1 FROM sqlite_schema WHERE type = 'index' AND name = ?1 COLLATE NOCASE",
        name
      )
      if index.isEmpty { return nil }
      otherKind = "an index"
      return
    }
    guard kind == "table" else {
      otherKind = kind == "view" ? "a view" : "a virtual table"
      return
    }
    isStrict = row[1] == "1"
    try readColumns(name, database)
    try readIndexes(name, database)
    let keys = try database.rows(
      #"SELECT "table", "from", seq FROM pragma_foreign_key_list(?1, 'main') ORDER BY id, seq"#,
      name
    )
    for row in keys {
      if row[2] == "0" { references.append((SQLText.folded(row[0] ?? ""), [])) }
      references[references.count - 1].columns.append(SQLText.folded(row[1] ?? ""))
    }
  }

  private mutating func readColumns(_ name: String, _ database: Database) throws(Database.Failure) {
    let rows = try database.rows(
      "SELECT name, hidden, pk, type FROM pragma_table_xinfo(?1, 'main') ORDER BY cid",
      name
    )
    var parts: [(name: String, place: Int)] = []
    for row in rows {
      let column = row[0] ?? ""
      columns.append(
        Column(
          name: SQLText.folded(column),
          writtenName: column,
          type: row[3] ?? "",
          isGenerated: row[1] != "0"
        )
      )
      if let place = row[2].flatMap({ Int($0) }), place > 0 { parts.append((column, place)) }
    }
    primaryKeyNames = parts.sorted { $0.place < $1.place }.map(\.name)
    primaryKey = primaryKeyNames.map(SQLText.folded)
    if !primaryKey.isEmpty {
      uniqueKeys.append(primaryKey)
      indexes.append(primaryKey)
    }
  }

  private mutating func readIndexes(_ name: String, _ database: Database) throws(Database.Failure) {
    let rows = try database.rows(
      """
      SELECT l.name, l."unique" AND NOT EXISTS (
        SELECT 1 FROM pragma_index_xinfo(l.name, 'main') AS x
        JOIN main.sqlite_schema AS s ON s.name = l.name
        WHERE x.key AND x.coll <> 'BINARY' AND s.sql LIKE '%COLLATE%'
      ), i.name, l.origin FROM pragma_index_list(?1, 'main') AS l
      JOIN pragma_index_info(l.name, 'main') AS i WHERE NOT l.partial ORDER BY l.seq, i.seqno
      """,
      name
    )
    let key = columns.filter { primaryKey.contains($0.name) }
    // A key that has an index of its own is not the row number.
    if key.count == 1, SQLText.folded(key[0].type) == "integer",
      !rows.contains(where: { $0[3] == "pk" })
    {
      rowNumber = key[0].name
    }
    hasUniqueIndex = try !database.rows(
      #"SELECT 1 FROM pragma_index_list(?1, 'main') WHERE "unique" LIMIT 1"#,
      name
    ).isEmpty
    var index: (name: String?, isUnique: Bool, columns: [String?]) = (nil, false, [])
    for row in rows + [[nil, nil, nil]] {
      if row[0] != index.name {
        let columns = index.columns.prefix { $0 != nil }.compactMap { $0 }
        if !columns.isEmpty { indexes.append(columns) }
        if index.isUnique && columns.count == index.columns.count { uniqueKeys.append(columns) }
        index = (row[0], row[1] == "1", [])
      }
      // An expression in an index has no name.
      index.columns.append(row[2].map(SQLText.folded))
    }
  }

  /// Whether some columns, in any order, identify its rows.
  func isUnique(_ columns: [String]) -> Bool {
    uniqueKeys.contains { $0.count == columns.count && Set($0) == Set(columns) }
  }
}
