internal import RKDiagnostics
internal import RKMapping

/// `rkmap split`: writes each element of an array on a line of its own.
enum SplitCommand: Command {
  struct Options: InputOptions, FileOutputOptions, ReportingOptions, RunOptions {
    var report = ReportOptions()
    var run = RunDisplay()
    var mapper = MapperOptions()
    var inputFormat: Input.Format?
    var keyPath: String?
    var outputPath: String?
  }

  static let page = CommandPage(
    name: "split",
    summary: "write the elements of an array, each on a line",
    operands: "[INPUT] --at KEYPATH",
    description: """
      Writes each element of the array at a key path on a line of its own: its bytes as they are, \
      without white space outside strings. null is an element like any other. Only one element is in \
      memory, however large the array is, so this is how one huge document becomes NDJSON, whose lines \
      several processes can map.

      KEYPATH has keys with dots between them, as "keyPath" in a spec; "" is the document itself. Of \
      several documents the arrays come one after the other. A document without the array ends the run \
      with exit status 1 (RK1001), and so does another value in its place (RK1002).

      INPUT is a file or -, by default the standard input.
      """,
    examples: [
      ("rkmap split export.json --at data.items > items.ndjson", "NDJSON of one huge document"),
      ("rkmap split export.json --at '' | split -l 100000 - part-", "parts for several processes"),
      ("rkmap split export.json --at data.items --limit 3", "look at the first elements"),
    ]
  )

  static var flags: [Flag<Options>] {
    [
      Flag(
        "at",
        value: "KEYPATH",
        in: .input,
        "the keys that lead to the array, with dots between them; '' is the document"
      ) { $0.keyPath = $1 }
    ] + InputFlags.format() + InputFlags.tolerance() + InputFlags.csv() + outputFlags
      + [InputFlags.reportLimit()] + ReportOptions.flags(strict: nil) + RunDisplay.flags()
      + [
        InputFlags.jobs(
          "how many threads read (default: one per core); the output never depends on it"
        )
      ]
  }

  private static var outputFlags: [Flag<Options>] {
    [
      OutputFlags.file(),
      Flag("limit", from: 0, in: .output, "stop after that many elements") {
        $0.mapper.recordLimit = $1
      },
    ]
  }

  static func run(
    _ options: Options,
    operands: [String],
    _ console: any Console
  ) throws(DiagnosticsError) -> ExitStatus {
    try refuse(operands.dropFirst())
    guard let keyPath = options.keyPath else {
      throw DiagnosticsError(
        .missingArgument,
        "'split' needs --at KEYPATH, which leads to the array",
        help: ["--at '' is for a document that is the array"]
      )
    }
    let files = try InputOperands(operands.isEmpty ? ["-"] : operands, spec: nil)
    let inputs = files.inputs(options.inputFormat, options.mapper.context)
    try options.report.refuseSharedFiles(
      spec: "",
      read: files.names,
      records: options.outputPath ?? "-"
    )
    let splitter = try ListSplitter(at: keyPath, options: options.mapperOptions(for: inputs))
    let reporter = Reporter(options.report, console, isOutput: false)
    let opened = reporter.open()
    guard opened == .success else { return opened }
    files.warn(reporter)
    if operands.isEmpty { console.promptForInput() }
    let path = options.outputPath == "-" ? nil : options.outputPath
    let writesToTerminal = console.outputIsTerminal && path == nil
    options.run.watch(files.names, reporter, console, isHidden: writesToTerminal)
    let report = splitter.run(
      on: inputs,
      into: path.map { .file($0) } ?? .standardOutput(),
      reportingTo: reporter
    )
    reporter.endProgress(report.ending)
    return options.run.end(report, reporter.status(of: report), reporter, console)
  }
}
