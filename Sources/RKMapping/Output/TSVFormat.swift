internal import RKDiagnostics

/// Rows of values with tabs between them: CSV in all else.
enum TSVFormat: OutputFormat {
  static var name: String { "TSV" }
  static var fileEndings: [String] { [".tsv"] }
  static var options: OutputOptions? { .csv }

  static func prepare(_ output: Output, _ records: OutputRecords) throws(DiagnosticsError)
    -> PreparedOutput
  {
    try CSVFormat.prepareStream(output, records, form: name)
  }
}
