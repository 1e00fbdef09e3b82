internal import RKAuthoring
internal import RKDiagnostics
internal import RKMapping
internal import RKPostgres

/// `rkmap check`: validates a spec, or inputs.
enum CheckCommand: Command {
  struct Options: InputOptions, ReportingOptions, RunOptions {
    var report = ReportOptions()
    var run = RunDisplay()
    var mapper = MapperOptions()
    var inputFormat: Input.Format?
    var showsPlan = false
    /// Whether test files describe all operands.
    var isTested = false
    var fixes = false
    /// Whether to list which rules can be inverted.
    var showsInverse = false
    var form: InverseForm?
    var dialect: SQLDialect?
  }

  static let page = CommandPage(
    name: "check",
    summary: "report everything that is wrong with a spec or with inputs",
    operands: "[SPEC] [INPUT...]",
    description: """
      Without inputs: reads a spec and the files that it includes, and reports all their faults in \
      one run, each with its place and the nearest name that may have been meant.

      It also warns of what is valid but probably unintended: matchers and descriptors that are never \
      reached, unused declarations, columns of one name, values of another type, date formats that \
      cannot match, and relationships that do not say how many records they lead to. Notes say what \
      needs whole documents in memory; they are not counted.

      With inputs: maps each separately as apply would, writes no records, and reports everything \
      that is wrong; a bad input does not keep the others from being validated. An INPUT is a file, \
      a folder, which stands for the JSON files in it, a glob ('api/**/*.json' takes those in folders \
      below, too), or - for the standard input.

      Without a SPEC: if the first file is a test file, or a fixture of a case in the nearest \
      rkmap.test.json above it, each file is validated as its test file says: fixtures with the \
      suite's spec and the case's request and strictness, where expected errors do not count; specs \
      that test files name, and test files, by themselves. A file that no test file names is exit 2. \
      A first file that is not such a fixture is the SPEC, unless --tested is given.

      The findings are the output. The exit status is 1 when an input has errors, 3 when the spec \
      cannot be used, and 4 when an input is not readable or not JSON.
      """,
    examples: [
      ("rkmap check specs/articles.json", "all findings"),
      ("rkmap check --strict spec.json", "what is otherwise forgiven is an error"),
      ("rkmap check --fix spec.json", "make the safe changes, then report the rest"),
      ("rkmap check spec.json 'fixtures/*.json'", "what is wrong with these files"),
      ("rkmap check fixtures/list.GET.200.json", "what is wrong with a fixture of a suite"),
      ("rkmap check --plan spec.json", "also what the spec is compiled to"),
      ("rkmap check --plan --descriptor list spec.json", "only that of one descriptor"),
      ("rkmap check --inverse spec.json", "which rules have an inverse"),
      ("rkmap check --dialect postgres spec.json", "which attributes lack a type"),
    ]
  )

  static var flags: [Flag<Options>] {
    [
      Flag(
        "plan",
        in: .output,
        """
        list what the spec is compiled to; descriptors of one key path that are for different \
        requests have separate plans
        """
      ) { $0.showsPlan = true },
      Flag(
        "tested",
        in: .input,
        """
        take every operand, also the first, as a fixture, a spec or a test file of the nearest \
        rkmap.test.json above it that names it
        """
      ) { $0.isTested = true },
      Flag(
        "fix",
        in: .output,
        """
        make the changes to the spec and the files that it includes that do not alter its meaning, \
        and report the rest
        """
      ) { $0.fixes = true },
      Flag(
        "dialect",
        in: .output,
        "postgres also lists the attributes without a type, which PostgreSQL stores as jsonb"
      ) { $0.dialect = $1 },
    ] + inverseFlags + InputFlags.all() + InputFlags.csv()
      + [InputFlags.reportLimit(), InputFlags.drift()]
      + ReportOptions.flags(strict: .ofDrift, documents: ["html"])
      + RunDisplay.flags()
  }

  static func run(
    _ options: Options,
    operands: [String],
    _ console: any Console
  ) throws(DiagnosticsError) -> ExitStatus {
    if let (matches, files) = try matches(operands, options) {
      return try validate(matches, of: files, options, console)
    }
    try require(["a SPEC"], in: operands, usage: "SPEC [INPUT...]")
    let spec = operands[0]
    try options.report.refuseContradiction(of: options.mapper.drift)
    try refuseFixes(options, operands)
    try refuseInverse(options, operands)
    if options.dialect != nil && operands.count > 1 {
      throw .refusal("--dialect is about the tables of a spec, and takes no inputs")
    }
    guard operands.count == 1 else {
      return try validate(operands.dropFirst(), by: spec, options, console)
    }
    return try validate(spec, options, console)
  }

  /// Validates a spec, and reports its errors.
  private static func validate(
    _ spec: String,
    _ options: Options,
    _ console: any Console
  ) throws(DiagnosticsError) -> ExitStatus {
    let choosing =
      options.mapper.descriptorName != nil ? "--descriptor" : options.mapper.context.flags.first
    if let choosing, !options.showsPlan {
      throw .refusal("\(choosing) is for inputs or for --plan, and neither is given")
    }
    guard options.report.documents.isEmpty else {
      throw .refusal("--report html shows inputs, and none is given")
    }
    guard !options.showsPlan || !options.report.writesDocumentToOutput else {
      throw .refusal(
        "--plan and the report both write to the standard output",
        help: ["--report json=FILE writes the report to a file"]
      )
    }
    try options.report.refuseSharedFiles(spec: spec)
    let reporter = Reporter(options.report, console, isOutput: options.form != .json)
    let opened = reporter.open()
    guard opened == .success else { return opened }
    let folders = options.report.includedFolders
    let correction = options.fixes ? SpecCorrection(ofSpecAt: spec, including: folders) : nil
    if let correction, !fix(spec, correction, reporter) {
      let ended = end(reporter, of: spec, .badOutput, options, console)
      return ended == .success ? .badOutput : ended
    }
    let mapping = reporter.readMapping(spec, isLinted: true)
    // The file could not be read when it was to be fixed, but can be read now.
    let unread = mapping == nil ? nil : correction?.unread
    let untyped = options.dialect == .postgres ? mapping?.untypedAttributes : nil
    for note in [unread, untyped].compactMap({ $0 }) { reporter.receive(note) }
    let isUsable = mapping != nil && unread == nil
    var plan: String?
    do throws(DiagnosticsError) {
      if options.showsPlan {
        plan = try mapping?.planListing(
          ofDescriptor: options.mapper.descriptorName,
          for: options.mapper.context
        )
      }
    } catch {
      throw reporter.refuse(error) { $0.summaryOfSpec }
    }
    let classes = options.showsInverse && isUsable ? mapping?.inverseClasses : nil
    let ended = end(
      reporter,
      of: spec,
      isUsable ? reporter.status : .badSpec,
      options,
      console,
      classes
    )
    guard ended == .success else { return ended }
    guard isUsable else { return .badSpec }
    // A report on the standard output contains the list itself.
    let list = options.report.writesDocumentToOutput ? nil : classes
    for text in [plan, list.map { listing($0, options) }].compactMap({ $0 }) {
      let written = console.writeOutput(text)
      guard written == .success else { return written }
    }
    return reporter.status
  }

  /// Ends the report on a spec; returns whether it could be written.
  static func end(
    _ reporter: Reporter,
    of spec: String,
    _ status: ExitStatus,
    _ options: Options,
    _ console: any Console,
    _ classes: [RuleClass]? = nil
  ) -> ExitStatus {
    var summary = reporter.summaryOfSpec
    if let classes { summary.add("inverse", raw: json(classes)) }
    let reported = reporter.finish(summary: summary, status)
    guard reported == .success else { return reported }
    if reporter.isHuman && !options.report.isQuiet {
      let line = VisibleText.line(summaryLine(reporter, spec)) + "\n"
      if options.form == .json {
        console.writeError(line)
      } else {
        let written = console.writeOutput(line)
        guard written == .success else { return written }
      }
    }
    var counts = MappingReport()
    counts.warningCount = reporter.warningCount
    options.run.sumUp(counts, reporter, console)
    return .success
  }

  private static func summaryLine(_ reporter: Reporter, _ spec: String) -> String {
    "\(spec == "-" ? "<stdin>" : spec): \(reporter.errorCount.counting("error")), "
      + reporter.warningCount.counting("warning")
  }
}

extension RequestContext {
  /// The flags that set these options.
  var flags: [String] {
    [
      method == nil ? nil : "--method", path == nil ? nil : "--path",
      statusCode == nil ? nil : "--status",
    ].compactMap { $0 }
  }
}
