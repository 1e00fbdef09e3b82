internal import RKDiagnostics
internal import RKEngine
internal import RKMapping

/// `rkmap serialize`: turns records back into documents.
enum SerializeCommand: Command {
  struct Options: RecordOutputOptions, ReportingOptions, RunOptions {
    var report = ReportOptions()
    var run = RunDisplay()
    /// Only the facts about the request and the handling of failed records are used.
    var mapper = MapperOptions()
    var format: RecordSerializer.Format?
    var requestName: String?
    var typeKey: String?
    /// The documents that the records are written into.
    var originalPath: String?
    var deletes = false
    var outputPath: String?
    var rejectsPath: String?
    var failureLimit: MapperOptions.FailureLimit?
    var isPretty: Bool?
    var isASCII = false
  }

  static let page = CommandPage(
    name: "serialize",
    summary: "write records back as the documents that they were made of",
    operands: "SPEC [RECORDS]",
    description: """
      Reads records as apply writes them, and writes documents by applying the spec's mappers in reverse: \
      every value goes back to the key path that it was read from, inside the key path of its \
      descriptor. check --inverse lists which rules have an inverse.

      RECORDS is JSON or NDJSON, by default the standard input: a record, a list of records, or a \
      dictionary by key path. A JSON value gives one document, a stream of records a document a line.

      A spec with requestDescriptors writes what requests send: their mappers are applied to the \
      records as they stand, and the request of a record is chosen by its type, --method and --path, \
      or --request.

      With --onto the output is ORIGINAL, changed where RECORDS say something else, and nowhere else: \
      white space, the order of keys and members that no rule reads stay. Records are matched by their \
      identity, else by key or position. What is absent in RECORDS stays as it is, unless --delete is \
      given.

      A record of which something would be lost fails (RK1030). Members that no rule writes are passed \
      over, unless a record has no other (RK1003).
      """,
    examples: [
      ("rkmap serialize spec.json records.json", "the document of the records"),
      ("rkmap apply spec.json in.json | rkmap serialize spec.json", "there and back"),
      ("rkmap serialize spec.json records.json --to form", "the body of a form"),
      ("rkmap serialize spec.json --method POST", "what a POST request sends"),
      ("rkmap serialize spec.json r.json --onto in.json -o in.json", "change a file in place"),
    ]
  )

  static var flags: [Flag<Options>] {
    requestFlags + originalFlags + outputFlags + failureFlags + [InputFlags.reportLimit()]
      + ReportOptions.flags(strict: .ofRecords) + RunDisplay.flags() + [
        InputFlags.jobs("accepted as by apply; the output never depends on it")
      ]
  }

  private static var requestFlags: [Flag<Options>] {
    [
      Flag("descriptor", value: "NAME", in: .request, "write by the descriptors of that name") {
        $0.mapper.descriptorName = $1
      },
      Flag("request", value: "NAME", in: .request, "make the requests of that name") {
        $0.requestName = $1
      },
      ContextFlags.method(
        "make only requests that are for this method; one that states it alone goes first"
      ) { $0.mapper.context.method = $1 },
      Flag("path", value: "PATH", in: .request, "make only requests whose path matches this one") {
        $0.mapper.context.path = $1
      },
    ]
  }

  private static var originalFlags: [Flag<Options>] {
    [
      Flag(
        "onto",
        value: "ORIGINAL",
        nameOf: "a file",
        in: .output,
        "write this JSON, changed where RECORDS say something else, and nowhere else"
      ) { $0.originalPath = $1 },
      Flag("delete", in: .output, "with --onto: remove what RECORDS do not have") {
        $0.deletes = true
      },
    ]
  }

  private static var outputFlags: [Flag<Options>] {
    [
      Flag(
        "to",
        in: .output,
        """
        the output format (default json for a JSON value, ndjson for a stream of records); form is \
        application/x-www-form-urlencoded
        """
      ) { $0.format = $1 },
      OutputFlags.file(),
      OutputFlags.pretty(),
      OutputFlags.compact(),
      OutputFlags.ascii(),
      Flag(
        "type-key",
        value: "NAME",
        nameOf: "a member",
        in: .request,
        "the member that holds a record's type, as --type-key of apply writes it"
      ) { $0.typeKey = $1 },
    ]
  }

  private static var failureFlags: [Flag<Options>] {
    [
      Flag(
        "on-error",
        in: .errors,
        """
        what to do with a record that cannot be written: fail stops the run (default), skip leaves it \
        out, emit writes an object with the reason in its place
        """
      ) { $0.mapper.failedRecords = $1 },
      OutputFlags.maxErrors(),
      OutputFlags.rejects(
        "write failed records to a file, one per line with the reason; serialize reads it as RECORDS"
      ),
    ]
  }

  // MARK: - Running

  static func run(
    _ options: Options,
    operands: [String],
    _ console: any Console
  ) throws(DiagnosticsError) -> ExitStatus {
    try require(["a SPEC"], in: operands)
    let spec = operands[0]
    try refuse(operands.dropFirst(2))
    let records = operands.count > 1 ? operands[1] : "-"
    let input = try input(records, spec: spec)
    let original = try original(options, spec: spec, records: records)
    let output = try output(options, console)
    try options.report.refuseSharedFiles(
      spec: spec,
      read: [records],
      records: options.outputPath ?? "-",
      rejects: options.rejectsPath
    )
    let serializing = try serializerOptions(options)
    let reporter = Reporter(
      options.report,
      console,
      isOutput: false,
      group: output.group ?? FileGroup()
    )
    let opened = reporter.open()
    guard opened == .success else { return opened }
    guard let mapping = reporter.readMapping(spec, beside: operands.dropFirst()) else {
      return reporter.end(.badSpec, reporter.summary(of: MappingReport()))
    }
    let serializer: RecordSerializer
    do throws(DiagnosticsError) {
      serializer = try RecordSerializer(mapping, options: serializing)
    } catch {
      guard error.diagnostics.contains(where: { $0.code == .oneWayRule }) else {
        throw reporter.refuse(error) { $0.summary(of: MappingReport()) }
      }
      for finding in error.diagnostics { reporter.receive(finding) }
      // The spec itself is valid.
      let (file, outcome) = (spec == "-" ? "<stdin>" : spec, reporter.outcome())
      reporter.end(CaseResult(suite: file, name: page.name, file: file, outcome: outcome))
      return reporter.end(.badSpec, reporter.summary(of: MappingReport()))
    }
    if operands.count == 1 { console.promptForInput() }
    let (report, needsTypeKey) =
      if let original {
        serializer.run(
          on: input,
          onto: original,
          deletes: options.deletes,
          into: output,
          reportingTo: reporter
        )
      } else {
        serializer.run(on: [input], into: output, reportingTo: reporter)
      }
    var status = reporter.status(of: report)
    if needsTypeKey, status == .badData { status = .badCommandLine }
    return options.run.end(report, status, reporter, console)
  }

  // MARK: - Inputs

  /// The input with the records; refuses formats of rows.
  static func input(_ path: String, spec: String) throws(DiagnosticsError) -> Input {
    if path == "-" && spec == "-" {
      throw DiagnosticsError(
        .unexpectedArgument,
        "SPEC and RECORDS cannot both be the standard input"
      )
    }
    let input: Input = path == "-" ? .standardInput() : .file(path)
    if !input.holdsJSON || Output.isDatabase(named: path) {
      throw .refusal(
        "'\(path)' holds no records as JSON or NDJSON",
        help: ["'rkmap apply --to json' and '--to ndjson' write records that can be read back"]
      )
    }
    return input
  }

  /// The documents to change; nil if new ones are written.
  private static func original(
    _ options: Options,
    spec: String,
    records: String
  ) throws(DiagnosticsError) -> Input? {
    guard let path = options.originalPath else {
      if options.deletes {
        throw .refusal(
          "--delete removes from ORIGINAL what RECORDS do not have, and there is no --onto ORIGINAL"
        )
      }
      return nil
    }
    if path == "-" && (spec == "-" || records == "-") {
      throw DiagnosticsError(
        .unexpectedArgument,
        "only one of the inputs can be the standard input"
      )
    }
    if options.format != nil || options.isPretty != nil || options.isASCII {
      throw .refusal(
        "with --onto the output has the form of ORIGINAL; --to, --pretty, --compact and --ascii do not "
          + "go with it"
      )
    }
    if options.requestName != nil {
      throw .refusal("--request makes what is sent of records alone, and --onto changes documents")
    }
    if options.mapper.failedRecords == .emit {
      throw .refusal(
        "--on-error emit writes objects with the reason, which ORIGINAL has no place for",
        help: ["--on-error skip leaves failed records out, --rejects FILE keeps them"]
      )
    }
    let input: Input = path == "-" ? .standardInput() : .file(path)
    if !input.holdsJSON || Output.isDatabase(named: path) {
      throw .refusal("--onto changes JSON and NDJSON, not '\(path)'")
    }
    return input
  }

  private static func output(_ options: Options, _ console: any Console)
    throws(DiagnosticsError) -> Output
  {
    let path = options.outputPath == "-" ? nil : options.outputPath
    var output: Output = path.map { .file($0) } ?? .standardOutput()
    if let format = output.format, format.writer.options != .json {
      throw .refusal(
        "'serialize' writes JSON, NDJSON and forms, not '\(path ?? "")'",
        help: ["--to json|ndjson|form, and -o FILE with a name that says nothing else"]
      )
    }
    (output.rejectsPath, output.group) = (options.rejectsPath, FileGroup())
    output.isASCII = options.isASCII
    output.isPretty = options.isPretty ?? (path == nil && console.outputIsTerminal)
    return output
  }

  private static func serializerOptions(_ options: Options)
    throws(DiagnosticsError) -> RecordSerializer.Options
  {
    var serializing = RecordSerializer.Options()
    serializing.descriptorName = options.mapper.descriptorName
    serializing.requestName = options.requestName
    serializing.context = options.mapper.context
    serializing.typeKey = options.typeKey
    serializing.hasOriginal = options.originalPath != nil
    serializing.isStrict = options.report.isStrict
    serializing.format = options.format
    if serializing.format == nil, let named = options.outputPath.flatMap({ Output.file($0).format })
    {
      serializing.format = RecordSerializer.Format(rawValue: named.rawValue)
    }
    if options.requestName != nil && options.mapper.descriptorName != nil {
      throw .refusal("--request and --descriptor cannot both be given")
    }
    if let limit = try options.checkedFailureLimit() { serializing.reading.failureLimit = limit }
    if options.mapper.failedRecords == .emit && options.format == .form {
      throw .refusal(
        "--on-error emit writes objects with the reason, which no form holds",
        help: ["--on-error skip leaves failed records out, --rejects FILE keeps them"]
      )
    }
    if options.format == .form, options.isPretty != nil || options.isASCII {
      throw .refusal(
        "a form is ASCII, a line a document; --pretty, --compact and --ascii do not go with it"
      )
    }
    serializing.reading.failedRecords = options.mapper.failedRecords
    serializing.reading.reportLimit = options.mapper.reportLimit
    serializing.reading.threadCount = options.mapper.threadCount
    serializing.reading.countsCharacters = options.report.countsCharacters
    return serializing
  }
}
