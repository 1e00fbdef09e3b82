internal import RKDiagnostics
internal import RKEngine
internal import RKMapping

/// Finds references to missing rows once all rows have come, and handles them as the user chose.
final class DanglingCheck {
  /// A foreign key, and a condition for the rows where it dangles.
  private struct Reference {
    var table: Int
    var key: TableSchema.ForeignKey
    var definition: TableDefinition
    var target: TableDefinition
    var condition: String

    var columns: String {
      key.columns.map { "'\(definition.table.columns[$0].name)'" }.joined(separator: ", ")
    }

    /// Whether the reference is part of the row's identity, so that the row cannot exist without
    /// it.
    var isOfRow: Bool {
      key.isOwner
        || key.columns.contains {
          definition.table.primaryKey.contains($0) || definition.table.columns[$0].isRequired
        }
    }
  }

  private let database: Database
  private let stored: StoredSchema
  private let removal: RowRemoval
  private let rows: RunRows
  private let bookkeeping: Bookkeeping?
  private let rule: DatabaseOptions.Dangling
  /// For tables without a key, the last row that existed before the run.
  private var lastRows: [Int: Int64] = [:]

  init(
    _ stored: StoredSchema,
    _ removal: RowRemoval,
    _ bookkeeping: Bookkeeping?
  ) throws(WriteError) {
    database = stored.database
    self.stored = stored
    self.removal = removal
    rows = removal.rows
    self.bookkeeping = bookkeeping
    rule = stored.options.dangling
    guard rule == .null else { return }
    for (number, table) in stored.schema.tables.enumerated()
    where table.primaryKey.isEmpty && rows.remembers(table: number) {
      let table = stored.definition(of: number)
      lastRows[number] = try integer("SELECT max(\(table.rowName)) FROM \(table.name)") ?? 0
    }
  }

  /// Checks all references.
  ///
  /// If they are to stay unchanged, it only checks whether there may be dangling ones that did not
  /// exist before the run.
  func check(lacksRecords: Bool, report: (Diagnostic) -> Void) throws(WriteError) {
    let looksAtAll = rule != .keep || lacksRecords || !rows.ignored.isEmpty
    let hasConnections = stored.schema.tables.contains { table in
      table.foreignKeys.contains(where: \.isConnection)
    }
    if !looksAtAll && !hasConnections && removal.tables.isEmpty { return }
    var failures: [Diagnostic] = []
    for (table, definition) in stored.schema.tables.enumerated() where stored.isThere(table: table)
    {
      for key in definition.foreignKeys {
        guard looksAtAll || key.isConnection || removal.tables.contains(key.table),
          key.columns.allSatisfy({ stored.isThere(table: table, column: $0) })
        else { continue }
        let reference = reference(table, key)
        guard let finding = try finding(of: reference, rule) else { continue }
        switch rule {
        case .keep: break
        case .stub: try makeRows(reference)
        case .null: try removeReferences(reference)
        case .error: failures.append(finding)
        }
        if rule != .error { report(finding) }
        // A trigger may have ignored the correction.
        if rule != .error, rule != .keep, var left = try self.finding(of: reference, .keep) {
          left.help = ["a trigger has ignored what --dangling \(rule.rawValue) does about it"]
          report(left)
        }
      }
    }
    guard let last = failures.popLast() else { return }
    for failure in failures { report(failure) }
    throw .data(last)
  }

  private func reference(_ table: Int, _ key: TableSchema.ForeignKey) -> Reference {
    let definition = stored.definition(of: table)
    let target = stored.definition(of: key.table)
    var conditions = key.columns.map { "\(definition.columns[$0]) IS NOT NULL" }
    if stored.isThere(table: key.table) {
      // Two names, since a table may refer to itself.
      let pairs = zip(target.table.primaryKey, key.columns).map { other, own in
        "there.\(target.columns[other]) = \(definition.name).\(definition.columns[own])"
      }
      conditions.append(
        """
        NOT EXISTS (SELECT 1 FROM \(target.name) AS there \
        WHERE \(pairs.joined(separator: " AND ")))
        """
      )
    }
    return Reference(
      table: table,
      key: key,
      definition: definition,
      target: target,
      condition: conditions.joined(separator: " AND ")
    )
  }

  /// The diagnostic about a foreign key and how it is handled; nil if all rows that it refers to
  /// exist.
  private func finding(
    of reference: Reference,
    _ rule: DatabaseOptions.Dangling
  ) throws(WriteError) -> Diagnostic? {
    let definition = reference.definition
    let columns = reference.key.columns.map { definition.columns[$0] }
    // Beside a minimum, SQLite takes the other columns from the row that has the minimum.
    let others = columns.dropFirst().map { ", \($0)" }.joined()
    let select = try Statement.make(
      database,
      """
      SELECT count(*), min(\(columns[0]))\(others) FROM \(definition.name) \
      WHERE \(reference.condition)
      """
    )
    defer { select.reset() }
    guard try select.next(), select.integer(0) > 0 else { return nil }
    let count = select.integer(0)
    let example = KeptRow(1..<columns.count + 1, of: select).text
    let done =
      switch rule {
      case .keep, .error: ""
      case .stub: "; rows with nothing but their keys are made"
      case .null where reference.isOfRow: "; they are deleted"
      case .null: "; they refer to nothing now"
      }
    return Diagnostic(
      .danglingReferences,
      severity: rule == .error ? .error : nil,
      """
      \(count == 1 ? "a row" : "\(count) rows") of '\(definition.table.name)' \
      \(count == 1 ? "refers" : "refer") by \(reference.columns) to rows of \
      '\(reference.target.table.name)' that are not there, such as \(example)\(done)
      """,
      help: rule == .keep || rule == .error
        ? ["--dangling stub makes the rows, --dangling null takes the references away"] : []
    )
  }

  // MARK: - Rows with nothing but a key

  private func makeRows(_ reference: Reference) throws(WriteError) {
    let table = reference.key.table
    if !stored.isThere(table: table) { try stored.make(table: table) }
    let target = stored.definition(of: table)
    let key = target.list(target.table.primaryKey)
    let insert = try Statement.make(
      database,
      """
      INSERT INTO \(target.name) (\(key)) \
      SELECT DISTINCT \(reference.definition.list(reference.key.columns)) \
      FROM \(reference.definition.name) WHERE \(reference.condition) RETURNING \(key)
      """
    )
    var made: [KeptRow] = []
    do {
      while try insert.step() {
        rows.didInsert()
        if bookkeeping != nil { made.append(KeptRow(target.table.primaryKey.indices, of: insert)) }
      }
    } catch {
      throw Self.refusal(
        error,
        "a row of '\(target.table.name)' with nothing but its key cannot be made",
        help: "--dangling null takes the references away"
      )
    }
    insert.reset()
    for row in made { try bookkeeping?.didWrite(table, row) }
  }

  /// The diagnostic for a table that does not accept what the rule requires.
  private static func refusal(
    _ failure: Database.Failure,
    _ message: String,
    help: String
  ) -> WriteError {
    guard failure.isOfData else { return .failure(failure) }
    return .data(
      Diagnostic(.constraintViolated, "\(message): \(failure.message)", help: [help])
    )
  }

  // MARK: - Removed references

  /// Sets the references to null, or deletes the rows where null is not allowed.
  private func removeReferences(_ reference: Reference) throws(WriteError) {
    let definition = reference.definition
    let key =
      definition.table.primaryKey.isEmpty
      ? definition.rowName : definition.list(definition.table.primaryKey)
    let keyCount = max(definition.table.primaryKey.count, 1)
    let select = try Statement.make(
      database,
      "SELECT \(key) FROM \(definition.name) WHERE \(reference.condition) ORDER BY 1"
    )
    var keys: [KeptRow] = []
    while try select.next() { keys.append(KeptRow(0..<keyCount, of: select)) }
    select.reset()
    if reference.isOfRow {
      for key in keys {
        try removal.remove(
          from: reference.table,
          where: definition.table.primaryKey,
          are: key
        )
      }
    } else {
      try clear(reference, keys)
    }
  }

  private func clear(_ reference: Reference, _ keys: [KeptRow]) throws(WriteError) {
    let update = try RowUpdate(
      removal,
      reference.table,
      clearing: reference.key.columns
    )
    for key in keys {
      let isOld = lastRows[reference.table].map { key.values[0].integer <= $0 } ?? true
      do {
        if try update.run(key, isCounted: isOld) == .ignored {
          rows.didIgnore(table: reference.table)
          continue
        }
      } catch .failure(let failure) {
        throw Self.refusal(
          failure,
          "the reference of a row of '\(reference.definition.table.name)' by \(reference.columns) cannot be taken away",
          help: "--dangling stub makes the rows that are missing"
        )
      }
      let isKeyed = !reference.definition.table.primaryKey.isEmpty
      try bookkeeping?.didWrite(reference.table, isKeyed ? key : KeptRow())
    }
  }

  private func integer(_ sql: String) throws(WriteError) -> Int64? {
    do { return try database.integer(sql) } catch { throw .failure(error) }
  }
}
