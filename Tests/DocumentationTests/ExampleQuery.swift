import RKSQLite

/// A query of a document, and its answer: comment lines after it, the names of the columns first.
struct ExampleQuery: Sendable {
  let text: String

  /// The query without the answer.
  var sql: String {
    text.split(separator: "\n").filter { !$0.hasPrefix("--") }.joined(separator: "\n")
  }

  /// The query with the answer of the database at a path.
  func asked(of path: String) throws -> String {
    let database = try Database(path: path, mayCreate: false)
    let query = sql
    guard query.hasSuffix(";") else { return "\(query)\n-- a semicolon is missing\n" }
    try database.run("CREATE TEMP VIEW answer AS \(query)")
    let names = try rows(of: "SELECT name FROM pragma_table_info('answer')", in: database)
    let lines = [names.map { $0[0] }] + (try rows(of: "SELECT * FROM answer", in: database))
    return "\(query)\n" + lines.map { "-- \($0.joined(separator: " | "))\n" }.joined()
  }

  private func rows(of sql: String, in database: Database) throws -> [[String]] {
    let statement = try Statement(database, sql)
    var rows: [[String]] = []
    while try statement.step() {
      rows.append(
        (0..<statement.columnCount).map { column in
          switch statement.kind(column) {
          case .integer: String(statement.integer(column))
          case .real: String(statement.real(column))
          case .text, .blob, .null: statement.text(column) ?? "NULL"
          }
        }
      )
    }
    return rows
  }
}
