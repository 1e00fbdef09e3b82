internal import RKDiagnostics

/// Writes an SQL script that creates a SQLite database.
enum SQLFormat: OutputFormat {
  static var name: String { "SQL" }
  static var noun: String { "a script" }
  static var fileEndings: [String] { [".sql"] }
  static var options: OutputOptions? { .database }

  static func prepare(_ output: Output, _ records: OutputRecords) throws(DiagnosticsError)
    -> PreparedOutput
  {
    try SQLiteFormat.prepare(output, records)
  }
}
