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
    if let folder = output.folder, let form = try output.folderForm() {
      return try TableFolder.prepare(folder, form, records)
    }
    try records.refuseUnknownTarget(of: output)
    return PreparedOutput(compiled: records.compiled) { (plan, _) in
      RecordWriting { [plan] (_) throws(SystemError) in try sink(output, plan) }
    }
  }

  /// `keys` are the shapes of records that are only keys of records elsewhere.
  static func sink(
    _ output: Output,
    _ plan: MappingPlan,
    except keys: Set<Int32> = []
  ) throws(SystemError) -> AnyRecordSink {
    var layout = JSONLayout()
    layout.isASCII = output.isASCII
    return .make(
      NDJSONSink(
        plan: plan,
        typeKey: output.typeKey,
        layout: layout,
        selection: output.selection(plan, except: keys),
        output: try output.makeFile()
      )
    )
  }
}

extension Output {
  /// The records that are written; the root records if nil.
  func selection(_ plan: MappingPlan, except keys: Set<Int32> = []) -> RecordSelection? {
    csv.targetName.map { RecordSelection(target: $0, schema: plan.schema, except: keys) }
  }
}

extension OutputRecords {
  /// Throws a diagnostic if only the records of a target are to be written that the spec lacks.
  func refuseUnknownTarget(of output: Output) throws(DiagnosticsError) {
    guard let name = output.csv.targetName else { return }
    let schema = compiled.plan.schema
    var targets: [String] = []
    for record in schema.records {
      let target = schema.text(record.name)
      if !target.isEmpty && !targets.contains(target) { targets.append(target) }
    }
    if !targets.contains(name) { throw DiagnosticsError([.unknownTarget(name, targets)]) }
  }
}

extension Diagnostic {
  /// A flag names a target that the spec lacks.
  static func unknownTarget(_ name: String, _ targets: [String]) -> Diagnostic {
    Diagnostic(
      .flagValue,
      "the spec has no target '\(name)'\(NearestName.suggestion(for: name, among: targets))",
      help: ["--target-name takes " + targets.joined(separator: ", ")]
    )
  }
}
