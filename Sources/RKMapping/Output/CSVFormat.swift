internal import RKDiagnostics
internal import RKEngine

/// Writes rows of comma-separated values: one table as a stream, or all tables as files of a folder.
enum CSVFormat: OutputFormat {
  static var name: String { "CSV" }
  static var fileEndings: [String] { [".csv", "/"] }
  static var options: OutputOptions? { .csv }

  static func folderForm(_ output: Output) throws(DiagnosticsError) -> TableFolderSink.Form? {
    .csv(try CSVDialect(output))
  }

  static func prepare(_ output: Output, _ records: OutputRecords) throws(DiagnosticsError)
    -> PreparedOutput
  {
    if let folder = output.folder, let form = try output.folderForm() {
      return try TableFolder.prepare(folder, form, records)
    }
    return try prepareStream(output, records, form: name)
  }

  /// Prepares an output of one table; `form` is what diagnostics call it.
  static func prepareStream(_ output: Output, _ records: OutputRecords, form: String)
    throws(DiagnosticsError) -> PreparedOutput
  {
    let dialect = try CSVDialect(output)
    return try RowStream.prepare(output, records, form: form) {
      (stream, plan) throws(SystemError) in
      .make(
        RowTextSink(
          writer: CSVWriter(plan: plan, tables: stream.plan, dialect: dialect),
          tables: stream.plan,
          table: stream.table,
          columns: stream.columnNames,
          output: try output.makeFile()
        )
      )
    }
  }

  static var tooWide: DiagnosticsError {
    DiagnosticsError(
      .tooManyColumns,
      "a record and those related to it would have more than \(TableCompiler.largestWidth) columns",
      help: ["\"identification\" on the related mappers and -o FOLDER/ make tables of their own"]
    )
  }

}

extension CSVDialect {
  /// Creates the dialect that an output requests.
  init(_ output: Output) throws(DiagnosticsError) {
    self.init()
    let character = output.csv.delimiter ?? (output.isTabbed ? "\t" : ",")
    guard let byte = character.asciiValue, character != "\r\n", CSVDialect.isDelimiter(byte) else {
      throw .refusal(
        "a delimiter is one ASCII character that is in no number and no word, not '\(character)'"
      )
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

extension Output {
  /// Whether tabs separate the cells if no delimiter is set: the format or the file's name says so.
  package var isTabbed: Bool {
    if format == .tsv { return true }
    guard case .file(let path) = destination else { return false }
    return Self.format(named: path) == .tsv
  }
}

extension OutputRecords {
  /// Throws a diagnostic if records of several shapes are merged, because they have no columns in common.
  func refuseMergedShapes(in form: String) throws(DiagnosticsError) {
    let plan = compiled.plan
    guard let shape = plan.mergedShapes.first else { return }
    let name = plan.schema.text(plan.schema.records[shape].name)
    throw .refusal(
      "\(form) has no columns for records of '\(name)' that are merged of those of several mappers",
      help: ["--to json and --to ndjson have; -o FILE.db merges them in a database"]
    )
  }
}

extension MappingPlan {
  /// The shapes of records merged from several shapes; they follow the shapes of nodes.
  fileprivate var mergedShapes: Range<Int> {
    nodes.count(where: { !$0.record.isNone })..<schema.records.count
  }
}

extension RuleSite {
  /// The warning that a relationship's cardinality is undeclared although tables need it.
  func undeclaredCardinality(_ graph: MappingGraph) -> Diagnostic {
    Diagnostic(
      .undeclaredCardinality,
      "'\(product)' does not say how many records it has, and is taken to have one",
      at: graph.location(of: place),
      help: [
        "\"many\": false or true on the \(connection == nil ? "relationship" : "connection") says it"
      ]
    )
  }
}
