internal import RKDiagnostics

/// A table that stores what a database remembers about the runs that wrote to it.
struct BookkeepingTable {
  let name: String
  /// The columns that are read and written, the text inside the parentheses of the table's
  /// definition, and the text after them.
  let columns: [String]
  let definition: String
  var ending = ""

  static let runs = Self(
    name: "_rkmap_runs",
    columns: ["run", "run_id", "spec", "spec_hash"],
    definition: "run INTEGER PRIMARY KEY, run_id TEXT UNIQUE, spec TEXT, spec_hash TEXT"
  )

  static let inputs = Self(
    name: "_rkmap_inputs",
    columns: ["input", "run", "name"],
    definition: "input INTEGER PRIMARY KEY, run INTEGER NOT NULL, name TEXT NOT NULL"
  )

  static let provenance = Self(
    name: "_rkmap_provenance",
    columns: ["table", "key", "run", "input", "byte_offset"],
    definition: """
      "table" TEXT NOT NULL, "key" TEXT NOT NULL, run INTEGER NOT NULL, input INTEGER, \
      byte_offset INTEGER, PRIMARY KEY ("table", "key")
      """,
    ending: " WITHOUT ROWID"
  )

  var sql: String { "CREATE TABLE \(name) (\(definition))\(ending)" }

  /// Whether the table exists, and has the required columns.
  func isThere(in database: Database) throws(WriteError) -> Bool {
    guard let stored = try stored(in: database) else { return false }
    return stored.otherKind == nil && lack(in: stored) == nil
  }

  /// Why the database's object with that name cannot be the table; nil if it can, or if there is
  /// none.
  func difference(in database: Database) throws(WriteError) -> Diagnostic? {
    guard let stored = try stored(in: database) else { return nil }
    let help = "rename it: rkmap keeps its runs in a table of that name"
    if let kind = stored.otherKind {
      return Diagnostic(.otherSchema, "'\(name)' is \(kind) of the database", help: [help])
    }
    return lack(in: stored).map { column in
      Diagnostic(.otherSchema, "the table '\(name)' has no column '\(column)'", help: [help])
    }
  }

  /// The diagnostic for missing tables that the rule forbids to create.
  static func refusal(of missing: [Self], _ rule: DatabaseOptions.SchemaRule) -> Diagnostic? {
    guard let first = missing.first, rule == .freeze else { return nil }
    let statements = missing.map { $0.sql + ";" }.joined(separator: " ")
    return Diagnostic(
      .otherSchema,
      "the database has no table '\(first.name)'",
      help: ["this is missing: \(statements)"]
    )
  }

  private func stored(in database: Database) throws(WriteError) -> StoredTable? {
    do { return try StoredTable(named: name, in: database) } catch { throw .failure(error) }
  }

  private func lack(in stored: StoredTable) -> String? {
    let there = Set(stored.columns.map(\.name))
    return columns.first { !there.contains($0) }
  }
}
