internal import RKDiagnostics
internal import RKEngine

/// What is written of a mapping as CSV: its tables, the one among them that a stream is of, and what
/// is to be said of them.
struct CSVOutput {
  /// The mapping with all cardinalities declared.
  let mapping: CompiledMapping
  let tables: CompiledTables
  let dialect: CSVDialect
  /// The table that a single stream is of; nil for a folder of all.
  let table: Int?
  let warnings: [Diagnostic]

  init(_ output: Output, _ compiled: CompiledMapping, _ graph: MappingGraph)
    throws(DiagnosticsError)
  {
    dialect = try CSVDialect(output)
    var (mapping, undeclared) = compiled.withDeclaredCardinalities()
    let isFolder = output.isFolder
    let form: TableForm =
      isFolder
      ? .related : .flat(separator: output.csv.separator ?? ".", target: output.csv.targetName)
    tables = TableCompiler.compile(mapping, graph, form)
    if tables.isTooWide { throw DiagnosticsError([Self.tooWide]) }
    tables.settle(&mapping.plan, isDatabase: false)
    self.mapping = mapping
    table = isFolder ? nil : try Self.table(of: tables, named: output.csv.targetName)
    var warnings = undeclared.map { Self.undeclared($0, graph) }
    if let table, let first = tables.leftOut[table].first {
      warnings.append(Self.leftOut(tables.leftOut[table], first, graph))
    }
    self.warnings = warnings
  }

  /// The table that a stream is of.
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

  private static var tooWide: Diagnostic {
    Diagnostic(
      .tooManyColumns,
      "a record and those related to it would have more than \(TableCompiler.largestWidth) columns",
      help: ["\"identification\" on the related mappers and -o FOLDER/ make tables of their own"]
    )
  }

  static func undeclared(_ site: RuleSite, _ graph: MappingGraph) -> Diagnostic {
    Diagnostic(
      .undeclaredCardinality,
      "'\(site.product)' does not say how many records it has, and is taken to have one",
      at: graph.location(of: site.place),
      help: ["\"many\": false or true on the relationship says it"]
    )
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

  /// What is said of a table whose rows its key does not tell apart.
  static func finding(_ state: CSVFolderSink.KeyState, of table: String) -> Diagnostic? {
    let what: String
    switch state {
    case .unique: return nil
    case .repeated: what = "rows of '\(table)' that differ have one key"
    case .incomplete: what = "a row of '\(table)' lacks its key"
    case .unknown: what = "'\(table)' has more rows than are compared"
    }
    return Diagnostic(
      .keyNotKept,
      "\(what): datapackage.json names no primary key of it",
      help: ["a database keeps one row of each key"]
    )
  }
}

extension CSVDialect {
  /// The dialect that an output asks for.
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
