internal import RKAuthoring
internal import RKDiagnostics
internal import RKMapping
internal import RKPostgres
internal import RKSQLite

/// `rkmap schema`: prints schemas of a spec's records, or of spec and test files themselves.
enum SchemaCommand: Command {
  /// What the schema describes, and in which language.
  enum Subject: String, CaseIterable {
    case sql
    case records
    case source
    case spec
    case test
  }

  struct Options: MappingOptions, ReportingOptions {
    var report = ReportOptions()
    var mapper = MapperOptions()
    var subject: Subject?
    var hasStrictTables = false
    var dialect: SQLDialect?
  }

  static let page = CommandPage(
    name: "schema",
    summary: "print the tables or the JSON Schema of a spec's records and source",
    operands: "[SPEC]",
    description: """
      Reads a spec and prints a description of its records. --of sql prints the statements that make \
      the tables and indexes of an SQLite database, those that 'rkmap apply -o app.db' makes; with \
      --dialect postgres those of a PostgreSQL database.

      --of records prints the JSON Schema (draft 2020-12) of what 'rkmap apply' writes as JSON, a record, \
      a list or a line; --of source that of the documents that it accepts. What a schema cannot say is \
      left open: predicates, and which values convert.

      --of spec and --of test take no SPEC: they print the JSON Schema (draft 7) of specs and of \
      test files, with which editors complete and check them. A file names its schema in a member \
      "$schema", which rkmap ignores.

      A relationship that does not say how many records it leads to counts as leading to one, with a \
      warning: for 'apply' it depends on the records.
      """,
    examples: [
      ("rkmap schema specs/articles-stored.json --of sql", "the statements"),
      ("rkmap schema spec.json --of sql | sqlite3 app.db", "a database with empty tables"),
      ("rkmap schema spec.json --of sql --strict-tables", "types that SQLite enforces"),
      ("rkmap schema spec.json --of records", "the JSON Schema of the output"),
      ("rkmap schema spec.json --of source", "that of the input"),
      ("rkmap schema --of spec > spec.schema.json", "a schema of specs for an editor"),
    ]
  )

  static var flags: [Flag<Options>] {
    [
      Flag(
        "of",
        in: .output,
        "what is printed: tables for SQLite, or a JSON Schema"
      ) { $0.subject = $1 },
      Flag("strict-tables", in: .output, "make STRICT tables, whose types SQLite enforces") {
        $0.hasStrictTables = true
      },
      Flag(
        "dialect",
        in: .output,
        "--of sql: the database that the statements are for: sqlite (default), or postgres"
      ) { $0.dialect = $1 },
      Flag("descriptor", value: "NAME", in: .input, "use only the descriptors of that name") {
        $0.mapper.descriptorName = $1
      },
    ] + ContextFlags.request() + ReportOptions.flags()
  }

  static func run(
    _ options: Options,
    operands: [String],
    _ console: any Console
  ) throws(DiagnosticsError) -> ExitStatus {
    try refuseDialect(options)
    if let schema = try schemaOfFiles(options, operands) { return console.writeOutput(schema) }
    let spec = try spec(options, operands)
    try options.report.refuseSharedFiles(spec: spec, records: "-")
    let reporter = Reporter(options.report, console, isOutput: false)
    let opened = reporter.open()
    guard opened == .success else { return opened }
    let text: String?
    let status: ExitStatus
    do throws(DiagnosticsError) {
      (text, status) = try self.text(of: spec, options, reporter)
    } catch {
      throw reporter.refuse(error) { $0.summaryOfSpec }
    }
    let reported = reporter.finish(summary: reporter.summaryOfSpec, status)
    guard reported == .success, let text else { return reported == .success ? status : reported }
    let written = console.writeOutput(text)
    return written == .success ? status : written
  }

  private static func refuseDialect(_ options: Options) throws(DiagnosticsError) {
    if options.dialect != nil && options.subject != .sql && options.subject != nil {
      throw .refusal("--dialect is for --of sql")
    }
    if options.dialect == .postgres && options.hasStrictTables {
      throw .refusal("--strict-tables does not apply to --dialect postgres")
    }
  }

  /// The JSON Schema of specs or test files, if requested.
  private static func schemaOfFiles(
    _ options: Options,
    _ operands: [String]
  ) throws(DiagnosticsError) -> String? {
    let schema: FileSchema
    switch options.subject {
    case .spec?: schema = .spec
    case .test?: schema = .testFile
    case .sql?, .records?, .source?, nil: return nil
    }
    try refuse(operands[...])
    return schema.text
  }

  /// The spec operand; throws if it or --of is missing.
  private static func spec(
    _ options: Options,
    _ operands: [String]
  ) throws(DiagnosticsError) -> String {
    guard options.subject != nil else {
      throw DiagnosticsError(
        .missingArgument,
        "'schema' needs --of, with one of sql, records, source, spec and test",
        help: ["rkmap schema SPEC --of sql", "rkmap schema --of spec"]
      )
    }
    try require(["a SPEC"], in: operands, usage: "SPEC --of sql")
    try refuse(operands.dropFirst())
    return operands[0]
  }

  /// The schema to print, or the status to end with if there is none.
  private static func text(
    of spec: String,
    _ options: Options,
    _ reporter: Reporter
  ) throws(DiagnosticsError) -> (text: String?, status: ExitStatus) {
    guard let mapping = reporter.readMapping(spec) else {
      return (nil, .badSpec)
    }
    let mapper = try Mapper(mapping, options: options.mapper)
    switch options.subject {
    case .records?: return (RecordSchema.text(of: mapper), reporter.status)
    case .source?: return (SourceSchema.text(of: mapper), reporter.status)
    case .sql?, .spec?, .test?, nil: break
    }
    do throws(DiagnosticsError) {
      let (schema, warnings) = try mapper.expectedTables()
      for warning in warnings { reporter.receive(warning) }
      if options.dialect == .postgres {
        let refusals = try mapper.tableRun { _ in }.postgresRefusals
        for refusal in refusals { reporter.receive(refusal) }
        return refusals.isEmpty ? (PostgresSchema(schema).text, reporter.status) : (nil, .badSpec)
      }
      return (SchemaScript.text(schema, isStrict: options.hasStrictTables), reporter.status)
    } catch {
      for diagnostic in error.diagnostics { reporter.receive(diagnostic) }
      return (nil, .badOutput)
    }
  }
}
