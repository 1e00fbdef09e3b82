internal import RKAuthoring
internal import RKDiagnostics
internal import RKEngine
internal import RKMapping
internal import RKPostgres
internal import RKSQLite

/// `rkmap apply`: maps inputs, and writes records.
enum ApplyCommand: Command {
  struct Options: InputOptions, RecordOutputOptions, ReportingOptions, RunOptions {
    var report = ReportOptions()
    var run = RunDisplay()
    var mapper = MapperOptions()
    var inputFormat: Input.Format?
    var outputFormat: Output.Format?
    var outputPath: String?
    var rejectsPath: String?
    var failureLimit: MapperOptions.FailureLimit?
    /// Whether a flag says what to do with failed records.
    var statesFailures = false
    var shape = Output.Shape.auto
    var isPretty: Bool?
    var isASCII = false
    var typeKey: String?
    var csv = Output.CSV()
    /// The CSV flags for either side, and the refusal if neither side is CSV.
    var cells = Input.CSV()
    var cellFlags: [(formats: [OutputOptions], refusal: DiagnosticsError)] = []
    var database = DatabaseOptions()
    /// The kind of database that a script is for.
    var dialect: SQLDialect?
    /// Whether a flag says what to do with references to missing rows.
    var saysDangling = false
    /// Whether nothing is written.
    var isDryRun = false
    var emission: Emission?
    /// Whether each input line is answered with one output line.
    var isCoprocess = false
    /// Whether a last line says what the other lines are, and which part of an input they come from.
    var hasTrailer = false
    var part: Int?
    /// Whether the lines of the inputs begin with their positions.
    var hasPositions = false
    /// The number of parts that keyed lines must come from; nil if any.
    var partCount: Int?
    /// For each given flag that only some formats have, the diagnostic to throw if the output has another
    /// format.
    var formatFlags: [(formats: [OutputOptions], refusal: DiagnosticsError)] = []
  }

  static let page = CommandPage(
    name: "apply",
    summary: "map inputs by a spec and write the records",
    operands: "SPEC [INPUT...]",
    description: """
      Reads JSON documents, maps the parts that the spec's descriptors name, and writes the \
      records.

      An INPUT is a file, a folder, which stands for the JSON files in it, a glob ('api/**/*.json' \
      takes those in folders below, too), or - for the standard input, which is also read when none is \
      given. An input is one JSON document, several \
      in a row, NDJSON, or a JSON text sequence, or has rows of cells (FILE.csv, FILE.tsv), each a \
      document of texts. \
      Each entry of a HAR archive (FILE.har) is a document with the request that it answers. \
      The elements of an array at a descriptor's key path are mapped one by one, so inputs may \
      be larger than memory.

      One document gives one JSON value, a stream of documents gives NDJSON. --to csv and tsv write \
      the records of one target as rows, with the columns of their one-to-one related records, \
      --to markdown and box write them as tables for people; \
      -o FOLDER/ writes a CSV file for each target, or NDJSON with --to ndjson, and \
      datapackage.json, which describes them. \
      A file that -o names is replaced only if the run succeeds.

      -o FILE.db writes an SQLite database: a table for each target, whose identification is the \
      primary key. In an existing database, rows with the same key are updated. A run is one \
      transaction. --to sql writes a script that makes the database; with --dialect postgres one that \
      psql runs, and that updates the tables of a PostgreSQL database.
      """,
    examples: [
      ("rkmap apply specs/articles.json articles.json", "the records as JSON"),
      ("rkmap apply specs/articles.json articles.json --to box", "a table to look at"),
      ("curl ... | rkmap apply spec.json --to ndjson | head", "one record per line"),
      ("rkmap apply spec.json 'fixtures/*.json' -o out.ndjson", "many files, one output"),
      ("rkmap apply spec.json data.json -o tables/", "a CSV file for each target"),
      ("rkmap apply spec.json data.json -o app.db", "a database; run again to update it"),
      (
        "rkmap apply spec.json in.ndjson --to sql --dialect postgres | psql -X app",
        "a PostgreSQL database"
      ),
      ("rkmap apply spec.json traffic.har", "each response, mapped by the request that it answers"),
      (
        "rkmap apply spec.json in.ndjson --on-error skip --rejects bad.ndjson",
        "good records, and failed ones in a file of their own"
      ),
    ]
  )

  static func run(
    _ options: Options,
    operands: [String],
    _ console: any Console
  ) throws(DiagnosticsError) -> ExitStatus {
    try require(["a SPEC"], in: operands)
    let spec = operands[0]
    let named = operands.count > 1 ? operands.dropFirst() : ["-"]
    let operandFiles = try InputOperands(named, spec: spec)
    var inputs = operandFiles.inputs(options.inputFormat, options.mapper.context)
    if options.hasPositions { for number in inputs.indices { inputs[number].lines = .positions } }
    let options = try options.settled(for: inputs).asFilter(operands)
    let output = try self.output(options, spec: spec, read: read(inputs, options), console)
    try refuseTarget(options, spec: spec, inputs, output)
    return try map(
      operandFiles,
      operands: operands,
      options,
      into: output,
      console
    ) { (mapping, mapperOptions) throws(DiagnosticsError) in
      var mapperOptions = mapperOptions
      mapperOptions.takesArchives = inputs.contains(where: \.isArchive)
      return try Mapper(mapping, options: mapperOptions, for: inputs)
    } run: {
      $0.apply(to: inputs, into: $1, reportingTo: $2)
    }
  }

  /// Maps files by a spec, the first operand.
  ///
  /// The caller chooses the mapper and how it runs.
  static func map(
    _ files: InputOperands,
    operands: [String],
    _ options: Options,
    into output: Output,
    _ console: any Console,
    make: (Mapping, MapperOptions) throws(DiagnosticsError) -> Mapper,
    run: (Mapper, Output, Reporter) -> MappingReport
  ) throws(DiagnosticsError) -> ExitStatus {
    var output = output
    let spec = operands[0]
    let mapperOptions = try mapperOptions(options, output)
    let reporter = Reporter(
      options.report,
      console,
      isOutput: false,
      group: output.group ?? FileGroup()
    )
    let opened = reporter.open()
    guard opened == .success else { return opened }
    guard let mapping = reporter.readMapping(spec, beside: operands.dropFirst()) else {
      return reporter.end(.badSpec, summary(MappingReport(), reporter))
    }
    files.warn(reporter)
    let mapper: Mapper
    do throws(DiagnosticsError) {
      try refuseSharedFiles(options, spec: spec, includes: mapping.files, output)
      mapper = try make(mapping, mapperOptions)
      reporter.tellIdle(mapperOptions.drift, mapping)
      if options.hasTrailer {
        output.trailer = Trailer(
          part: options.part ?? 0,
          spec: SpecFormatter.hash(of: mapping.sourceFiles)
        )
      }
      try refuseTypeKey(options.typeKey, mapper)
      try mapper.check(output)
      if options.dialect == .postgres, let run = try? mapper.tableRun(report: { _ in }) {
        for refusal in run.postgresRefusals { reporter.receive(refusal) }
        if !run.postgresRefusals.isEmpty {
          return reporter.end(.badSpec, summary(MappingReport(), reporter))
        }
      }
    } catch {
      throw reporter.refuse(error) { summary(MappingReport(), $0) }
    }
    if operands.count == 1 { console.promptForInput() }
    // A progress bar would be mixed with records on the same terminal, and nobody requested it.
    let writesToTerminal = isShown(options, console) && !options.isDryRun
    options.run.watch(files.names, reporter, console, isHidden: writesToTerminal)
    let report = run(mapper, options.isDryRun ? dryOutput(output) : output, reporter)
    reporter.endProgress(report.ending)
    let status = reporter.status(of: report)
    let reported = reporter.finish(summary: summary(report, reporter), status)
    guard reported == .success else { return reported }
    if status != .closedPipe, let line = summaryLine(report, options, reporter, console) {
      console.writeError(line)
    }
    return status
  }

  // MARK: - The end

  private static func summary(_ report: MappingReport, _ reporter: Reporter) -> JSONObjectText {
    var object = reporter.summary(of: report)
    if let rows = report.rows { add(rows, to: &object) }
    return object
  }

  /// The line with the counts; nil if nobody requested it or watches.
  private static func summaryLine(
    _ report: MappingReport,
    _ options: Options,
    _ reporter: Reporter,
    _ console: any Console
  ) -> String? {
    let tells = console.errorIsTerminal || options.isDryRun
    let isSeen = tells && !options.report.isQuiet && reporter.isHuman
    guard isSeen || options.run.isSummed && !reporter.errorHoldsDocument else { return nil }
    return "rkmap: " + (options.isDryRun ? "dry run, nothing is written: " : "")
      + options.run.line(
        report,
        rows: report.rows.map(text),
        isTimed: console.errorIsTerminal || options.run.isSummed
      ) + "\n"
  }
}
