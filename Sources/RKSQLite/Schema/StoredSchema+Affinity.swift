internal import RKDiagnostics
internal import RKEngine
internal import RKMapping

/// What columns that another program declared would do to values.
extension StoredSchema {
  /// A column that would change what the spec stores.
  private struct Refused {
    var column: TableSchema.Column
    /// The column's actual values, as a predicate of a sentence.
    var found: String
    /// The column type that keeps the values unchanged.
    var fitting: String
    /// A type of the spec whose values the column keeps unchanged; nil if there is none.
    var suitable: String?
  }

  /// Why a table cannot store the values of the spec: some of its columns would change every one of
  /// them.
  func typeDifference(of number: Int, _ stored: StoredTable) throws(WriteError) -> Diagnostic? {
    var refused: [Refused] = []
    for (place, column) in schema.tables[number].columns.enumerated() {
      let name = SQLText.folded(column.name)
      guard let there = stored.columns.first(where: { $0.name == name }) else { continue }
      var affinity = stored.affinity(of: there)
      let takesNothing = stored.takesBlobsAlone(there)
      var found = "is \(there.type)"
      if affinity == .none, let other = try otherKeys(of: number, place) {
        (affinity, found) = other == .text ? (.text, "holds texts") : (.numeric, "holds numbers")
      } else if !takesNothing && !column.type.stored.isRefused(by: affinity) {
        continue
      }
      refused.append(
        Refused(
          column: column,
          found: found,
          fitting: column.type.fittingType(isStrict: stored.isStrict),
          suitable: takesNothing
            ? nil
            : affinity == .text
              ? "string" : SQLText.folded(there.type).contains("int") ? "integer" : "number"
        )
      )
    }
    guard let first = refused.first else { return nil }
    let table = schema.tables[number].name
    let columns = refused.map {
      "'\($0.column.name)' \($0.found) and the spec has \($0.column.type.word)"
    }
    var help: [String] = []
    if let sql = try rebuilding(table, stored, refused) {
      help.append("this gives the table types that keep the values: \(sql)")
    } else {
      help.append("rebuild the table with \(first.fitting) as the type of '\(first.column.name)'")
    }
    let types = refused.compactMap { refused in
      refused.suitable.map { "\"type\": \"\($0)\" suits '\(refused.column.name)'" }
    }
    if !types.isEmpty { help.append("or change the spec: \(types.joined(separator: ", "))") }
    return Diagnostic(
      .otherSchema,
      "the table '\(table)' would \(types.isEmpty ? "refuse the" : "store other") values: its column "
        + columns.joined(separator: ", its column "),
      help: help
    )
  }

  /// The kind of the stored keys in a column without a type, if the spec's keys are of the other
  /// kind; each record would then get a second row.
  ///
  /// Nil if they are of the same kind.
  private func otherKeys(of number: Int, _ column: Int) throws(WriteError) -> StoredValue.Kind? {
    let table = schema.tables[number]
    guard table.primaryKey.contains(column) else { return nil }
    let name = SQLText.quoted(table.columns[column].name)
    // SQLite sorts numbers before texts, and texts before blobs, so an index finds either kind.
    let (others, kind): (String, StoredValue.Kind)
    switch table.columns[column].type.stored {
    case .anything: return nil
    case .texts, .plainTexts: (others, kind) = ("\(name) < ''", .real)
    case .integers, .numbers: (others, kind) = ("\(name) >= '' AND \(name) < x''", .text)
    }
    let query = "SELECT 1 FROM \(SQLText.quoted(table.name)) WHERE \(others) LIMIT 1"
    do throws(Database.Failure) {
      return try database.integer(query) == nil ? nil : kind
    } catch { throw .failure(error) }
  }

  /// For each column of an existing table, how it would change single values.
  func affinities(of number: Int, _ stored: StoredTable) -> [ColumnAffinity] {
    schema.tables[number].columns.map { column in
      let name = SQLText.folded(column.name)
      guard let there = stored.columns.first(where: { $0.name == name }) else { return .none }
      let affinity = stored.affinity(of: there)
      return column.type.stored.mayBeChanged(by: affinity) ? affinity : .none
    }
  }

  /// Whether some columns change parts of keys whose type is not declared.
  ///
  /// A record may then belong to an existing row whose key has another form.
  func mayChangeKeys(_ plan: TablePlan) -> Bool {
    schema.tables.enumerated().contains { number, table in
      table.primaryKey.contains { column in
        affinities[number][column] != .none && plan.storages[number][column].keyPart >= 0
      }
    }
  }

  // MARK: - Recreating the table

  /// The statements that recreate the table with other types, and with everything that belongs to
  /// it; nil if its definition is not understood.
  private func rebuilding(
    _ table: String,
    _ stored: StoredTable,
    _ refused: [Refused]
  ) throws(WriteError) -> String? {
    let others: [[String?]]
    let definition: String?
    let hasDependents: Bool
    do throws(Database.Failure) {
      definition =
        try database.rows(
          "SELECT sql FROM main.sqlite_schema WHERE type = 'table' AND name = ?1 COLLATE NOCASE",
          table
        ).first?.first ?? nil
      others = try database.rows(
        """
        SELECT sql FROM main.sqlite_schema WHERE type IN ('index', 'trigger') \
        AND tbl_name = ?1 COLLATE NOCASE AND sql IS NOT NULL ORDER BY rowid
        """,
        table
      )
      hasDependents =
        try database.integer(
          "SELECT 1 FROM main.sqlite_schema WHERE type IN ('view', 'trigger') LIMIT 1"
        ) != nil
    } catch { throw .failure(error) }
    var types: [String: String] = [:]
    for column in refused { types[SQLText.folded(column.column.name)] = column.fitting }
    let name = SQLText.quoted(table)
    let anew = SQLText.quoted(IndexNames.free("\(table)_new", try takenNames()))
    guard let definition, let made = SQLDefinition(definition).retyped(anew, types) else {
      return nil
    }
    let columns = stored.columns.filter { !$0.isGenerated }
    let values = columns.map { column in
      let name = SQLText.quoted(column.writtenName)
      return types[column.name] == "TEXT" ? "CAST(\(name) AS TEXT)" : name
    }
    let list = SQLText.list(columns.map(\.writtenName))
    var statements = ["PRAGMA foreign_keys = OFF"]
    // Views and triggers refer to the table by name, even while it does not exist.
    if hasDependents { statements.append("PRAGMA legacy_alter_table = ON") }
    statements += [
      "BEGIN", made,
      "INSERT INTO \(anew) (\(list)) SELECT \(values.joined(separator: ", ")) FROM \(name)",
      "DROP TABLE \(name)", "ALTER TABLE \(anew) RENAME TO \(name)",
    ]
    statements += others.compactMap { $0[0].map { SQLDefinition($0).line } }
    return (statements + ["COMMIT"]).map { $0 + ";" }.joined(separator: " ")
  }
}

extension StoredTable {
  /// Whether the column refuses all values of specs, none of which is stored as a blob.
  fileprivate func takesBlobsAlone(_ column: Column) -> Bool {
    isStrict && SQLText.folded(column.type) == "blob"
  }

  /// What a column does to values: decided by the words of its type, or in a STRICT table by the
  /// type.
  fileprivate func affinity(of column: Column) -> ColumnAffinity {
    if column.name == rowNumber { return .integersAlone }
    let type = SQLText.folded(column.type)
    if isStrict {
      return type == "text"
        ? .text : type == "real" ? .realsAlone : type.hasPrefix("int") ? .integersAlone : .none
    }
    if type.contains("int") { return .numeric }
    if ["char", "clob", "text"].contains(where: type.contains) { return .text }
    if type.isEmpty || type.contains("blob") { return .none }
    return ["real", "floa", "doub"].contains(where: type.contains) ? .real : .numeric
  }
}

extension TableSchema.ValueType {
  /// How the database sees the values that a spec stores in a column.
  fileprivate enum Stored {
    /// Texts that can look like numbers.
    case texts
    /// Texts that cannot look like numbers.
    case plainTexts
    /// Integers of 64 bits, and booleans as 0 and 1.
    case integers
    case numbers
    case anything

    /// Whether every value would be changed.
    func isRefused(by affinity: ColumnAffinity) -> Bool {
      switch self {
      case .texts: affinity != .none && affinity != .text
      case .integers, .numbers: affinity == .text
      case .plainTexts: affinity == .integersAlone || affinity == .realsAlone
      case .anything: false
      }
    }

    /// Whether some values may be changed.
    func mayBeChanged(by affinity: ColumnAffinity) -> Bool {
      switch self {
      case .texts, .plainTexts: false
      case .integers: affinity == .real || affinity == .realsAlone
      case .numbers, .anything: affinity != .none
      }
    }
  }

  fileprivate var stored: Stored {
    switch form.kind {
    case .text, .bytes: .texts
    case .uuid, .instant, .day, .local, .object, .list: .plainTexts
    case .integer, .boolean: .integers
    case .number: .numbers
    case .decimal: if case .scaled = form.storage { .integers } else { .texts }
    case .anything: .anything
    }
  }

  /// The type as specs spell it.
  fileprivate var word: String {
    switch self {
    case .plain(.date), .preciseDate: "date"
    case .list: "a list"
    case .plain, .decimal, .epoch, .text: name
    }
  }

  /// A column type that keeps the values unchanged.
  fileprivate func fittingType(isStrict: Bool) -> String {
    switch stored {
    case .texts, .plainTexts: "TEXT"
    case .integers: "INTEGER"
    case .numbers where self == .decimal(.real): "REAL"
    case .numbers, .anything: isStrict ? "ANY" : "NUMERIC"
    }
  }
}
