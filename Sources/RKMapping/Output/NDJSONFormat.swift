internal import RKDiagnostics
internal import RKEngine

/// One record per line; in a folder one row per line, and a file for each table.
enum NDJSONFormat: OutputFormat {
  static var name: String { "NDJSON" }
  static var fileEndings: [String] { [".ndjson", ".jsonl"] }
  static var options: OutputOptions? { .json }

  static func prepare(_ output: Output, _ records: OutputRecords) throws(DiagnosticsError)
    -> PreparedOutput
  {
    if let folder = output.folder {
      var layout = JSONLayout()
      layout.isASCII = output.isASCII
      return try TableFolder.prepare(folder, .ndjson(layout), records)
    }
    return PreparedOutput(compiled: records.compiled) { (plan, _) in
      RecordWriting { [plan] (_) throws(SystemError) in try sink(output, plan) }
    }
  }

  static func sink(_ output: Output, _ plan: MappingPlan) throws(SystemError) -> AnyRecordSink {
    var layout = JSONLayout()
    layout.isASCII = output.isASCII
    return .make(
      NDJSONSink(
        plan: plan,
        typeKey: output.typeKey,
        layout: layout,
        output: try output.makeFile()
      )
    )
  }
}
