internal import RKDiagnostics
internal import RKEngine

/// Writes one record per line, or in a folder one row per line and a file for each table.
enum NDJSONFormat: OutputFormat {
  static var name: String { "NDJSON" }
  static var fileEndings: [String] { [".ndjson", ".jsonl"] }
  static var options: OutputOptions? { .json }

  static func folderForm(_ output: Output) -> TableFolderSink.Form? {
    .ndjson(output.lineLayout)
  }

  static func prepare(_ output: Output, _ records: OutputRecords) throws(DiagnosticsError)
    -> PreparedOutput
  {
    if let folder = output.folder, let form = try output.folderForm() {
      return try TableFolder.prepare(folder, form, records)
    }
    try records.refuseUnknownTarget(of: output)
    if output.answersLines && records.compiled.plan.hasConnections { throw connectedLines }
    return PreparedOutput(compiled: records.compiled) { (plan, _) in
      let ending = output.trailer.map { PendingTrailer($0) }
      var writing = RecordWriting { [plan] (_) throws(SystemError) in
        try sink(output, plan, ending)
      }
      writing.isStream = true
      if let ending { writing.willFinish = ending.take }
      return writing
    }
  }

  /// Creates the sink.
  ///
  /// `keys` are the shapes of records that are only keys of other records; `keyed` says how records
  /// are written inside others.
  static func sink(
    _ output: Output,
    _ plan: MappingPlan,
    _ ending: PendingTrailer? = nil,
    except keys: Set<Int32> = [],
    keyed: KeyedForm? = nil
  ) throws(SystemError) -> AnyRecordSink {
    .make(
      NDJSONSink(
        plan: plan,
        typeKey: output.typeKey,
        layout: output.lineLayout,
        selection: output.selection(plan, except: keys),
        keyed: keyed,
        output: try output.makeFile(),
        trailer: ending.map { pending in { pending.trailer } }
      )
    )
  }

  private static var connectedLines: DiagnosticsError {
    .refusal(
      "--coprocess answers each line by itself, and the spec connects records with those of other lines",
      help: ["--to ndjson writes them when all are there"]
    )
  }
}

/// A trailer that receives its counts before it is written.
final class PendingTrailer {
  private(set) var trailer: Trailer

  init(_ trailer: Trailer) { self.trailer = trailer }

  func take(_ outcome: RunOutcome) {
    let counts = outcome.counts
    trailer.told = outcome.told
    trailer.recordCount = counts.records
    trailer.failedCount = counts.failed + counts.failedRelated
    trailer.declinedCount = counts.allDeclined
  }
}

extension Output {
  /// The layout of a record on a line.
  var lineLayout: JSONLayout {
    var layout = JSONLayout()
    layout.isASCII = isASCII
    return layout
  }

  /// The records to write; nil for the root records.
  func selection(_ plan: MappingPlan, except keys: Set<Int32> = []) -> RecordSelection? {
    csv.targetName.map { RecordSelection(target: $0, schema: plan.schema, except: keys) }
  }
}

extension OutputRecords {
  /// Throws a diagnostic if the output selects a target that the spec lacks.
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
  /// The diagnostic for a flag that names a target that the spec lacks.
  static func unknownTarget(_ name: String, _ targets: [String]) -> Diagnostic {
    Diagnostic(
      .flagValue,
      "the spec has no target '\(name)'\(NearestName.suggestion(for: name, among: targets))",
      help: ["--target-name takes " + targets.joined(separator: ", ")]
    )
  }
}
