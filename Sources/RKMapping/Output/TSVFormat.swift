internal import RKDiagnostics

/// Writes tab-separated values: CSV in every other respect.
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
