internal import RKDiagnostics
internal import RKEngine

/// One table of a mapping that is written as a stream of rows.
struct RowStream {
  let plan: TablePlan
  /// The index of the table.
  let table: Int
  private let columns: [TableSchema.Column]

  /// The names of its columns.
  var columnNames: [[UInt8]] { columns.map { Array($0.name.utf8) } }

  /// Which columns hold numbers.
  var isNumeric: [Bool] {
    columns.map {
      switch $0.type {
      case .plain(.integer), .plain(.number), .plain(.decimal), .decimal, .epoch: true
      default: false
      }
    }
  }

  /// Prepares an output of one table; `form` is what diagnostics call it.
  static func prepare(
    _ output: Output,
    _ records: OutputRecords,
    form: String,
    makeSink: @escaping (RowStream, MappingPlan) throws(SystemError) -> AnyRecordSink
  ) throws(DiagnosticsError) -> PreparedOutput {
    try records.refuseMergedShapes(in: form)
    var (mapping, undeclared) = records.compiled.withDeclaredCardinalities()
    let tableForm = TableForm.flat(
      separator: output.csv.separator ?? ".",
      target: output.csv.targetName
    )
    let tables = TableCompiler.compile(mapping, records.graph, tableForm)
    if tables.isTooWide { throw CSVFormat.tooWide }
    tables.adapt(&mapping.plan, isDatabase: false)
    let table = try self.table(of: tables, named: output.csv.targetName, form: form)
    var warnings = undeclared.map { $0.undeclaredCardinality(records.graph) }
    if let first = tables.leftOut[table].first {
      warnings.append(leftOut(tables.leftOut[table], first, records.graph, form: form))
    }
    let stream = RowStream(
      plan: tables.plan,
      table: table,
      columns: tables.schema.tables[table].columns
    )
    return PreparedOutput(compiled: mapping, warnings: warnings) { (plan, _) in
      var writing = RecordWriting { [plan] (_) throws(SystemError) in try makeSink(stream, plan) }
      writing.isStream = true
      writing.mergesConnected = false
      return writing
    }
  }

  /// Returns the table of a stream.
  private static func table(of tables: CompiledTables, named name: String?, form: String)
    throws(DiagnosticsError) -> Int
  {
    guard let name else {
      if tables.rootTargets.count < 2 { return 0 }
      throw DiagnosticsError([severalTargets(tables.rootTargets, form: form)])
    }
    if let table = tables.table(named: name) { return table }
    let targets = tables.schema.tables.filter { !$0.isJoin }.map(\.name)
    if tables.flattenedTargets.contains(name) {
      throw .refusal(
        "the records of '\(name)' have no rows: they are columns of others",
        help: ["--target-name takes " + targets.joined(separator: ", ")]
      )
    }
    throw DiagnosticsError([.unknownTarget(name, targets)])
  }

  // MARK: - Findings

  private static func severalTargets(_ targets: [String], form: String) -> Diagnostic {
    let names = targets.map { "'\($0)'" }.joined(separator: ", ")
    return Diagnostic(
      .severalTargets,
      "one stream of \(form) has the records of one target, and the spec makes \(names)",
      help: ["--target-name \(targets[0]) picks one; -o FOLDER/ writes a file for each"]
    )
  }

  private static func leftOut(
    _ sites: [RuleSite],
    _ first: RuleSite,
    _ graph: MappingGraph,
    form: String
  )
    -> Diagnostic
  {
    var names: [String] = []
    for site in sites where !names.contains("'\(site.product)'") {
      names.append("'\(site.product)'")
    }
    return Diagnostic(
      .recordsLeftOut,
      "one stream of \(form) has no place for the records of \(names.joined(separator: ", "))",
      at: graph.location(of: first.place),
      help: ["-o FOLDER/ writes them to files of their own"]
    )
  }
}
