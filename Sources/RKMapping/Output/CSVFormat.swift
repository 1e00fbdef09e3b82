internal import RKDiagnostics
internal import RKEngine

/// Rows of comma-separated values: of one table as a stream, or of all tables in a folder.
enum CSVFormat: OutputFormat {
  static var name: String { "CSV" }
  static var fileEndings: [String] { [".csv", ".tsv", "/"] }
  static var options: OutputOptions? { .csv }

  static func prepare(_ output: Output, _ records: OutputRecords) throws(DiagnosticsError)
    -> PreparedOutput
  {
    let dialect = try CSVDialect(output)
    if let folder = output.folder { return try TableFolder.prepare(folder, .csv(dialect), records) }
    try records.refuseMergedShapes(in: "CSV")
    var (mapping, undeclared) = records.compiled.withDeclaredCardinalities()
    let form = TableForm.flat(
      separator: output.csv.separator ?? ".",
      target: output.csv.targetName
    )
    let tables = TableCompiler.compile(mapping, records.graph, form)
    if tables.isTooWide { throw tooWide }
    tables.adapt(&mapping.plan, isDatabase: false)
    let table = try self.table(of: tables, named: output.csv.targetName)
    var warnings = undeclared.map { $0.undeclaredCardinality(records.graph) }
    if let first = tables.leftOut[table].first {
      warnings.append(leftOut(tables.leftOut[table], first, records.graph))
    }
    return PreparedOutput(compiled: mapping, warnings: warnings) { (plan, _) in
      var writing = RecordWriting { [plan] (_) throws(SystemError) in
        .make(
          CSVSink(
            plan: plan,
            tables: tables.plan,
            table: table,
            columns: tables.schema.tables[table].columnNames,
            dialect: dialect,
            output: try output.makeFile()
          )
        )
      }
      writing.mergesConnected = false
      return writing
    }
  }

  /// The table of a stream.
  private static func table(of tables: CompiledTables, named name: String?)
    throws(DiagnosticsError) -> Int
  {
    guard let name else {
      if tables.rootTargets.count < 2 { return 0 }
      throw DiagnosticsError([severalTargets(tables.rootTargets)])
    }
    if let table = tables.table(named: name) { return table }
    let targets = tables.schema.tables.filter { !$0.isJoin }.map(\.name)
    if tables.flattenedTargets.contains(name) {
      throw DiagnosticsError([
        Diagnostic(
          .flagValue,
          "the records of '\(name)' have no rows: they are columns of others",
          help: ["--target-name takes " + targets.joined(separator: ", ")]
        )
      ])
    }
    let suggestion = NearestName.suggestion(for: name, among: targets)
    throw DiagnosticsError([
      Diagnostic(
        .flagValue,
        "the spec has no target '\(name)'\(suggestion)",
        help: ["--target-name takes " + targets.joined(separator: ", ")]
      )
    ])
  }

  // MARK: - Findings

  private static func severalTargets(_ targets: [String]) -> Diagnostic {
    let names = targets.map { "'\($0)'" }.joined(separator: ", ")
    return Diagnostic(
      .severalTargets,
      "one stream of CSV has the records of one target, and the spec makes \(names)",
      help: ["--target-name \(targets[0]) picks one; -o FOLDER/ writes a file for each"]
    )
  }

  static var tooWide: DiagnosticsError {
    DiagnosticsError([
      Diagnostic(
        .tooManyColumns,
        "a record and those related to it would have more than \(TableCompiler.largestWidth) columns",
        help: ["\"identification\" on the related mappers and -o FOLDER/ make tables of their own"]
      )
    ])
  }

  private static func leftOut(_ sites: [RuleSite], _ first: RuleSite, _ graph: MappingGraph)
    -> Diagnostic
  {
    var names: [String] = []
    for site in sites where !names.contains("'\(site.product)'") {
      names.append("'\(site.product)'")
    }
    return Diagnostic(
      .recordsLeftOut,
      "one stream of CSV has no place for the records of \(names.joined(separator: ", "))",
      at: graph.location(of: first.place),
      help: ["-o FOLDER/ writes them to files of their own"]
    )
  }
}

extension CSVDialect {
  /// The dialect that an output requests.
  fileprivate init(_ output: Output) throws(DiagnosticsError) {
    self.init()
    var isTabbed = false
    if case .file(let path) = output.destination { isTabbed = path.hasSuffix(".tsv") }
    let character = output.csv.delimiter ?? (isTabbed ? "\t" : ",")
    guard let byte = character.asciiValue, character != "\r\n", CSVDialect.isDelimiter(byte) else {
      throw DiagnosticsError([
        Diagnostic(
          .flagValue,
          "a delimiter is one ASCII character that is in no number and no word, not '\(character)'"
        )
      ])
    }
    delimiter = byte
    null = Array(output.csv.null.utf8)
    listSeparator = output.csv.listSeparator.map { Array($0.utf8) }
    hasHeader = output.csv.hasHeader
    hasMark = output.csv.hasByteOrderMark
    endsWithCarriageReturn = output.csv.endsRowsWithCRLF
    isSafe = output.csv.isSafe
  }
}

extension OutputRecords {
  /// Throws a diagnostic if records of several shapes are merged, which have no columns in common.
  func refuseMergedShapes(in form: String) throws(DiagnosticsError) {
    let plan = compiled.plan
    guard let shape = plan.mergedShapes.first else { return }
    let name = plan.schema.text(plan.schema.records[shape].name)
    throw DiagnosticsError([
      Diagnostic(
        .flagValue,
        "\(form) has no columns for records of '\(name)' that are merged of those of several mappers",
        help: ["--to json and --to ndjson have; -o FILE.db merges them in a database"]
      )
    ])
  }
}

extension MappingPlan {
  /// The shapes of records that are merged from several shapes: they follow those of nodes.
  fileprivate var mergedShapes: Range<Int> {
    nodes.count(where: { !$0.record.isNone })..<schema.records.count
  }
}

extension RuleSite {
  /// The cardinality of a relationship is undeclared, but tables need it.
  func undeclaredCardinality(_ graph: MappingGraph) -> Diagnostic {
    Diagnostic(
      .undeclaredCardinality,
      "'\(product)' does not say how many records it has, and is taken to have one",
      at: graph.location(of: place),
      help: [
        connection.map {
          "declare the property, as \"\($0.target)\", or as \"[\($0.target)]\" for several"
        } ?? "\"many\": false or true on the relationship says it"
      ]
    )
  }
}
